/// The 256 random bits that open the vault when nothing else does, as letters to write down.
///
/// Sixteen letters stand for four bits each. They keep their place on QWERTY, QWERTZ and AZERTY
/// keyboards, and there are no digits and none of I, O, U and X, which handwriting confuses. The
/// last four letters are a checksum over the 64 before. Source: docs/vault-format.md, “Recovery
/// key”.
public enum RecoveryKey {
  /// What was typed is no recovery key.
  public enum Slip: Error, Hashable, Sendable {
    /// A letter that no recovery key has, at a place counted from 1 without dashes and spaces.
    case foreignLetter(at: Int)
    /// Too few or too many letters; in this group, counted from 1, if only one has another number
    /// than four.
    case length(Int, expected: Int, group: Int?)
    /// The letters don't fit their checksum; they would if this group, counted from 1, had another
    /// letter, or two neighbours in it exchanged, and it is the only one.
    case checksum(group: Int?)
  }

  static let alphabet = Array("BCDEFGHJKLNPRSTV".utf8)
  static let letterCount = 68
  private static let checksumCount = 4
  /// The letters of a group.
  public static let groupLetterCount = 4
  /// The groups of a key.
  public static let groupCount = letterCount / groupLetterCount

  /// Makes a key of 32 bytes.
  public static func random() -> Secret { Secret.random(count: 32) }

  /// Writes a key of 32 bytes as letters in groups of four, with dashes between them.
  public static func text(of key: borrowing Secret) -> Secret {
    precondition(key.count == 32, "a recovery key of the wrong length")
    let check = checksum(of: key)
    var text = Secret(count: letterCount + letterCount / 4 - 1)
    for letter in 0..<letterCount {
      let byte = letter < 64 ? key[letter / 2] : check[(letter - 64) / 2]
      let place = letter + letter / 4
      text[place] = alphabet[Int(letter.isMultiple(of: 2) ? byte >> 4 : byte & 15)]
      if letter % 4 == 3, letter + 1 < letterCount { text[place + 1] = UInt8(ascii: "-") }
    }
    return text
  }

  /// Reads letters of either case, with or without dashes and white space, as a key of 32 bytes.
  static func key(from text: borrowing Secret) throws(Slip) -> Secret {
    var values = Secret(count: letterCount)
    var count = 0
    var groups: [Int] = []
    for offset in 0..<text.count where !isSeparator(text[offset]) {
      let isFirst = offset == 0 || isSeparator(text[offset - 1])
      if isFirst { groups.append(0) }
      groups[groups.count - 1] += 1
      let isSmall = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(text[offset])
      guard let value = alphabet.firstIndex(of: isSmall ? text[offset] - 32 : text[offset]) else {
        throw .foreignLetter(at: count + 1)
      }
      if count < letterCount { values[count] = UInt8(value) }
      count += 1
    }
    guard count == letterCount else {
      throw .length(count, expected: letterCount, group: oddGroup(groups))
    }
    let key = key(of: values)
    guard fits(key, values) else { throw .checksum(group: wrongGroup(of: values)) }
    return key
  }

  private static func key(of values: borrowing Secret) -> Secret {
    var key = Secret(count: 32)
    for place in 0..<32 { key[place] = values[2 * place] << 4 | values[2 * place + 1] }
    return key
  }

  private static func fits(_ key: borrowing Secret, _ values: borrowing Secret) -> Bool {
    let check = (32..<(letterCount / 2)).map { values[2 * $0] << 4 | values[2 * $0 + 1] }
    return Sodium.equal(check, checksum(of: key))
  }

  /// The group that alone has another number of letters than the rest, where all are there.
  private static func oddGroup(_ counts: [Int]) -> Int? {
    let odd = counts.indices.filter { counts[$0] != groupLetterCount }
    return counts.count == groupCount && odd.count == 1 ? odd[0] + 1 : nil
  }

  /// The only group in which one other letter, or two neighbours exchanged, would fit the checksum.
  ///
  /// One slip is found like this but for some in a hundred, where another group would fit by chance;
  /// of two slips, as many are taken for one.
  private static func wrongGroup(of typed: borrowing Secret) -> Int? {
    var values = typed.prefix(letterCount)
    var groups: Set<Int> = []
    for place in 0..<letterCount {
      let value = values[place]
      for other in 0..<UInt8(alphabet.count) where other != value {
        values[place] = other
        if fits(key(of: values), values) { groups.insert(place / groupLetterCount + 1) }
      }
      values[place] = value
      guard place > 0, values[place - 1] != value else { continue }
      values[place] = values[place - 1]
      values[place - 1] = value
      if fits(key(of: values), values) {
        groups.formUnion([place, place - 1].map { $0 / groupLetterCount + 1 })
      }
      values[place - 1] = values[place]
      values[place] = value
    }
    return groups.count == 1 ? groups.first : nil
  }

  /// Whether what was typed so far has fewer letters than a key, so that more lines may follow.
  public static func isIncomplete(_ text: borrowing Secret) -> Bool {
    var count = 0
    for offset in 0..<text.count where !isSeparator(text[offset]) { count += 1 }
    return count < letterCount
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: " ") || (9...13).contains(byte)
  }

  private static func checksum(of key: borrowing Secret) -> [UInt8] {
    Array(
      Sodium.hash(Array("bucket-vault 1 recovery checksum".utf8), key: key)
        .prefix(checksumCount / 2))
  }
}
