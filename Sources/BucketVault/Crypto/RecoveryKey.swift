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
    /// Too few or too many letters.
    case length(Int, expected: Int)
    /// The letters don't fit their checksum.
    case checksum
  }

  static let alphabet = Array("BCDEFGHJKLNPRSTV".utf8)
  static let letterCount = 68
  private static let checksumCount = 4

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
    for offset in 0..<text.count where !isSeparator(text[offset]) {
      let isSmall = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(text[offset])
      guard let value = alphabet.firstIndex(of: isSmall ? text[offset] - 32 : text[offset]) else {
        throw .foreignLetter(at: count + 1)
      }
      if count < letterCount { values[count] = UInt8(value) }
      count += 1
    }
    guard count == letterCount else { throw .length(count, expected: letterCount) }
    var key = Secret(count: 32)
    for place in 0..<32 { key[place] = values[2 * place] << 4 | values[2 * place + 1] }
    var check: [UInt8] = []
    for place in 32..<(letterCount / 2) {
      check.append(values[2 * place] << 4 | values[2 * place + 1])
    }
    guard Sodium.equal(check, checksum(of: key)) else { throw .checksum }
    return key
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
