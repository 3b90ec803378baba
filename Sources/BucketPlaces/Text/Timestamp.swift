import FoundationEssentials

/// Points in time as data formats write them.
enum Timestamp {
  /// Reads a date of ISO 8601 with or without a time and an offset, such as
  /// "2026-03-12T09:30:00.250+01:00"; where no offset stands, UTC is meant.
  ///
  /// - Returns: `nil` for all else, for days and times that there are not, and for those that are in
  ///   the year 0 or 10000 in UTC.
  static func parse(_ text: String) -> Date? {
    var bytes = Array(Place.Field.trimmed(text).utf8)[...]
    guard bytes.count <= 64 else { return nil }
    func digits(_ count: Int) -> Int? {
      guard bytes.count >= count else { return nil }
      var number = 0
      for byte in bytes.prefix(count) {
        guard (0x30...0x39).contains(byte) else { return nil }
        number = number * 10 + Int(byte - 0x30)
      }
      bytes = bytes.dropFirst(count)
      return number
    }
    func skip(_ scalars: Unicode.Scalar...) -> Bool {
      guard let byte = bytes.first, scalars.contains(Unicode.Scalar(byte)) else { return false }
      bytes = bytes.dropFirst()
      return true
    }

    guard let year = digits(4), skip("-"), let month = digits(2), skip("-"), let day = digits(2),
      let date = try? CalendarDate(year: year, month: month, day: day)
    else { return nil }
    var seconds = 0.0
    if !bytes.isEmpty {
      guard skip("T", "t", " "), let hour = digits(2), hour < 24, skip(":"),
        let minute = digits(2), minute < 60
      else { return nil }
      seconds = Double(3600 * hour + 60 * minute)
      if skip(":") {
        // The second that is put in now and then counts as the one before it.
        guard let second = digits(2), second <= 60 else { return nil }
        seconds += Double(min(second, 59))
        if skip(".", ",") {
          guard digits(1) != nil else { return nil }
          while digits(1) != nil {}
        }
      }
      _ = skip(" ")
      if let sign = bytes.first, skip("+", "-") {
        guard let hours = digits(2), hours < 24 else { return nil }
        _ = skip(":")
        guard let minutes = bytes.isEmpty ? 0 : digits(2), minutes < 60 else { return nil }
        let offset = Double(3600 * hours + 60 * minutes)
        seconds += sign == UInt8(ascii: "+") ? -offset : offset
      } else {
        _ = skip("Z", "z")
      }
    }
    guard bytes.isEmpty else { return nil }
    let point = Date(timeIntervalSince1970: Double(date.daysSince1970) * 86_400 + seconds)
    // Beyond the year 9999 a vault couldn't read back what it wrote.
    return CalendarDate(utc: point) == nil ? nil : point
  }
}

extension Timestamp {
  /// As in "2026-03-12T09:30:00Z", to the second, by the Gregorian calendar also before it began, as
  /// ISO 8601 has it; `parse` brings it back.
  static func text(_ date: Date) -> String {
    // Beyond the years of four digits nothing is agreed on.
    guard let day = CalendarDate(utc: date) else { return date.formatted(.iso8601) }
    let seconds = Int(date.timeIntervalSince1970.rounded(.down)) - day.daysSince1970 * 86_400
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map {
      $0 < 10 ? "0\($0)" : "\($0)"
    }
    return "\(day)T\(clock.joined(separator: ":"))Z"
  }
}

extension CalendarDate {
  /// Days since 1970-01-01.
  var daysSince1970: Int {
    // Years begin in March, so that the day of a leap year is the last one.
    let year = month > 2 ? year : year - 1
    let (century, yearOfCentury) = (year / 400, year % 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return century * 146_097 + yearOfCentury * 365 + yearOfCentury / 4 - yearOfCentury / 100
      + dayOfYear - 719_468
  }

  /// The day that a point in time is on in UTC; `nil` before the year 1 and after 9999.
  init?(utc date: Date) {
    guard (-62_135_596_800..<253_402_300_800).contains(date.timeIntervalSince1970) else {
      return nil
    }
    let days = Int((date.timeIntervalSince1970 / 86_400).rounded(.down)) + 719_468
    let (century, dayOfCentury) = (days / 146_097, days % 146_097)
    let yearOfCentury =
      (dayOfCentury - dayOfCentury / 1_460 + dayOfCentury / 36_524 - dayOfCentury / 146_096) / 365
    let dayOfYear =
      dayOfCentury - (365 * yearOfCentury + yearOfCentury / 4 - yearOfCentury / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    try? self.init(
      year: yearOfCentury + century * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}
