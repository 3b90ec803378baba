/// A line taken apart into words as a shell does it, where nothing is expanded.
///
/// White space parts words. Within single quotes everything stands for itself; within double
/// quotes a backslash makes `"`, `\`, `$` and a backquote plain; elsewhere it makes any character
/// plain.
struct ShellWords {
  private(set) var words: [String] = []
  /// The quote that isn't closed.
  private(set) var openQuote: Unicode.Scalar?
  private var endsInBackslash = false
  private var endsInWord = false

  /// `nil` when a quote isn't closed, or a backslash ends the line.
  init?(_ line: String) {
    read(line)
    guard openQuote == nil, !endsInBackslash else { return nil }
  }

  /// A line that is being typed: its last word may lack a quote, and is empty after white space.
  init(unfinished line: String) {
    read(line)
    if !endsInWord { words.append("") }
  }

  private mutating func read(_ line: String) {
    var word: String?
    var scalars = line.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      switch (openQuote, scalar) {
      case ("'", "'"), ("\"", "\""): openQuote = nil
      case ("'", _): word?.unicodeScalars.append(scalar)
      case ("\"", "\\"):
        guard let next = scalars.next() else {
          endsInBackslash = true
          break
        }
        if !"\"\\$`".unicodeScalars.contains(next) { word?.unicodeScalars.append("\\") }
        word?.unicodeScalars.append(next)
      case ("\"", _): word?.unicodeScalars.append(scalar)
      case (_, "'"), (_, "\""):
        openQuote = scalar
        word = word ?? ""
      case (_, "\\"):
        word = word ?? ""
        guard let next = scalars.next() else {
          endsInBackslash = true
          break
        }
        word?.unicodeScalars.append(next)
      case (_, " "), (_, "\t"), (_, "\n"):
        if let word { words.append(word) }
        word = nil
      default:
        word = word ?? ""
        word?.unicodeScalars.append(scalar)
      }
    }
    if let word { words.append(word) }
    endsInWord = word != nil
  }
}
