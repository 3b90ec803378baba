import BucketVault

/// Whoever gives the answers: somebody at the terminal, or a script on standard input.
final class Person: Conversation {
  private let prompt: Prompt
  /// Set where the answers come from standard input.
  private let answers: StandardInputAnswers?
  private let output: Output

  init(environment: Environment, answersFromStandardInput: Bool, output: Output) {
    prompt = Prompt(timeout: Prompt.timeout(environment["BUCKET_PROMPT_TIMEOUT"]))
    answers = answersFromStandardInput ? StandardInputAnswers() : nil
    self.output = output
  }

  /// Whether answers are prepared, rather than asked for.
  var isScript: Bool { answers != nil }

  func answer(to question: Question) throws(Silence) -> Secret {
    switch question {
    case .pam(let prompt, let echo, let user, let service):
      try ask("\(Self.label(prompt)) (PAM asks \(user), service \(service)): ", echo: echo)
    case .passphrase: try ask("Passphrase of the vault: ")
    case .oldPassword: try ask("Login password from before it was changed: ")
    case .loginPassword(let user): try ask("Login password of \(user), for the vault: ")
    case .recoveryKey: try ask("Recovery key: ", echo: true, isPasted: true)
    case .restOfRecoveryKey: try ask("Recovery key, next line: ", echo: true, isPasted: true)
    }
  }

  /// Asks for a passphrase that is to be.
  func newPassphrase() throws(Silence) -> Secret { try ask("New passphrase for the vault: ") }

  /// Has a person type the passphrase once more; a script has no slips of the finger.
  func repeats(_ passphrase: borrowing Secret) throws(Silence) -> Bool {
    if isScript { return true }
    let second = try ask("The same once more: ")
    return second.equals(passphrase)
  }

  /// Asks for the secret of one of several keys.
  func secret(of key: String) throws(Silence) -> Secret {
    try ask("The \(key), or nothing to take it away: ")
  }

  /// Asks for a yes or a no, at the terminal alone.
  func confirms(_ question: String) throws(Silence) -> Bool {
    do throws(PromptError) {
      return try prompt.confirm(question, default: false)
    } catch {
      throw Silence(error)
    }
  }

  /// What is to become of a text that could not be saved.
  enum DraftChoice: Sendable { case resume, keep, discard }

  /// Asks what is to become of a draft, at the terminal alone.
  func choice(_ question: String) throws(Silence) -> DraftChoice {
    do throws(PromptError) {
      return try prompt.choose(
        question, among: [("y", .resume), ("n", .keep), ("d", .discard)], default: .keep)
    } catch {
      throw Silence(error)
    }
  }

  func show(_ message: String, isError: Bool) {
    for line in message.split(separator: "\n") { output.tell(DisplayText.neutralised(line)) }
  }

  private func ask(
    _ question: String, echo: Bool = false, isPasted: Bool = false
  ) throws(Silence) -> Secret {
    do throws(PromptError) {
      if let answers { return try answers.next() }
      return echo ? try prompt.line(question, isPasted: isPasted) : try prompt.secret(question)
    } catch {
      throw Silence(error)
    }
  }

  /// A module's prompt without the colon and white space at its end.
  private static func label(_ prompt: String) -> String {
    var label = prompt[...]
    while let last = label.last, last == ":" || last.isWhitespace { label.removeLast() }
    return String(label)
  }
}

extension Silence {
  init(_ error: PromptError) {
    self =
      switch error {
      case .noTerminal: .noTerminal
      case .endOfInput: .endOfInput
      case .interrupted(let signal): .interrupted(signal)
      case .timedOut: .timedOut
      case .tooLong(let limit): .tooLong(limit: limit)
      case .containsNUL: .zeroByte
      case .system(let error): .failed(error)
      }
  }
}
