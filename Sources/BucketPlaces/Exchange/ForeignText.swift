/// The text of a file, as UTF-8 that is valid.
struct ForeignText {
  /// Without a byte order mark.
  let bytes: [UInt8]
  /// Whether a byte order mark of UTF-8 stood first.
  let hadMark: Bool
  /// Whether bytes that are no UTF-8 were replaced by U+FFFD.
  let isRepaired: Bool

  /// - Parameter bytes: UTF-8, or UTF-16 with a byte order mark.
  /// - Returns: `nil` for what is no text.
  init?(_ bytes: [UInt8]) {
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFF, 0xFE): self.init(utf16: bytes.dropFirst(2), isLittleEndian: true)
    case (0xFE, 0xFF): self.init(utf16: bytes.dropFirst(2), isLittleEndian: false)
    default:
      // No text that anybody writes holds NUL.
      if bytes.prefix(1024).contains(0) { return nil }
      let hadMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
      let text = hadMark ? Array(bytes.dropFirst(3)) : bytes
      let isValid = Self.isValid(text)
      self.init(
        bytes: isValid ? text : Array(String(decoding: text, as: UTF8.self).utf8),
        hadMark: hadMark, isRepaired: !isValid)
    }
  }

  private init(bytes: [UInt8], hadMark: Bool, isRepaired: Bool) {
    (self.bytes, self.hadMark, self.isRepaired) = (bytes, hadMark, isRepaired)
  }

  private init(utf16 bytes: ArraySlice<UInt8>, isLittleEndian: Bool) {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isLittleEndian ? second << 8 | first : first << 8 | second)
      index += 2
    }
    let text = String(validating: units, as: UTF16.self)
    self.init(
      bytes: Array((text ?? String(decoding: units, as: UTF16.self)).utf8),
      hadMark: false, isRepaired: text == nil || index < bytes.endIndex)
  }

  private static func isValid(_ bytes: [UInt8]) -> Bool {
    (try? UTF8Span(validating: bytes.span)) != nil
  }

  /// The first byte that is no white space.
  var firstVisible: UInt8? {
    bytes.first { $0 != 0x20 && $0 != 0x1E && !(0x09...0x0D).contains($0) }
  }
}
