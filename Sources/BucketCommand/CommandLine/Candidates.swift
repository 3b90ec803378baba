/// What a shell may offer where a value is being typed.
enum Candidates: Sendable, Equatable {
  /// Nothing is known beforehand.
  case none
  case words([String])
  /// The names of files, which the shell itself knows best.
  case files
  /// The names of the table's commands.
  case commands
  /// The categories of the open vault, and those that are good to begin with.
  case categories(suggested: [String])
  /// The tags of the open vault, spelled as one of several in a word.
  case tags
  /// The names of the open vault's places.
  case places

  /// The words, where they are known by the declaration alone.
  var words: [String] {
    switch self {
    case .words(let words), .categories(suggested: let words): words
    case .none, .files, .commands, .tags, .places: []
    }
  }
}
