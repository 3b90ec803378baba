/// Text as XML 1.0 holds it.
enum XMLText {
  /// Content of an element, or of an attribute in double quotes, that parsers read back as it was.
  ///
  /// Characters that could steer a terminal or turn the reading direction are references, as they
  /// are escaped in JSON, and so are those that parsers change.
  ///
  /// - Parameter text: What can't stand in XML at all becomes U+FFFD.
  static func escaped(_ text: String, isAttribute: Bool = false) -> String {
    if text.utf8.allSatisfy(isPlain) { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"" where isAttribute: escaped += "&quot;"
      case "\n" where !isAttribute: escaped.unicodeScalars.append(scalar)
      case _ where isOutside(scalar): escaped += "\u{FFFD}"
      case _ where scalar.isSteering:
        escaped += "&#x" + String(scalar.value, radix: 16, uppercase: true) + ";"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Whether no character that has the byte in UTF-8 needs escaping.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
    case 0..<0x20, 0x7F, 0xC2, 0xD8, 0xE2, 0xEF: false
    default: true
    }
  }

  /// An element with nothing but a text.
  static func element(_ name: String, _ text: String) -> String {
    "<\(name)>\(escaped(text))</\(name)>"
  }

  /// The same; nothing for a text that isn't there or is empty.
  static func element(_ name: String, ifAny text: String?) -> String {
    text.map { $0.isEmpty ? "" : element(name, $0) } ?? ""
  }

  /// An empty element that refers to an address; nothing for one that isn't there.
  static func link(_ name: String, to address: String?) -> String {
    address.map { "<\(name) href=\"\(escaped($0, isAttribute: true))\"/>" } ?? ""
  }

  /// The text with U+FFFD for each character that can't stand in XML, not even as a reference.
  static func representable(_ text: String) -> String {
    if isRepresentable(text) { return text }
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { kept.append(isOutside(scalar) ? "\u{FFFD}" : scalar) }
    return String(kept)
  }

  static func isRepresentable(_ text: String) -> Bool {
    text.utf8.allSatisfy(isPlain) || isRepresentable(utf8: Array(text.utf8)[...])
  }

  static func isRepresentable(utf8 bytes: ArraySlice<UInt8>) -> Bool {
    func isControl(_ byte: UInt8) -> Bool {
      byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D
    }
    guard bytes.contains(where: { isControl($0) || $0 == 0xEF }) else { return true }
    return !bytes.indices.contains { index in
      isControl(bytes[index])
        || bytes[index] == 0xEF && index + 2 < bytes.endIndex && bytes[index + 1] == 0xBF
          && bytes[index + 2] >= 0xBE
    }
  }

  private static func isOutside(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case 0..<0x20, 0xFFFE, 0xFFFF: true
    default: false
    }
  }
}

extension XMLText {
  /// Whether the text is an address as XML's schemas take it, with a scheme.
  static func isAddress(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), let first = bytes.first,
      isLetter(first), bytes[..<colon].allSatisfy({ isLetter($0) || isDigit($0) || $0 == 0x2D })
    else { return false }
    let hasOdd = bytes.contains { $0 <= 0x20 || $0 == 0x7F || "[]<>\"\\^`{|}".utf8.contains($0) }
    guard !hasOdd, isRepresentable(text), bytes.count(where: { $0 == UInt8(ascii: "#") }) <= 1
    else { return false }
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "%") {
      guard index + 2 < bytes.count, isHexadecimal(bytes[index + 1]),
        isHexadecimal(bytes[index + 2])
      else { return false }
    }
    let rest = bytes[(colon + 1)...]
    guard rest.starts(with: [0x2F, 0x2F]) else { return !rest.isEmpty }
    let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
    let halves = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    let parts = halves.last?.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard let parts, halves.count <= 2, !parts[0].isEmpty else { return false }
    return parts.count == 1
      || parts.count == 2 && (1...5).contains(parts[1].count) && parts[1].allSatisfy(isDigit)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }
}
