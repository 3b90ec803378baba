/// Whoever can be asked: a person at a terminal, or answers prepared for a script.
public protocol Conversation: AnyObject {
  /// The bytes of the answer, as they were typed.
  func answer(to question: Question) throws(Silence) -> Secret
  /// Shows a message of a PAM module, as it came.
  func show(_ message: String, isError: Bool)
}
