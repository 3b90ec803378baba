/// A number of things, at least one.
struct CountArgument: ArgumentValue, Equatable {
  let count: Int

  init(argument: String) throws(ArgumentError) {
    guard let count = Int(argument), count > 0 else {
      throw ArgumentError(reason: "it is no whole number from 1 on")
    }
    self.count = count
  }
}
