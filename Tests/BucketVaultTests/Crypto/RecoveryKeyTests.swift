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

  @Test func `every other letter at every place is noticed`() {
    let alphabet = RecoveryKey.alphabet.map { Character(UnicodeScalar($0)) }
    for place in 0..<RecoveryKey.letterCount {
      for letter in alphabet where letter != Self.letters[place] {
        var typed = Self.letters
        typed[place] = letter
        #expect(slip(in: String(typed)) == .checksum, "\(letter) at \(place)")
      }
    }
  }

  @Test func `two neighbours that changed places are noticed`() {
    for place in 1..<RecoveryKey.letterCount where Self.letters[place - 1] != Self.letters[place] {
      var typed = Self.letters
      typed.swapAt(place - 1, place)
      #expect(slip(in: String(typed)) == .checksum, "at \(place)")
    }
  }

  @Test(arguments: 0..<68)
  func `a missing letter and a doubled one are counted`(place: Int) {
    var missing = Self.letters
    missing.remove(at: place)
    #expect(slip(in: String(missing)) == .length(67, expected: 68))
    var doubled = Self.letters
    doubled.insert(doubled[place], at: place)
    #expect(slip(in: String(doubled)) == .length(69, expected: 68))
  }

  @Test(arguments: ["", "-", " \n", "B", written + written])
  func `too little and too much is a matter of length`(text: String) {
    let count = text.filter(\.isLetter).count
    #expect(slip(in: text) == .length(count, expected: 68))
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
