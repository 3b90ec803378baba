/// The words of a usage error; what was typed appears in them with its control characters visible.
extension UsageError {
  var message: String {
    switch self {
    case .unknownCommand("", _, _): "the name of the command is empty"
    case .unknownCommand(let word, _, _): "there is no command \(Self.echo(word))"
    case .unknownOption(let word, _): "there is no option \(Self.echo(word))"
    case .optionBeforeCommand(let word, _): "\(Self.echo(word)) comes before a command"
    case .unexpected(let word, _): "nothing is expected at “\(Self.echo(word))”"
    case .missing(let parameter, _): "\(parameter.name) is missing"
    case .missingValue(let parameter, nil):
      "\(parameter.name) needs a value: \(parameter.placeholder ?? "")"
    case .missingValue(let parameter, let next?):
      "\(parameter.name) needs a value before \(Self.echo(next))"
    case .takesNoValue(let parameter, let value):
      "\(parameter.name) takes no value, but has “\(Self.echo(value))”"
    case .givenTwice(let parameter): "\(parameter.name) is given twice"
    case .exclusive(let one, let other): "\(one.name) and \(other.name) exclude each other"
    case .needs(let one, let other): "\(one) means nothing without \(other)"
    case .unreadable(let word, let parameter, let error):
      "\(parameter.name) can't be “\(Self.echo(word))”"
        + (error.reason.map { ": \(Self.neutral($0))" } ?? "")
    case .notUTF8(let position): "word \(position) of the command line is not valid UTF-8"
    }
  }

  var hint: String? {
    switch self {
    case .unknownCommand(_, [], let choices):
      choices.isEmpty ? nil : "choose \(Failure.choice(of: choices))"
    case .unknownCommand(_, let nearest, _), .unknownOption(_, let nearest):
      nearest.isEmpty ? nil : "did you mean \(Failure.choice(of: nearest))?"
    case .optionBeforeCommand(let word, let commands):
      "put it after the command: \(Failure.choice(of: commands.map { "bucket \($0) \(word)" }))"
    case .unexpected(_, let words?):
      "put quotes around what belongs together: \(Self.echo(words))"
    case .missing(_, let example?): "for example: \(example)"
    case .missingValue(let parameter, let next?):
      "if it is \(Self.echo(next)), write \(parameter.name)=\(Self.echo(next))"
    case .exclusive(let one, let other): "give \(one.name) or \(other.name)"
    case .unreadable(_, let parameter, let error):
      error.hint.map(Self.neutral)
        ?? (parameter.candidates.words.isEmpty
          ? nil : "choose \(Failure.choice(of: parameter.candidates.words))")
    case .notUTF8: "rename the file, or type the text in a UTF-8 terminal"
    case .unexpected(_, nil), .missing(_, nil), .missingValue(_, nil), .takesNoValue, .givenTwice,
      .needs:
      nil
    }
  }

  /// A typed word, safe to show, and short enough that the message around it stays readable.
  private static func echo(_ word: String) -> String {
    DisplayText.truncated(word, to: 60)
  }

  private static func neutral(_ text: String) -> String { DisplayText(text).string }
}
