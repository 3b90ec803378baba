extension Completion {
  /// The words before the one that is being typed, right or wrong.
  struct Line {
    private(set) var command: Command?
    /// Nothing can be said about the words after a command that isn't there.
    private(set) var isCommandUnknown = false
    /// The option whose value is being typed.
    private(set) var awaited: Declaration?
    private(set) var optionsAreOver = false
    private var given: Set<String> = []
    /// The vault that was named.
    private(set) var vaultPath: String?
    /// What was given to the command by place.
    private(set) var positionals: [String] = []

    init(_ words: some Sequence<String>, in table: CommandTable) {
      var reader = WordReader(words)
      while let pieces = reader.next(
        knowing: command?.allDeclarations ?? GlobalOptions.declarations)
      {
        for piece in pieces { take(piece, in: table) }
      }
      optionsAreOver = reader.optionsAreOver
    }

    private mutating func take(_ piece: Piece, in table: CommandTable) {
      switch piece {
      case .positional(let word) where !isCommandUnknown && isNameOpen(in: table):
        let next = table.commands(after: command).first { $0.lastWord == word && !$0.isHidden }
        command = next ?? command
        isCommandUnknown = next == nil
      case .positional(let word): positionals.append(word)
      case .flag(let declaration): given.insert(declaration.name)
      case .option(let declaration, let value):
        given.insert(declaration.name)
        if declaration == GlobalOptions.vault { vaultPath = value }
      case .valueMissing(let declaration, before: nil): awaited = declaration
      case .separator, .unknown, .valueMissing, .valueUnwanted: break
      }
    }

    /// Whether the word that is being typed is one of the command's name.
    func isNameOpen(in table: CommandTable) -> Bool { !table.commands(after: command).isEmpty }

    var nextPositional: Declaration? {
      let all = command?.declarations.filter(\.isPositional) ?? []
      return positionals.count < all.count
        ? all[positionals.count] : all.last.flatMap { $0.repeats ? $0 : nil }
    }

    /// The options that haven't been given, and that nothing given excludes.
    var possibleOptions: [Declaration] {
      let excluded = (command?.exclusive ?? []).filter { !given.isDisjoint(with: $0) }.joined()
      return (command?.allDeclarations ?? GlobalOptions.declarations).filter {
        !$0.isPositional && ($0.repeats || !given.contains($0.name)) && !excluded.contains($0.name)
      }
    }
  }
}
