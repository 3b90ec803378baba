/// One verb of the command line, or one of a family, such as `keys add`.
struct Command: Sendable {
  /// What comes of a command line that was understood.
  enum Outcome: Sendable {
    case action(any Action)
    /// Text about the table itself, for a terminal of so many columns.
    case text(@Sendable (CommandTable, _ width: Int) throws(UsageError) -> String)
    /// What may stand where the last of the words is being typed.
    case completion(of: [String])
    case bashCompletion(of: BashLine)
  }

  /// A word, or two, of which the first is the name of a command as well: `keys`, `keys add`.
  let name: String
  let summary: String
  let examples: [Example]
  let discussion: String
  let declarations: [Declaration]
  let exclusive: [[String]]
  let exitStatuses: [Term]
  /// Words others use for it; they lead to a suggestion, and aren't accepted.
  let synonyms: [String]
  let isHidden: Bool
  private let make: @Sendable (Matches) throws(UsageError) -> Outcome

  /// Declares a command whose parameters are those of an action's initialiser, in the same order.
  ///
  /// - Parameters:
  ///   - summary: A sentence that says what the command does.
  ///   - examples: Lines that work as typed, of at most 76 columns; help begins with them.
  ///   - exclusive: Groups of names, as `["--visited", "--unvisited"]`, of which one can be given.
  ///   - discussion: Paragraphs, with an empty line between them.
  ///   - exitStatuses: Those that mean something particular here.
  init<each Value: Sendable, Made: Action>(
    _ name: String, _ summary: String, examples: [Example] = [],
    _ parameters: repeat Parameter<each Value>, exclusive: [[String]] = [],
    discussion: String = "", exitStatuses: [Term] = [], synonyms: [String] = [],
    make: @escaping @Sendable (repeat each Value) throws(UsageError) -> Made
  ) {
    var declarations: [Declaration] = []
    repeat declarations.append((each parameters).declaration)
    self.init(
      name, summary, examples: examples, declarations: declarations, exclusive: exclusive,
      discussion: discussion, exitStatuses: exitStatuses, synonyms: synonyms
    ) { matches throws(UsageError) in
      .action(try make(repeat try (each parameters).read(matches)))
    }
  }

  /// Declares a command by what comes of its matches.
  init(
    _ name: String, _ summary: String, examples: [Example] = [], declarations: [Declaration],
    exclusive: [[String]] = [], discussion: String = "", exitStatuses: [Term] = [],
    synonyms: [String] = [], isHidden: Bool = false,
    outcome: @escaping @Sendable (Matches) throws(UsageError) -> Outcome
  ) {
    self.name = name
    self.summary = summary
    self.examples = examples
    self.discussion = discussion
    self.declarations = declarations
    self.exclusive = exclusive
    self.exitStatuses = exitStatuses
    self.synonyms = synonyms
    self.isHidden = isHidden
    make = outcome
    let words = name.split(separator: " ", omittingEmptySubsequences: false)
    precondition(words.count <= 2 && !words.contains(""), "a name has one word or two")
    let names = declarations.map(\.name)
    for name in exclusive.joined() { precondition(names.contains(name), "\(name) isn't declared") }
    let positionals = declarations.filter(\.isPositional)
    precondition(!positionals.dropLast().contains(where: \.repeats), "only the last may repeat")
    precondition(
      positionals.drop(while: \.isRequired).allSatisfy { !$0.isRequired },
      "what may be left out comes last")
  }

  /// The word of its name that it doesn't share with its family.
  var lastWord: Substring { name.split(separator: " ").last ?? "" }

  /// Everything the command can be given, the options of every command included.
  var allDeclarations: [Declaration] { declarations + GlobalOptions.declarations }

  /// Reads the values, once nothing is missing and nothing excludes another.
  func outcome(of matches: Matches) throws(UsageError) -> Outcome {
    for names in exclusive { try matches.check(exclusive: names, of: declarations) }
    for declaration in declarations where declaration.isRequired && !matches.contains(declaration) {
      throw .missing(declaration, example: examples.first?.line)
    }
    return try make(matches)
  }

  /// The parts of its usage line after the name, those that exclude each other as one.
  var synopsis: [String] {
    var parts: [String] = []
    for declaration in declarations {
      guard let group = exclusive.first(where: { $0.contains(declaration.name) }) else {
        parts.append(declaration.synopsis)
        continue
      }
      let members = declarations.filter { group.contains($0.name) }
      guard members.first == declaration else { continue }
      let usages = members.map { $0.usage + ($0.repeats ? "…" : "") }
      parts.append("[" + usages.joined(separator: " | ") + "]")
    }
    return parts
  }

  /// Whether words that can't all be understood ask this command for JSON.
  func isAskedForJSON(by words: [String]) -> Bool {
    let isDeclared = declarations.contains { $0.long == "json" && !$0.takesValue }
    return isDeclared && words.prefix { $0 != "--" }.contains("--json")
  }
}
