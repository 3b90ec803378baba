/// Two texts of many lines, and the part of them that is not the same.
struct TextDifference {
  /// The lines that both begin with.
  let start: [String]
  /// What is between in either.
  let one: [String]
  let other: [String]
  /// The lines that both end with.
  let end: [String]

  init(_ one: String, _ other: String) {
    let (one, other) = (Self.lines(one), Self.lines(other))
    func isSame(_ pair: (String, String)) -> Bool { pair.0.utf8.elementsEqual(pair.1.utf8) }
    let start = zip(one, other).prefix(while: isSame).count
    let end = zip(one.dropFirst(start).reversed(), other.dropFirst(start).reversed())
      .prefix(while: isSame).count
    self.start = Array(one.prefix(start))
    self.one = Array(one.dropFirst(start).dropLast(end))
    self.other = Array(other.dropFirst(start).dropLast(end))
    self.end = Array(one.suffix(end))
  }

  /// A carriage return belongs to its line: with the newline it is one `Character`.
  static func lines(_ text: String) -> [String] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }
}
