/// What a word of the command line, or a letter of one, turned out to be.
enum Piece: Sendable, Equatable {
  case positional(String)
  case flag(Declaration)
  case option(Declaration, value: String)
  /// The `--` after which every word is positional.
  case separator

  /// No declaration has this spelling; the word is the one it stands in.
  case unknown(String, in: String)
  /// The line, or the option named here, came where the value should be.
  case valueMissing(Declaration, before: String?)
  case valueUnwanted(Declaration, value: String)
}
