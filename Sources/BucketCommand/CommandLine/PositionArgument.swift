import BucketPlaces

/// A position as it was typed; an empty word stands for none.
struct PositionArgument: ArgumentValue, Equatable {
  let coordinate: Coordinate?

  init(argument: String) throws(ArgumentError) {
    do throws(CoordinateError) {
      coordinate = argument.isEmpty ? nil : try Coordinate(parsing: argument)
    } catch {
      let (message, hint) = Failure.words(for: error)
      throw ArgumentError(reason: message, hint: hint)
    }
  }
}
