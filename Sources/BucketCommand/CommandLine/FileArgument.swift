/// The path of a file, as it was typed.
struct FileArgument: ArgumentValue, Equatable {
  let path: String

  init(argument: String) throws(ArgumentError) {
    guard !argument.isEmpty else { throw ArgumentError(reason: "a file needs a name") }
    path = argument
  }

  static var candidates: Candidates { .files }
}
