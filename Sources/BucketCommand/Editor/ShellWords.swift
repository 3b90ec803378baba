/// A line taken apart into words as a shell does it, where nothing is expanded.
///
/// White space parts words. Within single quotes everything stands for itself; within double
/// quotes a backslash makes `"`, `\`, `$` and a backquote plain; elsewhere it makes any character
/// plain.
struct ShellWords {
  let words: [String]

  /// `nil` when a quote isn't closed, or a backslash ends the line.
  init?(_ line: String) {
    var words: [String] = []
    var word: String?
    var quote: Unicode.Scalar?
    var scalars = line.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      switch (quote, scalar) {
      case ("'", "'"), ("\"", "\""): quote = nil
      case ("'", _): word?.unicodeScalars.append(scalar)
      case ("\"", "\\"):
        guard let next = scalars.next() else { return nil }
        if !"\"\\$`".unicodeScalars.contains(next) { word?.unicodeScalars.append("\\") }
        word?.unicodeScalars.append(next)
      case ("\"", _): word?.unicodeScalars.append(scalar)
      case (_, "'"), (_, "\""):
        quote = scalar
        word = word ?? ""
      case (_, "\\"):
        guard let next = scalars.next() else { return nil }
        word = word ?? ""
        word?.unicodeScalars.append(next)
      case (_, " "), (_, "\t"), (_, "\n"):
        if let word { words.append(word) }
        word = nil
      default:
        word = word ?? ""
        word?.unicodeScalars.append(scalar)
      }
    }
    guard quote == nil else { return nil }
    if let word { words.append(word) }
    self.words = words
  }
}
