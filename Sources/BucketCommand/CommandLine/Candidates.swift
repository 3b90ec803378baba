/// What a shell may offer where a value is being typed.
enum Candidates: Sendable, Equatable {
  /// Nothing is known beforehand.
  case none
  case words([String])
  /// The names of files, which the shell itself knows best.
  case files
  /// The names of the table's commands.
  case commands

  /// The words, where they are known by the declaration alone.
  var words: [String] {
    if case .words(let words) = self { words } else { [] }
  }
}
