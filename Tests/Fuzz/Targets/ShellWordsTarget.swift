@testable import BucketCommand

/// A line that is taken apart as a shell does it.
enum ShellWordsTarget: FuzzTarget {
  static let name = "shell-words"

  static func check(_ bytes: [UInt8]) throws {
    guard let words = ShellWords(String(decoding: bytes, as: UTF8.self))?.words else { return }
    for quote in [singleQuoted, doubleQuoted, escaped] {
      let line = words.map(quote).joined(separator: " ")
      let again = ShellWords(line)?.words ?? []
      try Violation.unless(
        again.map { Array($0.utf8) } == words.map { Array($0.utf8) },
        "words in quotes aren't read as they were written")
    }
    for word in words { try checkSpelling(of: word) }
  }

  /// What is put in the place of a word in bash has to be that word, within any quote.
  private static func checkSpelling(of word: String) throws {
    for quote in ["", "'", "\""] {
      let spelled = BashLine("bucket " + quote, replaced: "").spellings(of: [word]).joined()
      // Bash closes the quote unless that is what it finds at the end.
      let end = spelled.hasSuffix(quote) ? "" : quote
      let again = ShellWords(quote + spelled + end)?.words.joined(separator: " ") ?? ""
      try Violation.unless(
        Array(again.utf8) == Array(word.utf8), "a word in bash isn't what was offered")
    }
  }

  private static func singleQuoted(_ word: String) -> String {
    "'" + word.unicodeScalars.map { $0 == "'" ? #"'\''"# : String($0) }.joined() + "'"
  }

  private static func doubleQuoted(_ word: String) -> String {
    "\""
      + word.unicodeScalars.map { (#""\$`"#.unicodeScalars.contains($0) ? "\\" : "") + String($0) }
      .joined() + "\""
  }

  private static func escaped(_ word: String) -> String {
    word.isEmpty ? "''" : word.unicodeScalars.map { "\\" + String($0) }.joined()
  }
}
