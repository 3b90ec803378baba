/// The words of one command line, sorted by the parameter they belong to.
struct Matches: Sendable {
  private var found: [String: [String]] = [:]

  func words(for declaration: Declaration) -> [String] {
    found[declaration.name, default: []]
  }

  func contains(_ declaration: Declaration) -> Bool { found[declaration.name] != nil }

  /// Puts one piece where it belongs, a positional with the first parameter that has room for it.
  mutating func add(_ piece: Piece, to declarations: [Declaration]) throws(UsageError) {
    switch piece {
    case .separator: break
    case .flag(let declaration): found[declaration.name] = []
    case .option(let declaration, let value):
      guard declaration.repeats || !contains(declaration) else { throw .givenTwice(declaration) }
      found[declaration.name, default: []].append(value)
    case .positional(let word):
      let positionals = declarations.filter(\.isPositional)
      guard let declaration = positionals.first(where: { $0.repeats || !contains($0) }) else {
        throw .unexpected(word, together: nil)
      }
      found[declaration.name, default: []].append(word)
    case .unknown(let spelling, let word):
      throw .unknownOption(
        spelling, nearest: Self.nearest(to: spelling, in: word, among: declarations))
    case .valueMissing(let declaration, let next): throw .missingValue(declaration, before: next)
    case .valueUnwanted(let declaration, let value): throw .takesNoValue(declaration, value)
    }
  }

  /// Refuses what was found before the name of the command was whole, and isn't for that command.
  func check(knownTo declarations: [Declaration]) throws(UsageError) {
    for name in found.keys.sorted() where !declarations.contains(where: { $0.name == name }) {
      throw .unknownOption(name, nearest: [])
    }
  }

  /// Refuses two parameters of one group of which only one can be meant.
  func check(exclusive names: [String], of declarations: [Declaration]) throws(UsageError) {
    let given = names.compactMap { name in
      declarations.first { $0.name == name && contains($0) }
    }
    if given.count > 1 { throw .exclusive(given[0], given[1]) }
  }

  private static func nearest(
    to spelling: String, in word: String, among declarations: [Declaration]
  ) -> [String] {
    let names = declarations.filter { !$0.isPositional }.map(\.name)
    if !spelling.hasPrefix("--") {
      return word.count > 2 ? NearestNames(names).nearest(to: "-\(word)") : []
    }
    return NearestNames(names).nearest(to: spelling)
  }
}
