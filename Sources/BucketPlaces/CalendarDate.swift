/// A day of the Gregorian calendar, without a time or a time zone.
public struct CalendarDate: Hashable, Sendable {
  /// 1 to 9999.
  public let year: Int
  public let month: Int
  public let day: Int

  /// - Throws: `noSuchDay`.
  public init(year: Int, month: Int, day: Int) throws(PlaceError) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Self.days(inMonth: month, of: year)).contains(day)
    else { throw .noSuchDay(year: year, month: month, day: day) }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads "2026-03-12", the extended format of ISO 8601, and nothing else.
  ///
  /// - Throws: `notADate`, or `noSuchDay` for one that the calendar doesn't have.
  public init(parsing text: String) throws(PlaceError) {
    let bytes = Array(text.utf8)
    let digits = bytes.enumerated().allSatisfy { offset, byte in
      offset == 4 || offset == 7 ? byte == UInt8(ascii: "-") : (0x30...0x39).contains(byte)
    }
    guard bytes.count == 10, digits else { throw .notADate(text) }
    func number(_ range: Range<Int>) -> Int {
      bytes[range].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    try self.init(year: number(0..<4), month: number(5..<7), day: number(8..<10))
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2:
      year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CalendarDate: Comparable {
  public static func < (left: Self, right: Self) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension CalendarDate: CustomStringConvertible {
  /// The date as ISO 8601 writes it, as in "2026-03-12".
  public var description: String {
    func padded(_ number: Int, to width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: width - digits.count) + digits
    }
    return padded(year, to: 4) + "-" + padded(month, to: 2) + "-" + padded(day, to: 2)
  }
}

extension CalendarDate: Codable {
  /// - Throws: `DecodingError.dataCorrupted`, with the `PlaceError` beneath it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do {
      try self.init(parsing: text)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: "not a date", underlyingError: error))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
