/// Halves of letters that programs leave behind when they cut a text in JSON, such as `\ud83d` without
/// its other half.
enum LoneSurrogates {
  /// The text with U+FFFD for each of them; `nil` if there are none.
  static func replaced(in json: [UInt8]) -> [UInt8]? {
    var mended: [UInt8]?
    var index = 0
    while let backslash = json[index...].firstIndex(of: UInt8(ascii: "\\")) {
      index = min(backslash + 2, json.count)
      guard let unit = unit(at: backslash, in: json) else { continue }
      index = backslash + 6
      switch unit {
      case 0xD800...0xDBFF:
        if let next = Self.unit(at: index, in: json), (0xDC00...0xDFFF).contains(next) {
          index += 6
          continue
        }
      case 0xDC00...0xDFFF: break
      default: continue
      }
      if mended == nil { mended = json }
      mended?.replaceSubrange(backslash..<(backslash + 6), with: #"\ufffd"#.utf8)
    }
    return mended
  }

  /// The code unit that the escape at an index stands for.
  private static func unit(at index: Int, in json: [UInt8]) -> UInt16? {
    guard index + 6 <= json.count, json[index] == UInt8(ascii: "\\"),
      json[index + 1] == UInt8(ascii: "u")
    else { return nil }
    let digits = String(decoding: json[(index + 2)..<(index + 6)], as: UTF8.self)
    return digits.utf8.contains(UInt8(ascii: "+")) ? nil : UInt16(digits, radix: 16)
  }
}
