/// Where the parts of a draft are in its text.
struct DraftLayout {
  static let annotation = "# error: "

  /// The lines, without what ends them.
  let lines: [String]
  /// What ends each line but the last.
  let newline: String
  /// The index of the first line that belongs to no field: a blank one, the scissors, or the end.
  let fieldsEnd: Int
  /// The index of the scissors, or where there are none, of the end.
  let cut: Int

  init(_ text: String) {
    var scalars = text.unicodeScalars[...]
    if scalars.first == "\u{feff}" { scalars.removeFirst() }
    // Scalars, since a carriage return and a newline are one `Character`.
    var lines = scalars.split(separator: "\n", omittingEmptySubsequences: false)
    let isDOS = lines.count > 1 && lines.dropLast().allSatisfy { $0.last == "\r" }
    if isDOS {
      for index in lines.indices.dropLast() { lines[index].removeLast() }
    }
    self.lines = lines.map { String($0) }
    newline = isDOS ? "\r\n" : "\n"
    // The last line is empty if a newline ends the text.
    let end = self.lines.count - (self.lines.last?.isEmpty == true ? 1 : 0)
    cut = self.lines.lastIndex { Self.trimmed($0) == Draft.scissors } ?? end
    fieldsEnd = self.lines[..<cut].firstIndex(where: Self.isBlank) ?? cut
  }

  var description: String {
    fieldsEnd < cut ? lines[(fieldsEnd + 1)..<cut].joined(separator: "\n") : ""
  }

  /// The lines that are kept: all above the scissors.
  var fieldsAndDescription: ArraySlice<String> { lines[..<cut] }

  var linesBelow: Range<Int> { min(cut + 1, lines.count)..<lines.count }

  static func isAnnotation(_ line: String) -> Bool { line.hasPrefix(annotation) }

  static func isBlank(_ line: String) -> Bool { trimmed(line).isEmpty }

  /// The text without spaces, tabs and carriage returns around it.
  static func trimmed(_ text: String) -> String {
    func isSpace(_ scalar: Unicode.Scalar) -> Bool {
      scalar == " " || scalar == "\t" || scalar == "\r"
    }
    let scalars = text.unicodeScalars.drop(while: isSpace)
    guard let last = scalars.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(scalars[...last])
  }
}
