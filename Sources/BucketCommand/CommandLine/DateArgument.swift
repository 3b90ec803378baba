import BucketPlaces

/// A day as it was typed; an empty word stands for none.
struct DateArgument: ArgumentValue, Equatable {
  let date: CalendarDate?

  init(argument: String) throws(ArgumentError) {
    do throws(PlaceError) {
      date = argument.isEmpty ? nil : try CalendarDate(parsing: argument)
    } catch {
      let (message, hint) = Failure.words(for: error)
      throw ArgumentError(reason: message, hint: hint)
    }
  }
}
