import Testing

@testable import BucketVault

@Suite struct RecoveryKeyTests {
  /// The key of the bytes 0 to 31, as Python's hashlib gives its checksum.
  static let written =
    "BBBC-BDBE-BFBG-BHBJ-BKBL-BNBP-BRBS-BTBV-CBCC-CDCE-CFCG-CHCJ-CKCL-CNCP-CRCS-CTCV-GGDL"
  static let letters = Array(written.filter { $0 != "-" })

  private func slip(in text: String) -> RecoveryKey.Slip? {
    do throws(RecoveryKey.Slip) {
      _ = try RecoveryKey.key(from: Secret(text: text))
      return nil
    } catch {
      return error
    }
  }

  private func isIncomplete(_ text: String) -> Bool {
    RecoveryKey.isIncomplete(Secret(text: text))
  }

  @Test func `a key is written as laid down`() {
    #expect(RecoveryKey.text(of: .counting).revealedText == Self.written)
    #expect(
      RecoveryKey.text(of: Secret(count: 32)).revealedText
        == String(repeating: "BBBB-", count: 16) + "GVER")
    #expect(
      RecoveryKey.text(of: Secret([UInt8](repeating: 0xFF, count: 32))).revealedText
        == String(repeating: "VVVV-", count: 16) + "EPLR")
  }

  @Test func `a random key comes back from its letters`() throws {
    for _ in 0..<50 {
      let key = Secret.random(count: 32)
      let read = try RecoveryKey.key(from: RecoveryKey.text(of: key))
      #expect(read.revealed == key.revealed)
    }
  }

  @Test(arguments: [
    written, written.lowercased(), written.replacing("-", with: ""),
    written.replacing("-", with: " "), written.replacing("-", with: "\n"),
    written.replacing("-", with: "\r\n"), written.replacing("-", with: "\t- -"),
    "  \n" + written + "-\n", "bBbC" + written.dropFirst(4),
    letters.map(String.init).joined(separator: " "),
  ])
  func `case, dashes and white space make no difference`(text: String) throws {
    let read = try RecoveryKey.key(from: Secret(text: text))
    #expect(read.revealed == Secret.counting.revealed)
  }

  /// That one slip is noticed and its group told, or no group where another would fit as well.
  private func told(_ typed: [Character], group: Int) -> Bool? {
    switch slip(in: String(typed)) {
    case .checksum(group): true
    case .checksum(nil): false
    default: nil
    }
  }

  @Test func `another letter at any place is noticed, and its group is told`() {
    let alphabet = RecoveryKey.alphabet.map { Character(UnicodeScalar($0)) }
    var told = 0
    for place in 0..<RecoveryKey.letterCount {
      var typed = Self.letters
      typed[place] = alphabet.first { $0 != typed[place] } ?? typed[place]
      switch self.told(typed, group: place / 4 + 1) {
      case true?: told += 1
      case false?: break
      case nil: Issue.record("at \(place)")
      }
    }
    // By chance, another group may fit a checksum of 16 bits.
    #expect(told >= 64)
  }

  @Test func `two neighbours that changed places are noticed, and within a group it is told`() {
    var told = 0
    let places = (1..<RecoveryKey.letterCount).filter { Self.letters[$0 - 1] != Self.letters[$0] }
    for place in places {
      var typed = Self.letters
      typed.swapAt(place - 1, place)
      switch self.told(typed, group: place / 4 + 1) {
      case true?: told += 1
      case false?: break
      case nil: Issue.record("at \(place)")
      }
    }
    let within = places.count { !$0.isMultiple(of: 4) }
    #expect(told <= within && told >= within - 4)
  }

  @Test func `of two wrong groups none is told`() {
    var typed = Self.letters
    for place in [2, 41] { typed[place] = typed[place] == "B" ? "C" : "B" }
    #expect(slip(in: String(typed)) == .checksum(group: nil))
  }

  @Test func `a group of another length is told where the groups were typed`() {
    var groups = Self.written.split(separator: "-").map(String.init)
    groups[4].removeLast()
    #expect(
      slip(in: groups.joined(separator: " ")) == .length(67, expected: 68, group: 5))
    groups[4] += "BB"
    #expect(
      slip(in: groups.joined(separator: "-")) == .length(69, expected: 68, group: 5))
    groups[7].removeLast()
    groups[8].removeLast()
    #expect(
      slip(in: groups.joined(separator: "\n")) == .length(67, expected: 68, group: nil))
  }

  @Test(arguments: 0..<68)
  func `a missing letter and a doubled one are counted`(place: Int) {
    var missing = Self.letters
    missing.remove(at: place)
    #expect(slip(in: String(missing)) == .length(67, expected: 68, group: nil))
    var doubled = Self.letters
    doubled.insert(doubled[place], at: place)
    #expect(slip(in: String(doubled)) == .length(69, expected: 68, group: nil))
  }

  @Test(arguments: ["", "-", " \n", "B", written + written])
  func `too little and too much is a matter of length`(text: String) {
    let count = text.filter(\.isLetter).count
    #expect(slip(in: text) == .length(count, expected: 68, group: nil))
  }

  @Test(arguments: Array("AIMOQUWXYZ019_.,é\u{0}€"))
  func `a letter that no key has is named by its place`(letter: Character) {
    #expect(slip(in: "BBBC-BD\(letter)E-BFBG") == .foreignLetter(at: 7))
    #expect(slip(in: String(letter)) == .foreignLetter(at: 1))
    #expect(slip(in: Self.written + String(letter)) == .foreignLetter(at: 69))
  }

  @Test func `more lines are waited for until there are letters enough`() {
    #expect(isIncomplete(""))
    #expect(isIncomplete(String(Self.written.dropLast())))
    #expect(!isIncomplete(Self.written))
    #expect(isIncomplete(Self.written.dropLast() + "----\n\n"))
  }
}
