import BucketPlaces
import FoundationEssentials

/// A day as it was typed, or `today` or `yesterday`; an empty word stands for none.
struct DateArgument: ArgumentValue, Equatable {
  let date: CalendarDate?

  init(argument: String) throws(ArgumentError) {
    do throws(PlaceError) {
      let day = ["today": 0.0, "yesterday": -1.0][argument].map(Self.day)
      date = argument.isEmpty ? nil : try CalendarDate(parsing: day ?? argument)
    } catch {
      let (message, hint) = Failure.words(for: error)
      throw ArgumentError(reason: message, hint: hint)
    }
  }

  /// The day that it is here; `nil` only where the clock is past the year 9999.
  static var today: CalendarDate? { try? CalendarDate(parsing: day(0)) }

  /// The day here, so many days from now.
  private static func day(_ offset: Double) -> String {
    LocalTime(Date(timeIntervalSinceNow: offset * 86_400)).day
  }

  /// What may be wrong with a place that was visited on the day.
  ///
  /// - Parameter name: The place's, for reading.
  func doubt(aboutVisiting name: String) -> String? {
    guard let day = date?.description, day > LocalTime(Date()).day else { return nil }
    return "\(day) is still to come, and \(name) counts as visited all the same"
  }
}
