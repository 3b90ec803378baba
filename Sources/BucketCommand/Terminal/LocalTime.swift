import FoundationEssentials
import Glibc

/// Times as a person reads them, in the time zone of the machine.
///
/// FoundationEssentials knows no time zone but UTC; the C library does.
struct LocalTime {
  private let date: String
  private let time: String

  init(_ date: Date) {
    var seconds = time_t(date.timeIntervalSince1970)
    var parts = unsafe tm()
    unsafe localtime_r(&seconds, &parts)
    let (year, month, day) = unsafe (parts.tm_year, parts.tm_mon, parts.tm_mday)
    self.date = "\(Int(year) + 1900)-\(Self.two(month + 1))-\(Self.two(day))"
    let (hour, minute) = unsafe (parts.tm_hour, parts.tm_min)
    time = "\(Self.two(hour)):\(Self.two(minute))"
  }

  /// As in `14:47`; another day than today's comes before it.
  var clock: String { day == LocalTime(Date()).day ? time : dayAndClock }

  /// As in `2026-03-12`.
  var day: String { date }

  /// As in `2026-03-12 14:47`.
  var dayAndClock: String { "\(date) \(time)" }

  private static func two(_ number: CInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
