extension DisplayText {
  /// The text in lines of at most so many columns, broken at spaces.
  ///
  /// A word that is wider than a line stands alone and whole, since a cut path or address is of no
  /// use.
  func wrapped(to limit: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var columns = 0
    for word in string.split(separator: " ") {
      let width = DisplayText(word).width
      if columns > 0, columns + 1 + width > limit {
        lines.append(line)
        (line, columns) = ("", 0)
      }
      line += (columns > 0 ? " " : "") + word
      columns += (columns > 0 ? 1 : 0) + width
    }
    return columns > 0 ? lines + [line] : lines
  }
}
