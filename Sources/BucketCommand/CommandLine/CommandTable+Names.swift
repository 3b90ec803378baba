/// Names of one word and of two, looked up word by word.
extension CommandTable {
  /// The commands that one more word may name: those of one word at the beginning, the family of a
  /// command after its name, and none where the name is over.
  func commands(after head: Command?) -> [Command] {
    guard let head else { return commands.filter { !$0.name.contains(" ") } }
    return commands.filter { $0.name.hasPrefix(head.name + " ") }
  }

  /// The command that all the words name together, or `nil` for none; an error knows what may have
  /// been meant.
  func command(named words: [String]) throws(UsageError) -> Command? {
    var command: Command?
    for word in words {
      guard !commands(after: command).isEmpty else { throw .unexpected(word, together: nil) }
      command = try self.command(named: word, after: command)
    }
    return command
  }

  /// The command that one more word names, or an error that knows what may have been meant.
  func command(named word: String, after head: Command?) throws(UsageError) -> Command {
    let known = commands(after: head)
    if let command = known.first(where: { $0.lastWord == word }) { return command }
    let visible = known.filter { !$0.isHidden }
    let name = head.map { "\($0.name) \(word)" } ?? word
    throw .unknownCommand(
      word.isEmpty ? "" : name, nearest: nearest(to: word, after: head, among: visible),
      choices: head == nil ? [] : visible.map(\.name))
  }

  /// The command that a line names as far as it names one, whatever else is wrong with the line,
  /// and the words after the name.
  func command(
    in words: some Sequence<String>
  ) -> (command: Command, rest: ArraySlice<String>)? {
    var reader = WordReader(words)
    var found: (command: Command, rest: ArraySlice<String>)?
    while let piece = reader.next(
      knowing: found?.command.allDeclarations ?? GlobalOptions.declarations)?.last
    {
      guard case .positional(let word) = piece else { continue }
      if let next = commands(after: found?.command).first(where: { $0.lastWord == word }) {
        found = (next, reader.rest)
      } else if found != nil {
        break
      }
    }
    return found
  }

  /// What a word that names nothing may have been meant for: an option, one of the commands that
  /// can be named here, or, at the beginning, a command of two words by its second.
  private func nearest(
    to word: String, after head: Command?, among visible: [Command]
  ) -> [String] {
    if let option = GlobalOptions.declarations.first(where: { $0.long == word }) {
      return [option.name]
    }
    var synonyms: [String: String] = [:]
    let members = head == nil ? commands.filter { !$0.isHidden && $0.name.contains(" ") } : []
    for command in members {
      for word in [command.name, String(command.lastWord)] + command.synonyms {
        synonyms[word] = command.name
      }
    }
    for command in visible { for word in command.synonyms { synonyms[word] = command.name } }
    let names = visible.map { String($0.lastWord) }
    let full = Dictionary(uniqueKeysWithValues: zip(names, visible.map(\.name)))
    return NearestNames(names, synonyms: synonyms.filter { full[$0.key] == nil })
      .nearest(to: word).map { full[$0] ?? $0 }
  }
}
