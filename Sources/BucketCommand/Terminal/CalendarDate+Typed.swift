import BucketPlaces
import FoundationEssentials

extension CalendarDate {
  /// A day as a person types it: as in "2026-03-12", or "today" or "yesterday" here.
  init(typed text: String) throws(PlaceError) {
    let day = ["today": 0.0, "yesterday": -1.0][text.lowercased()].map(Self.day)
    try self.init(parsing: day ?? text)
  }

  /// The day that it is here; `nil` only where the clock is past the year 9999.
  static var today: CalendarDate? { try? CalendarDate(parsing: day(0)) }

  /// The day here, so many days from now.
  private static func day(_ offset: Double) -> String {
    LocalTime(Date(timeIntervalSinceNow: offset * 86_400)).day
  }
}
