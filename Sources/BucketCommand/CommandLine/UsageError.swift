/// A command line that can't be understood.
enum UsageError: Error, Equatable {
  /// The words that name no command, what may have been meant, and else what there is, if that
  /// is little.
  case unknownCommand(String, nearest: [String], choices: [String])
  case unknownOption(String, nearest: [String])
  /// An option before the command it may belong to.
  case optionBeforeCommand(String, commands: [String])
  /// A word too many, and the words that may belong together with it, an option before them included.
  case unexpected(String, together: String?)
  case missing(Declaration, example: String?)
  /// No value, or the option named here where it should be.
  case missingValue(Declaration, before: String?)
  case takesNoValue(Declaration, String)
  case givenTwice(Declaration)
  case exclusive(Declaration, Declaration)
  /// One parameter means nothing without the other; for an action's initialiser to throw.
  case needs(String, other: String)
  case unreadable(String, Declaration, ArgumentError)
  /// A word that isn't UTF-8, counted from 1 after the name of the program.
  case notUTF8(position: Int)
}
