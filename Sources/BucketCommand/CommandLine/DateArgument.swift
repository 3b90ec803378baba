import BucketPlaces
import FoundationEssentials

/// A day as it was typed, or `today` or `yesterday`; an empty word stands for none.
struct DateArgument: ArgumentValue, Equatable {
  let date: CalendarDate?

  init(argument: String) throws(ArgumentError) {
    do throws(PlaceError) {
      let days = ["today": 0.0, "yesterday": -1.0]
      let day = days[argument].map { LocalTime(Date(timeIntervalSinceNow: $0 * 86_400)).day }
      date = argument.isEmpty ? nil : try CalendarDate(parsing: day ?? argument)
    } catch {
      let (message, hint) = Failure.words(for: error)
      throw ArgumentError(reason: message, hint: hint)
    }
  }
}
