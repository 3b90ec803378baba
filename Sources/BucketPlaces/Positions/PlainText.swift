/// A pasted text with spaces, signs and separators in their plain form, without what can't be seen.
struct PlainText {
  /// One line has `\n` at its end, other white space is a space; a minus is "-".
  let text: String

  init(_ pasted: String) {
    var plain = String.UnicodeScalarView()
    for scalar in pasted.unicodeScalars {
      switch scalar {
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": plain.append("\n")
      case "\u{2212}": plain.append("-")
      case "，": plain.append(",")
      case "；": plain.append(";")
      case _ where scalar.isASCII: plain.append(scalar)
      case _ where scalar.properties.isWhitespace: plain.append(" ")
      case _ where scalar.properties.isDefaultIgnorableCodePoint: continue
      default: plain.append(scalar)
      }
    }
    text = Place.Field.trimmed(String(plain))
  }

  /// Without parentheses around it, and a full stop at its end.
  var unwrapped: String {
    var text = text[...]
    if text.last == "." { text.removeLast() }
    if text.first == "(", text.last == ")" { text = text.dropFirst().dropLast() }
    return Place.Field.trimmed(String(text))
  }

  /// The word with the look of a plus code, and what stands before and behind it.
  var codeAndRest: (code: String, rest: String)? {
    let edges: Set<Character> = ["(", ")", ",", ";", "."]
    for word in text.split(whereSeparator: \.isWhitespace) {
      let end = word.lastIndex { !edges.contains($0) }
      guard let start = word.firstIndex(where: { !edges.contains($0) }), let end else { continue }
      let code = word[start...end]
      guard Self.looksLikeCode(code) else { continue }
      let before = text[..<word.startIndex]
      let rest = before + text[word.endIndex...]
      return (String(code), Self.trimmed(rest))
    }
    return nil
  }

  /// Letters and digits with a plus among them; a number with its sign is none.
  private static func looksLikeCode(_ word: Substring) -> Bool {
    let bytes = Array(word.utf8)
    guard let plus = bytes.firstIndex(of: PlusCode.separator), plus <= PlusCode.separatorIndex
    else {
      return false
    }
    let others = bytes[..<plus] + bytes[(plus + 1)...]
    let letters = others.count { (0x41...0x5A).contains($0 & 0xDF) }
    let digits = others.count { (0x30...0x39).contains($0) }
    guard letters + digits == others.count else { return false }
    return letters > 0 ? plus > 1 || PlusCode(word) != nil : plus > 1 && PlusCode(word) != nil
  }

  /// Without white space and commas around it.
  private static func trimmed(_ text: Substring) -> String {
    let isEdge = { (character: Character) in
      character.isWhitespace || character == "," || character == ";"
    }
    let text = text.drop(while: isEdge)
    return text.lastIndex { !isEdge($0) }.map { String(text[...$0]) } ?? ""
  }
}
