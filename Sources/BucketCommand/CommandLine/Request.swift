/// What a command line asks for.
enum Request: Sendable {
  case run(any Action, GlobalOptions)
  /// Text for standard output, which ends in a newline, after which there is nothing left to do.
  case show(String)
  /// What a shell may offer, which the vault may know more of.
  case complete(Completion)
}
