import BucketPlaces

/// What may stand where a word of the command line is being typed.
struct Completion: Sendable, Equatable {
  struct Candidate: Sendable, Equatable {
    let word: String
    let text: String
  }

  private(set) var candidates: [Candidate] = []
  /// The part of the typed word that comes before the name of a file, where files may stand.
  private(set) var prefixOfFile: String?
  /// What only the vault knows, where something of it may stand.
  private(set) var wanted: Candidates?
  private let typed: String
  /// The line of bash that the words are from, where it is bash that asks.
  private let bash: BashLine?
  /// The part of the typed word that comes before what only the vault knows.
  private var prefix = ""
  /// The vault that the line names.
  let vaultPath: String?

  /// Of a line of bash, whose answer is spelled as bash inserts it.
  init(of line: BashLine, in table: CommandTable) {
    self.init(of: line.words, bash: line, in: table)
  }

  /// - Parameter words: The words after the name of the program; the last one is being typed.
  init(of words: [String], in table: CommandTable) {
    self.init(of: words, bash: nil, in: table)
  }

  private init(of words: [String], bash: BashLine?, in table: CommandTable) {
    self.bash = bash
    typed = words.last ?? ""
    let line = Line(words.dropLast(), in: table)
    vaultPath = line.vaultPath
    let known = line.command?.allDeclarations ?? GlobalOptions.declarations

    if line.isCommandUnknown {
      return
    } else if let declaration = line.awaited {
      offer(declaration.candidates, in: table)
    } else if !line.optionsAreOver, typed.hasPrefix("-") {
      var reader = WordReader([typed])
      // In a lone word, a value can only be one that is attached to its option.
      if case .option(let declaration, let value)? = reader.next(knowing: known)?.last {
        let prefix = String(typed.unicodeScalars.dropLast(value.unicodeScalars.count))
        offer(declaration.candidates, after: prefix, in: table)
      } else {
        candidates = line.possibleOptions.map { Candidate(word: $0.name, text: $0.help) }
      }
    } else if line.isNameOpen(in: table) {
      offer(table.commands(after: line.command))
    } else if let positional = line.nextPositional {
      offer(positional.candidates, behind: line.positionals, in: table)
    }
    candidates = candidates.filter { canBecome($0.word) }
  }

  /// The same with what the vault knows.
  func knowing(_ vocabulary: Vocabulary) -> Completion {
    let words: [String] =
      switch wanted {
      case .categories: vocabulary.categories
      case .tags: vocabulary.tags.map { TagList([$0]).text }
      case .places: vocabulary.names
      case nil, .none?, .words, .files, .commands: []
      }
    var known = self
    let there = Set(candidates.map { FoldedText($0.word) })
    // The shell shows them as they are.
    known.candidates += words.filter { DisplayText($0).string == $0 }
      .map { prefix + $0 }.filter { canBecome($0) && !there.contains(FoldedText($0)) }
      .map { Candidate(word: $0, text: "") }
    return known
  }

  /// Whether what was typed is the beginning of a word. What the vault knows is searched for without
  /// regard to case, and so it is here.
  private func canBecome(_ word: String) -> Bool {
    guard wanted != nil else { return word.hasPrefix(typed) }
    let value = { (text: String) in
      FoldedText(String(text.unicodeScalars.dropFirst(prefix.unicodeScalars.count)))
    }
    return value(word).hasPrefix(value(typed))
  }

  private mutating func offer(
    _ source: Candidates, after prefix: String = "", behind words: [String] = [],
    in table: CommandTable
  ) {
    switch source {
    case .none: break
    case .files: prefixOfFile = prefix
    case .words(let words): candidates = words.map { Candidate(word: prefix + $0, text: "") }
    case .categories(suggested: let words):
      candidates = words.map { Candidate(word: prefix + $0, text: "") }
      (wanted, self.prefix) = (source, prefix)
    case .tags, .places: (wanted, self.prefix) = (source, prefix)
    case .commands:
      let named = table.command(in: words)
      guard named?.rest.isEmpty ?? words.isEmpty else { return }
      offer(table.commands(after: named?.command), after: prefix)
    }
  }

  private mutating func offer(_ commands: [Command], after prefix: String = "") {
    candidates = commands.filter { !$0.isHidden }.map {
      Candidate(word: prefix + $0.lastWord, text: $0.summary)
    }
  }

  /// What the shells' scripts read: a line `files`, a tab and the prefix, or a line `words` and
  /// then one for each candidate, with a tab and what it means.
  var answer: String {
    if let bash { return answer(in: bash) }
    if let prefixOfFile { return "files\t\(DisplayText(prefixOfFile).string)\n" }
    let lines = candidates.map { $0.text.isEmpty ? $0.word : "\($0.word)\t\($0.text)" }
    return (["words"] + lines).map { $0 + "\n" }.joined()
  }

  /// What bash's script reads: a line `words` and then one for each candidate, or a line `files` and
  /// nothing more where a name of a file is all that is replaced, or else two: what to put before
  /// the name, and what there is of it.
  private func answer(in line: BashLine) -> String {
    guard let prefixOfFile else {
      return (["words"] + line.spellings(of: candidates.map(\.word))).map { $0 + "\n" }.joined()
    }
    let (kept, prefix) = (line.kept.unicodeScalars, prefixOfFile.unicodeScalars)
    if kept.starts(with: prefix) { return "files\n" }
    let parts = [prefix.dropFirst(kept.count), typed.unicodeScalars.dropFirst(prefix.count)]
    return "files\n" + parts.map { DisplayText(String($0)).string + "\n" }.joined()
  }
}
