import BucketVault
import Glibc

/// Questions asked on the terminal itself, whatever standard input and output lead to.
///
/// The terminal is as it was before when a question ends, however it ends: by an answer, a signal,
/// the end of the input or of the time. When the program is stopped in the middle, the question is
/// asked anew as it goes on. In the background it stops until it is in the foreground. What a
/// terminal might obey in a question is spelled out.
struct Prompt {
  /// How long a question stands; for ever if `nil`.
  let timeout: Duration?

  /// - Parameter timeout: How long a question stands; for ever if `nil`.
  init(timeout: Duration? = .seconds(300)) { self.timeout = timeout }

  /// Reads BUCKET_PROMPT_TIMEOUT: seconds, 0 for ever, and five minutes if it is neither.
  static func timeout(_ variable: String?) -> Duration? {
    guard let seconds = variable.flatMap({ UInt32($0) }) else { return .seconds(300) }
    return seconds == 0 ? nil : .seconds(seconds)
  }

  /// Asks for something that mustn't be seen.
  func secret(_ question: String) throws(PromptError) -> Secret {
    try ask(question, isEchoing: false)
  }

  /// Asks for something that is shown as it is typed, and is kept like a secret all the same.
  ///
  /// - Parameter isPasted: Whether several lines may come at once, of which others ask for the rest.
  func line(_ question: String, isPasted: Bool = false) throws(PromptError) -> Secret {
    try ask(question, isEchoing: true, isPasted: isPasted)
  }

  /// Asks until the answer is yes or no.
  ///
  /// - Parameter answer: What an empty line means.
  func confirm(_ question: String, default answer: Bool) throws(PromptError) -> Bool {
    try choose(
      question + (answer ? " [Y/n] " : " [y/N] "),
      among: [("y", true), ("yes", true), ("n", false), ("no", false)], default: answer)
  }

  /// Asks until the answer is one of some words.
  ///
  /// - Parameter usual: What an empty line means.
  func choose<Choice: Sendable>(
    _ question: String, among choices: [(word: String, choice: Choice)], default usual: Choice
  ) throws(PromptError) -> Choice {
    while true {
      let word = Self.word(of: try line(question))
      if word.isEmpty { return usual }
      if let found = choices.first(where: { $0.word == word }) { return found.choice }
    }
  }

  private static func word(of line: borrowing Secret) -> String {
    line.withBytes { bytes in
      var word = ""
      for index in 0..<min(bytes.byteCount, 16) {
        let byte = unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
        let character = Character(Unicode.Scalar(byte))
        if !character.isWhitespace { word.append(character) }
      }
      return word.lowercased()
    }
  }
}

extension Prompt {
  /// How an attempt at one question ended, if not by an error.
  private enum Attempt: ~Copyable {
    case answer(Secret)
    /// The terminal asked the program to stop.
    case stopped
    /// The program was stopped in another way, and somebody woke it.
    case continued
  }

  private func ask(
    _ question: String, isEchoing: Bool, isPasted: Bool = false
  ) throws(PromptError) -> Secret {
    // It may come from a PAM module, which may have it from anywhere.
    let question = question.split(separator: "\n", omittingEmptySubsequences: false)
      .map { DisplayText($0).string }.joined(separator: "\n")
    guard
      let terminal = try PromptError.catching({ () throws(SystemError) in try Terminal.open() })
    else { throw .noTerminal }
    let watch = try PromptError.catching { () throws(SystemError) in
      try SignalWatch(SignalWatch.ending + [SIGTSTP, SIGCONT])
    }
    // In the background the terminal shows the modes of somebody else's program.
    if !terminal.isForeground { watch.stop(by: SIGTTOU) }
    let modes = try PromptError.catching { () throws(SystemError) in try terminal.modes() }
    while true {
      let attempt = try attempt(
        question, isEchoing: isEchoing, isPasted: isPasted, on: terminal, before: modes,
        watch: watch)
      switch consume attempt {
      case .answer(let answer): return answer
      case .stopped: watch.stop(by: SIGTSTP)
      case .continued: break
      }
    }
  }

  private func attempt(
    _ question: String, isEchoing: Bool, isPasted: Bool, on terminal: borrowing Terminal,
    before: Terminal.Modes, watch: borrowing SignalWatch
  ) throws(PromptError) -> Attempt {
    var isAnswered = false
    try PromptError.catching { () throws(SystemError) in
      try terminal.set(before.readingLines(isEchoing: isEchoing), droppingInput: !isPasted)
    }
    defer {
      // The newline of an answer was typed, but not shown.
      if !(isAnswered && isEchoing) { try? terminal.write("\n") }
      // In the background the terminal is another program's to set. Setting it drops what was
      // typed of a secret, so that no shell takes it for a command.
      if terminal.isForeground { try? terminal.set(before, droppingInput: !isPasted) }
    }
    try PromptError.catching { () throws(SystemError) in try terminal.write(question) }
    let number = terminal.descriptor.number
    let deadline = timeout.map { ContinuousClock.now + $0 }
    var line = SecretLine()
    while true {
      let event = try PromptError.catching { () throws(SystemError) in
        try watch.wait(for: number, until: deadline)
      }
      switch event {
      case .timedOut: throw .timedOut
      case .signal(SIGTSTP): return .stopped
      case .signal(SIGCONT): return .continued
      case .signal(let signal): throw .interrupted(signal)
      case .readable:
        switch try PromptError.catching({ () throws(SystemError) in
          try line.readByte(from: number)
        }) {
        case .incomplete: continue
        case .endOfInput: throw .endOfInput
        case .complete:
          isAnswered = true
          return .answer(try line.secret())
        }
      }
    }
  }
}
