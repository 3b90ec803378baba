/// Takes the words of a command line apart, and judges nothing.
///
/// The parser and the completion both read through it, so they can't disagree about which word is
/// the value of which option.
///
/// The word after an option that takes a value is its value whatever it begins with, so
/// `--at -33.8,151.2` and `-d "-text"` work. Only the long spelling of an option the command knows
/// isn't taken: there the value has been forgotten, and `--name=--text` still says it.
struct WordReader: Sendable {
  private(set) var rest: ArraySlice<String>
  private(set) var optionsAreOver = false

  init(_ words: some Sequence<String>) {
    rest = ArraySlice(words)
  }

  /// The pieces of the next word, with the value it needs; nil at the end.
  mutating func next(knowing declarations: [Declaration]) -> [Piece]? {
    guard let word = rest.popFirst() else { return nil }
    if optionsAreOver || word == "-" || !word.hasPrefix("-") { return [.positional(word)] }
    if word == "--" {
      optionsAreOver = true
      return [.separator]
    }
    return word.hasPrefix("--")
      ? [long(word, knowing: declarations)] : letters(of: word, knowing: declarations)
  }

  private mutating func long(_ word: String, knowing declarations: [Declaration]) -> Piece {
    // By scalars: a mark at the beginning of a value would make one character with the `=`.
    let equals = word.unicodeScalars.firstIndex(of: "=")
    let name = String(word.unicodeScalars[..<(equals ?? word.endIndex)])
    guard let declaration = declarations.first(where: { $0.spellings.contains(name) }) else {
      return .unknown(name, in: word)
    }
    let attached = equals.map { String(word.unicodeScalars[$0...].dropFirst()) }
    return piece(of: declaration, attached: attached, knowing: declarations)
  }

  private mutating func letters(of word: String, knowing declarations: [Declaration]) -> [Piece] {
    // `-edit` could be read as the letters of others, but a dash was forgotten.
    guard !declarations.contains(where: { $0.long == String(word.dropFirst()) }) else {
      return [.unknown(word, in: word)]
    }
    var pieces: [Piece] = []
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let declaration = declarations.first(where: { $0.short == letter }) else {
        return pieces + [.unknown("-\(letter)", in: word)]
      }
      let isLast = declaration.takesValue || letters.first == "="
      // `-n=value` means what `--name=value` does: a value that begins with `=` is a rarity.
      let attached = letters.first == "=" ? letters.dropFirst() : letters
      let hasAttached = isLast && !letters.isEmpty
      pieces.append(
        piece(
          of: declaration, attached: hasAttached ? String(attached) : nil, knowing: declarations))
      if isLast { break }
    }
    return pieces
  }

  private mutating func piece(
    of declaration: Declaration, attached: String?, knowing declarations: [Declaration]
  ) -> Piece {
    guard declaration.takesValue else {
      return attached.map { .valueUnwanted(declaration, value: $0) } ?? .flag(declaration)
    }
    if let attached { return .option(declaration, value: attached) }
    guard let next = rest.first else { return .valueMissing(declaration, before: nil) }
    if next.hasPrefix("--"), declarations.contains(where: { $0.spellings.contains(next) }) {
      return .valueMissing(declaration, before: next)
    }
    rest.removeFirst()
    return .option(declaration, value: next)
  }
}
