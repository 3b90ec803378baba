import BucketPlaces
import FoundationEssentials

/// A day as it was typed, or `today` or `yesterday`; an empty word stands for none.
struct DateArgument: ArgumentValue, Equatable {
  let date: CalendarDate?

  init(argument: String) throws(ArgumentError) {
    do throws(PlaceError) {
      date = argument.isEmpty ? nil : try CalendarDate(typed: argument)
    } catch {
      let (message, hint) = Failure.words(for: error)
      throw ArgumentError(reason: message, hint: hint)
    }
  }

  /// What may be wrong with a place that was visited on the day.
  ///
  /// - Parameter name: The place's, for reading.
  func doubt(aboutVisiting name: String) -> String? {
    guard let day = date?.description, day > LocalTime(Date()).day else { return nil }
    return "\(day) is still to come, and \(name) counts as visited all the same"
  }
}
