extension PlainText {
  /// More than anybody pastes at once.
  private static let linkLimit = 16

  /// The links in the text, in their order; those without a scheme too, if their service is known.
  var links: [PastedLink] {
    var links: [PastedLink] = []
    var rest = text[...]
    while links.count < Self.linkLimit,
      let start = rest.firstIndex(where: { !Self.isBreak($0) })
    {
      let end = rest[start...].firstIndex(where: Self.isBreak) ?? rest.endIndex
      rest = rest[end...]
      guard let start = Self.start(in: text[start..<end]) else { continue }
      let link = extended(text[start..<end])
      rest = rest[max(end, link.endIndex)...]
      if let link = PastedLink(Self.trimmed(link)) { links.append(link) }
    }
    return links
  }

  private static func isBreak(_ character: Character) -> Bool {
    character.isWhitespace || character == "<" || character == ">"
  }

  /// Where in a word a link may begin.
  private static func start(in word: Substring) -> Substring.Index? {
    if let colon = word.firstRange(of: "://")?.lowerBound {
      let before = word[..<colon]
      let scheme = before.lastIndex { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == ".") }
      return scheme.map { word.index(after: $0) } ?? word.startIndex
    }
    guard word.contains(where: { $0 == ":" || $0 == "/" || $0 == "?" }) else { return nil }
    return word.firstIndex { $0.isLetter }
  }

  /// A link with what belongs to it behind a space: a longitude, and the rest of a label.
  private func extended(_ link: Substring) -> Substring {
    let behind = text[link.endIndex...]
    if link.last == ",", let number = behind.firstIndex(where: { !$0.isWhitespace }),
      !behind[..<number].contains("\n"), behind[number] == "-" || behind[number].isWholeNumber
    {
      return text[
        link.startIndex..<(behind[number...].firstIndex(where: Self.isBreak) ?? behind.endIndex)]
    }
    if link.lowercased().hasPrefix(GeoURI.scheme), let open = link.lastIndex(of: "("),
      !link[open...].contains(")"),
      let close = behind.firstIndex(where: { $0 == ")" || $0 == "\n" }),
      behind[close] == ")"
    {
      return text[link.startIndex...close]
    }
    return link
  }

  /// A link without the punctuation of the sentence that it stands in.
  private static func trimmed(_ link: Substring) -> Substring {
    var link = link
    while let last = link.last {
      switch last {
      case ".", ",", ";", ":", "!", "]", "}", "\"", "'", "”", "’", "»":
        link.removeLast()
      case ")" where !link.contains("("): link.removeLast()
      default: return link
      }
    }
    return link
  }
}
