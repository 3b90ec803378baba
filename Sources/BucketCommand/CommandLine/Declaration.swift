/// What a parameter looks like from outside, whatever the type of its value.
struct Declaration: Sendable, Equatable {
  let long: String?
  let short: Character?
  let placeholder: String?
  let isRequired: Bool
  let repeats: Bool
  let candidates: Candidates
  let help: String

  /// Reads a form such as `-t, --tag TAG`, `--json` or `NAME`.
  init(
    _ form: String, _ help: String, isRequired: Bool = false, repeats: Bool = false,
    candidates: Candidates = .none
  ) {
    let words = form.split { $0 == " " || $0 == "," }
    long = words.first { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }
    short = words.first { $0.count == 2 && $0.hasPrefix("-") }?.last
    placeholder = words.first { !$0.hasPrefix("-") }.map(String.init)
    self.isRequired = isRequired
    self.repeats = repeats
    self.candidates = candidates
    self.help = help
    precondition(!words.isEmpty, "a declaration needs a form")
  }

  var isPositional: Bool { long == nil && short == nil }
  var takesValue: Bool { placeholder != nil }

  /// What the parameter is called in a message, and what it is known by.
  var name: String { long.map { "--\($0)" } ?? short.map { "-\($0)" } ?? placeholder ?? "" }

  /// Every spelling of an option: `-t` and `--tag`.
  var spellings: [String] {
    (short.map { ["-\($0)"] } ?? []) + (long.map { ["--\($0)"] } ?? [])
  }

  /// The left side of its line in a list of options, where short letters have a column.
  var form: String {
    guard !isPositional else { return synopsis }
    let value = placeholder.map { " \($0)" } ?? ""
    return (short.map { "-\($0)" } ?? "  ")
      + (long.map { (short == nil ? "  " : ", ") + "--\($0)" } ?? "") + value
  }

  /// Its part of a usage line: `NAME`, `[-t TAG]…`.
  var synopsis: String {
    let inner = isRequired ? usage : "[\(usage)]"
    return repeats ? inner + "…" : inner
  }

  /// Its shortest spelling with the value it takes: `NAME`, `-t TAG`, `--json`.
  var usage: String {
    guard let spelling = spellings.first else { return name }
    return placeholder.map { "\(spelling) \($0)" } ?? spelling
  }
}
