/// What one command does, once its parameters are read.
protocol Action: Sendable {
  /// Whether a failure is to be told as JSON on standard output too.
  var wantsJSON: Bool { get }

  /// - Returns: The exit status, for a command that tells by it without having failed.
  func run(in context: borrowing Context) throws(Failure) -> ExitStatus
}

extension Action {
  var wantsJSON: Bool { false }
}
