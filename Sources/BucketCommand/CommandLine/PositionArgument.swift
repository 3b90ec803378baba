import BucketPlaces

/// A position as it was typed or pasted; an empty word stands for none.
enum PositionArgument: ArgumentValue, Equatable {
  case none
  case position(PastedPosition)
  /// A plus code without its leading digits, beside which something stands that may name a place.
  case code(String, near: String)

  init(argument: String) throws(ArgumentError) {
    do throws(CoordinateError) {
      self = argument.isEmpty ? .none : .position(try PastedPosition(parsing: argument))
    } catch {
      if case .shortPlusCode(_, let reference?) = error {
        self = .code(argument, near: reference)
        return
      }
      let (message, hint) = Failure.words(for: error)
      throw ArgumentError(reason: message, hint: hint)
    }
  }

  var position: PastedPosition? {
    if case .position(let position) = self { position } else { nil }
  }
}
