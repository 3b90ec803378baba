@testable import BucketVault

/// Somebody who answers from a list, and remembers what was asked and shown.
final class ScriptedConversation: Conversation {
  private var answers: [Result<String, Silence>]
  private(set) var questions: [Question] = []
  private(set) var messages: [String] = []

  init(_ answers: String...) { self.answers = answers.map { .success($0) } }

  init(silent silence: Silence) { answers = [.failure(silence)] }

  func answer(to question: Question) throws(Silence) -> Secret {
    questions.append(question)
    if answers.isEmpty { throw .endOfInput }
    return Secret(text: try answers.removeFirst().get())
  }

  func show(_ message: String, isError: Bool) { messages.append(message) }

  /// Which secrets of the vault were asked for, after what PAM asked.
  var vaultQuestions: [Question] {
    questions.filter { if case .pam = $0 { false } else { true } }
  }
}
