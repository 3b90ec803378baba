/// A tag of HTML at the beginning of a text.
struct HTMLTag {
  /// In lower case.
  let name: String
  let isEnd: Bool
  /// By their names in lower case, without the references of HTML.
  let attributes: [String: String]
  /// After its ">".
  let end: String.Index

  /// - Returns: `nil` if the text doesn't begin with a whole tag.
  init?(_ text: Substring) {
    guard Self.mayBegin(text) else { return nil }
    var rest = text.unicodeScalars.dropFirst()
    isEnd = rest.first == "/"
    if isEnd { rest = rest.dropFirst() }
    name = Self.word(&rest).lowercased()
    var attributes: [String: String] = [:]
    while true {
      rest = rest.drop { $0.properties.isWhitespace || $0 == "/" }
      guard let next = rest.first else { return nil }
      if next == ">" { break }
      let key = Self.word(&rest).lowercased()
      guard !key.isEmpty else { return nil }
      rest = rest.drop { $0.properties.isWhitespace }
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst().drop { $0.properties.isWhitespace }
      guard let value = Self.value(&rest) else { return nil }
      attributes[key] = value
    }
    self.attributes = attributes
    end = rest.index(after: rest.startIndex)
  }

  /// Whether the "<" that the text begins with is that of a tag or a comment.
  static func mayBegin(_ text: Substring) -> Bool {
    guard let next = text.unicodeScalars.dropFirst().first else { return false }
    return next == "/" || next == "!" || next == "?" || next.properties.isAlphabetic
  }

  private static func word(_ rest: inout Substring.UnicodeScalarView) -> String {
    let word = rest.prefix {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-"
    }
    rest = rest[word.endIndex...]
    return String(word)
  }

  private static func value(_ rest: inout Substring.UnicodeScalarView) -> String? {
    let text: Substring.UnicodeScalarView
    if let quote = rest.first, quote == "\"" || quote == "'" {
      guard let end = rest.dropFirst().firstIndex(of: quote) else { return nil }
      text = rest.dropFirst()[..<end]
      rest = rest[rest.index(after: end)...]
    } else {
      text = rest.prefix { !$0.properties.isWhitespace && $0 != ">" }
      rest = rest[text.endIndex...]
    }
    return decoded(Substring(text))
  }

  private static func decoded(_ text: Substring) -> String {
    var decoded = ""
    var rest = text
    while let next = rest.firstIndex(of: "&") {
      decoded += rest[..<next]
      let (letters, end) = HTMLText.entity(rest[next...]) ?? ("&", rest.index(after: next))
      decoded += letters
      rest = rest[end...]
    }
    return decoded + rest
  }
}
