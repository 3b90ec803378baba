import BucketPlaces

/// A line that is being typed in bash, which leaves it to us to read quotes and to write them.
struct BashLine: Sendable, Equatable {
  /// The words after the name of the program, without their quotes; the last one is being typed.
  let words: [String]
  /// The part of the last word that stays as it was typed.
  let kept: String
  private let quote: Unicode.Scalar?

  /// - Parameters:
  ///   - line: The line up to the cursor, from the name of the program on.
  ///   - replaced: The end of it that bash replaces. Bash breaks words at `=`, `:`, `@` and quotes
  ///     too, and what comes before the last break stays.
  init(_ line: String, replaced: String) {
    let typed = ShellWords(unfinished: line)
    words = Array(typed.words.dropFirst())
    quote = typed.openQuote
    // Functions that complete for others, as that of `sudo`, hand on a break as a word of its own.
    let replaced = ["=", ":"].contains(replaced) ? "" : replaced
    let isEnd = line.utf8.suffix(replaced.utf8.count).elementsEqual(replaced.utf8)
    let head = line.unicodeScalars.dropLast(replaced.unicodeScalars.count)
    kept = isEnd ? ShellWords(unfinished: String(head)).words.last ?? "" : ""
  }

  /// What to put in the place of what is replaced, for each word that the last one may become.
  func spellings(of words: [String]) -> [String] {
    var rests = words.map { Self.rest(of: $0, after: kept) }
    let typed = Self.rest(of: self.words.last ?? "", after: kept)
    // Bash replaces what was typed by the beginning that all have in common. Where they differ in
    // case before what was typed is over, that would take letters away.
    if rests.count > 1, !FoldedText(Self.beginning(of: rests)).hasPrefix(FoldedText(typed)) {
      rests = rests.map { typed + Self.rest(of: $0, after: typed) }
    }
    return rests.map(quoted)
  }

  /// The word without the beginning that is searched for as `beginning` is.
  private static func rest(of word: String, after beginning: String) -> String {
    if word.unicodeScalars.starts(with: beginning.unicodeScalars) {
      return String(word.unicodeScalars.dropFirst(beginning.unicodeScalars.count))
    }
    let sought = FoldedText(beginning)
    let end = word.indices.first { FoldedText(String(word[..<$0])).hasPrefix(sought) }
    return end.map { String(word[$0...]) } ?? ""
  }

  private static func beginning(of words: [String]) -> String {
    words.dropFirst().reduce(words.first ?? "") { common, word in
      let pairs = zip(common.unicodeScalars, word.unicodeScalars)
      return pairs.prefix { $0 == $1 }.reduce(into: "") { $0.unicodeScalars.append($1.0) }
    }
  }

  /// The text with what bash would obey made plain, within the quote that is open.
  ///
  /// Bash closes the quote itself, unless that character is already there: a text that ends in it
  /// has to leave the quote closed.
  private func quoted(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.reduce(into: "") { quoted, index in
      let (scalar, isLast) = (scalars[index], index == scalars.count - 1)
      switch (quote, scalar) {
      case ("'", "'"): quoted += isLast ? #"'\'"# : #"'\''"#
      case ("\"", "\"") where isLast: quoted += #""\""#
      // Within double quotes, nothing but the end of them keeps it from recalling a former line.
      case ("\"", "!"): quoted += isLast ? #""'!'""# + "\"" : #""'!'""#
      case ("\"", "\""), ("\"", "\\"), ("\"", "$"), ("\"", "`"): quoted += #"\"# + String(scalar)
      case (.some, _): quoted.unicodeScalars.append(scalar)
      case (nil, _): quoted += (Self.isPlain(scalar) ? "" : #"\"#) + String(scalar)
      }
    }
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      || "_-+./,%=:@".unicodeScalars.contains(scalar)
  }
}
