/// One thing a command can be given: a flag, an option with a value, or a positional argument.
///
/// A parameter is written the way its help line reads, and is the single source for parsing, help,
/// shell completion and the manual:
///
///     .optional("-p, --priority LEVEL", "how much you want to go")
struct Parameter<Value: Sendable>: Sendable {
  let declaration: Declaration
  let read: @Sendable (borrowing Matches) throws(UsageError) -> Value
}

extension Parameter where Value == Bool {
  /// A switch, off unless given; giving it twice says nothing more.
  static func flag(_ form: String, _ help: String) -> Self {
    let declaration = Declaration(form, help)
    precondition(!declaration.takesValue, "a flag takes no value")
    return Self(declaration: declaration) { $0.contains(declaration) }
  }
}

extension Parameter {
  /// An option, or a positional argument, that may be left out.
  static func optional<Wrapped: ArgumentValue>(
    _ form: String, _ help: String, candidates: Candidates = Wrapped.candidates
  ) -> Self where Value == Wrapped? {
    let declaration = Declaration(form, help, candidates: candidates)
    return Self(declaration: declaration) { matches throws(UsageError) in
      guard let word = matches.words(for: declaration).last else { return nil }
      return try Wrapped(word, for: declaration)
    }
  }

  /// An option, or the last positional argument, that may be given any number of times.
  static func repeated<Element: ArgumentValue>(
    _ form: String, _ help: String, candidates: Candidates = Element.candidates
  ) -> Self where Value == [Element] {
    let declaration = Declaration(form, help, repeats: true, candidates: candidates)
    return Self(declaration: declaration) { matches throws(UsageError) in
      try matches.values(for: declaration)
    }
  }

  /// The last positional argument, when it has to be given at least once.
  static func oneOrMore<Element: ArgumentValue>(
    _ form: String, _ help: String, candidates: Candidates = Element.candidates
  ) -> Self where Value == [Element] {
    let declaration = Declaration(
      form, help, isRequired: true, repeats: true, candidates: candidates)
    return Self(declaration: declaration) { matches throws(UsageError) in
      try matches.values(for: declaration)
    }
  }
}

extension Parameter where Value: ArgumentValue {
  /// A positional argument, or an option, that must be given.
  static func required(
    _ form: String, _ help: String, candidates: Candidates = Value.candidates
  ) -> Self {
    let declaration = Declaration(form, help, isRequired: true, candidates: candidates)
    return Self(declaration: declaration) { matches throws(UsageError) in
      guard let word = matches.words(for: declaration).last else {
        throw .missing(declaration, example: nil)
      }
      return try Value(word, for: declaration)
    }
  }

  /// An option, or a positional argument, that has a value even when it is left out.
  static func optional(_ form: String, _ help: String, default value: Value) -> Self {
    let declaration = Declaration(form, help, candidates: Value.candidates)
    return Self(declaration: declaration) { matches throws(UsageError) in
      guard let word = matches.words(for: declaration).last else { return value }
      return try Value(word, for: declaration)
    }
  }
}

extension Matches {
  fileprivate func values<Element: ArgumentValue>(for declaration: Declaration)
    throws(UsageError) -> [Element]
  {
    var values: [Element] = []
    for word in words(for: declaration) { values.append(try Element(word, for: declaration)) }
    return values
  }
}

extension ArgumentValue {
  fileprivate init(_ word: String, for declaration: Declaration) throws(UsageError) {
    do throws(ArgumentError) {
      self = try Self(argument: word)
    } catch {
      throw .unreadable(word, declaration, error)
    }
  }
}
