/// The one ordered list of commands, and the reading of a command line by it.
struct CommandTable: Sendable {
  let program: Program
  let groups: [CommandGroup]

  /// Adds to the groups the commands that are about the table itself.
  init(_ program: Program, _ groups: [CommandGroup]) {
    self.program = program
    self.groups = groups + [CommandGroup("About bucket", Command.aboutTable)]
    let names = self.groups.flatMap(\.commands).map(\.name)
    precondition(Set(names).count == names.count, "two commands have one name")
    for command in commands {
      let spellings = command.allDeclarations.flatMap { $0.isPositional ? [$0.name] : $0.spellings }
      precondition(
        Set(spellings).count == spellings.count, "\(command.name) declares an option twice")
    }
    for family in Dictionary(grouping: commands, by: { $0.name.prefix { $0 != " " } }).values
    where family.count > 1 {
      let head = family.first { !$0.name.contains(" ") }
      // A second word could be either, or would be missing.
      precondition(
        head.map { !$0.declarations.contains(where: \.isPositional) } == true,
        "the first of two words is a command without arguments")
    }
  }

  var commands: [Command] { groups.flatMap(\.commands) }

  /// The groups without what only the shells ask for.
  var visibleGroups: [CommandGroup] {
    groups.map { CommandGroup($0.title, $0.commands.filter { !$0.isHidden }) }
  }

  /// Understands the words after the name of the program.
  ///
  /// `--help` wins over whatever else is wrong with the line.
  ///
  /// - Parameter width: The columns of the terminal; help is never wider than 80.
  func request(for words: [String], width: Int = 80) throws(UsageError) -> Request {
    do throws(UsageError) {
      return try read(words, width: width)
    } catch {
      let options = words.prefix { $0 != "--" }
      guard options.contains("--help") || options.contains("-h") else {
        guard case .unexpected(let word, _) = error else { throw error }
        throw .unexpected(word, together: together(with: word, in: words))
      }
      return .show(Help(self, width: width).text(about: command(in: options)?.command))
    }
  }

  private func read(_ words: [String], width: Int) throws(UsageError) -> Request {
    var reader = WordReader(words)
    var matches = Matches()
    var command: Command?
    while let pieces = reader.next(
      knowing: command?.allDeclarations ?? GlobalOptions.declarations)
    {
      for piece in pieces {
        let next = commands(after: command)
        if case .positional(let word) = piece, !next.isEmpty {
          let named = try self.command(named: word, after: command)
          try matches.check(knownTo: named.allDeclarations)
          command = named
        } else {
          try check(piece, belongsToNoneOf: command == nil ? commands : next)
          try matches.add(piece, to: command?.allDeclarations ?? GlobalOptions.declarations)
        }
      }
    }
    let help = Help(self, width: width)
    if matches.contains(GlobalOptions.version) { return .show("bucket \(program.version)\n") }
    guard let command, !matches.contains(GlobalOptions.help) else {
      return .show(help.text(about: command))
    }
    let options = try GlobalOptions(matches)
    switch try command.outcome(of: matches) {
    case .action(let action): return .run(action, options)
    case .text(let text): return .show(try text(self, width))
    case .completion(of: let words): return answer(Completion(of: words, in: self))
    case .bashCompletion(of: let line): return answer(Completion(of: line, in: self))
    }
  }

  private func answer(_ completion: Completion) -> Request {
    completion.wanted == nil ? .show(completion.answer) : .complete(completion)
  }

  /// What quotes may have been forgotten around: the words in a row up to one too many, and those
  /// after it, with the option whose value they are.
  private func together(with word: String, in words: [String]) -> String? {
    guard let (command, rest) = command(in: words) else { return nil }
    var reader = WordReader(rest)
    var row: [String] = []
    var option: String?
    var isFound = false
    while let piece = reader.next(knowing: command.allDeclarations)?.last {
      switch piece {
      case .positional(let next):
        row.append(next)
        isFound = isFound || next == word
        continue
      case .option(let declaration, let value) where !isFound:
        (option, row) = (declaration.name, [value])
      default:
        if isFound { break }
        (option, row) = (nil, [])
      }
      if isFound { break }
    }
    let free = command.declarations.first { $0.isPositional && $0.candidates == .none }
    guard row.count > 1, option != nil || free.map({ !$0.name.hasPrefix("PLACE") }) == true else {
      return nil
    }
    let quoted = "\"" + row.joined(separator: " ") + "\""
    return option.map { "\($0) \(quoted)" } ?? quoted
  }

  /// Refuses an option that stands before the rest of the name of the command it belongs to.
  private func check(
    _ piece: Piece, belongsToNoneOf later: [Command]
  ) throws(UsageError) {
    guard case .unknown(let spelling, _) = piece else { return }
    let owners = later.filter { command in
      !command.isHidden && command.declarations.contains { $0.spellings.contains(spelling) }
    }
    if !owners.isEmpty {
      throw .optionBeforeCommand(spelling, commands: owners.prefix(3).map(\.name))
    }
  }
}
