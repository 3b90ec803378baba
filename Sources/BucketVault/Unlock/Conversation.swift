/// What is asked of the person on the way to the key.
public enum Question: Hashable, Sendable {
  /// A prompt of a PAM module, as it came.
  case pam(prompt: String, echo: Bool, user: String, service: String)
  /// The vault's passphrase.
  case passphrase
  /// The login password that the vault was sealed with before it was changed.
  case oldPassword
  /// The login password, where PAM was content without one, or asked for several secrets.
  case loginPassword(user: String)
  case recoveryKey
  /// More letters of a recovery key whose first lines were given.
  case restOfRecoveryKey
}

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

/// Whoever can be asked: a person at a terminal, or answers prepared for a script.
public protocol Conversation: AnyObject {
  /// The bytes of the answer, as they were typed.
  func answer(to question: Question) throws(Silence) -> Secret
  /// Shows a message of a PAM module, as it came.
  func show(_ message: String, isError: Bool)
}
