/// Decimal numbers as data formats write them, under every locale.
enum StrictNumber {
  /// Reads a sign, digits with a point among them, and an exponent; white space around is passed
  /// over.
  ///
  /// `Double` alone would also take "nan", "0x1p3" and "inf".
  ///
  /// - Returns: `nil` for all else, and for what is too large for a `Double`.
  static func parse(_ text: some StringProtocol) -> Double? {
    let word = Substring(text).utf8.drop(while: isBlank)
    guard let last = word.lastIndex(where: { !isBlank($0) }) else { return nil }
    let bytes = word[...last]
    let isPlain = bytes.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    guard isPlain, let number = Double(Substring(bytes)), number.isFinite else { return nil }
    return number
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
