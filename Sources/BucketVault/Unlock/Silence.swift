/// Why no answer came.
public enum Silence: Error, Hashable, Sendable {
  /// There is no terminal to ask on.
  case noTerminal
  /// The input ended, or ^D was typed.
  case endOfInput
  /// A signal with this number came, such as by ^C.
  case interrupted(CInt)
  case timedOut
  /// The answer has more bytes than this.
  case tooLong(limit: Int)
  /// The answer holds a zero byte, which PAM can't be given.
  case zeroByte
  case failed(SystemError)
}
