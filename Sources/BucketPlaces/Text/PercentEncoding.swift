/// Percent-encoding (RFC 3986, 2.1), and that of forms, in which a plus is a space.
enum PercentEncoding {
  /// The text that percent signs and, where `hasPlus`, plus signs stand for.
  ///
  /// What stands for no UTF-8 is replaced; a percent sign without two digits stands for itself.
  static func decoded(_ text: some StringProtocol, hasPlus: Bool = false) -> String {
    var bytes: [UInt8] = []
    var rest = Substring(text).utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(digit),
        let low = rest.dropFirst().first.flatMap(digit)
      {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(hasPlus && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    IDPrefix.digit(byte).map { UInt8($0) }
  }
}
