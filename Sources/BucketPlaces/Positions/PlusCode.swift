/// A code of the Open Location Code, also called plus code, as in "9C3XGV25+H6".
///
/// A full one names a cell of the earth. A short one has lost leading digits, and needs a point near
/// by: see `recovered(near:)`.
public struct PlusCode: Hashable, Sendable {
  /// In upper case, with the separator; padding as given.
  public let text: String

  /// The digits, in the order of their values.
  static let alphabet = Array("23456789CFGHJMPQRVWX".utf8)
  static let separator = UInt8(ascii: "+")
  static let padding = UInt8(ascii: "0")
  /// Digits before the separator of a full code.
  static let separatorIndex = 8
  /// Digits that come in pairs, one of latitude and one of longitude; each further one divides a
  /// cell into `rows` times `columns`.
  static let pairedDigits = 10
  static let longest = 15
  static let (rows, columns): (Int64, Int64) = (5, 4)

  /// - Returns: nil for what is no code. Letters of either case are read; digits beyond the 15th
  ///   are left out.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count <= 64 else { return nil }
    var bytes = text.utf8.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }
    guard let index = bytes.firstIndex(of: Self.separator), index <= Self.separatorIndex,
      index.isMultiple(of: 2)
    else { return nil }
    let (head, tail) = (bytes[..<index], bytes[(index + 1)...])
    let digits = head.prefix { $0 != Self.padding }
    let pad = head.count - digits.count
    guard head.dropFirst(digits.count).allSatisfy({ $0 == Self.padding }),
      (digits + tail).allSatisfy({ Self.alphabet.contains($0) }),
      // One digit behind the separator divides a cell by its latitude alone.
      tail.count != 1,
      // A padded code is full, and has nothing behind the separator.
      pad == 0
        || index == Self.separatorIndex && tail.isEmpty && digits.count >= 2
          && digits.count.isMultiple(of: 2),
      !digits.isEmpty || !tail.isEmpty
    else { return nil }
    if index == Self.separatorIndex {
      // North of 90° and east of 180° there is nothing.
      guard Self.value(digits[0]) < 9, digits.count < 2 || Self.value(digits[1]) < 18 else {
        return nil
      }
    }
    if head.count + tail.count > Self.longest {
      bytes.removeLast(head.count + tail.count - Self.longest)
    }
    self.text = String(decoding: bytes, as: UTF8.self)
  }

  /// Whether no leading digits are missing.
  public var isFull: Bool { separatorOffset == Self.separatorIndex }

  /// The digits, without separator and padding.
  var digits: [UInt8] { text.utf8.filter { $0 != Self.separator && $0 != Self.padding } }

  var separatorOffset: Int { text.utf8.prefix { $0 != Self.separator }.count }

  /// - Precondition: `digit` is of the alphabet.
  static func value(_ digit: UInt8) -> Int64 {
    guard let index = alphabet.firstIndex(of: digit) else {
      preconditionFailure("a plus code has a foreign digit")
    }
    return Int64(index)
  }
}

extension PlusCode: CustomStringConvertible {
  public var description: String { text }
}
