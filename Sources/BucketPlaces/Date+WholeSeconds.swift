import FoundationEssentials

extension Date {
  /// The beginning of the second, which is as much as the dates of ISO 8601 in a vault tell; `nil`
  /// before the year 1 and after 9999, which a vault couldn't read back.
  var wholeSeconds: Date? {
    guard CalendarDate(utc: self) != nil else { return nil }
    return Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate.rounded(.down))
  }
}
