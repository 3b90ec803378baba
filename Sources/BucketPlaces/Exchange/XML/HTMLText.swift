/// HTML as descriptions have it, made into plain text where nothing is lost by that.
enum HTMLText {
  /// Breaks, paragraphs, links, pictures and plain emphasis become text; a text with any other tag
  /// stays as it is given, since nobody knows what it would lose.
  static func plain(_ html: String) -> String {
    var text = ""
    var rest = html[...]
    // A link that is open, and how many bytes of text there are before its words.
    var link: (target: String, start: Int)?
    var hasTags = false
    while let next = rest.unicodeScalars.firstIndex(where: { $0 == "<" || $0 == "&" }) {
      text += rest[..<next]
      rest = rest[next...]
      if rest.unicodeScalars.first == "&" {
        guard let (letters, end) = entity(rest) else {
          text += "&"
          rest = rest.dropFirstScalar()
          continue
        }
        text += letters
        rest = rest[end...]
        continue
      }
      guard let tag = HTMLTag(rest) else {
        // A "<" of its own, as in "1 < 2".
        guard !HTMLTag.mayBegin(rest) else { return html }
        text += "<"
        rest = rest.dropFirstScalar()
        continue
      }
      hasTags = true
      rest = rest[tag.end...]
      switch (tag.name, tag.isEnd) {
      case ("br", _): text += lineBreak
      case ("p", _), ("div", _): text += text.isEmpty ? "" : lineBreak
      case ("img", false):
        guard let source = tag.attributes["src"] else { return html }
        text += source
      case ("a", false):
        guard link == nil, let target = tag.attributes["href"] else { return html }
        link = (target, text.utf8.count)
      case ("a", true):
        guard let (target, start) = link else { return html }
        let words = Place.Field.trimmed(String(decoding: text.utf8.dropFirst(start), as: UTF8.self))
        if words != target { text += words.isEmpty ? target : " (" + target + ")" }
        link = nil
      case ("b", _), ("i", _), ("u", _), ("em", _), ("strong", _), ("span", _), ("font", _): break
      default: return html
      }
    }
    guard link == nil else { return html }
    text += rest
    return hasTags ? tidied(text) : text
  }

  /// Stands for a break until the blanks around it are gone; no text of XML holds it.
  private static let lineBreak = "\u{FFFF}"

  /// Breaks without the blanks and ends of lines about them, which a browser wouldn't show.
  private static func tidied(_ text: String) -> String {
    let lines = text.unicodeScalars.split(separator: "\u{FFFF}", omittingEmptySubsequences: false)
      .map { Place.Field.trimmed(String(String.UnicodeScalarView($0))) }
    return lines.joined(separator: "\n")
  }

  /// The letters of a reference, and where it ends.
  static func entity(_ text: Substring) -> (letters: String, end: String.Index)? {
    guard let end = text.utf8.prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = text[..<end].dropFirstScalar()
    let after = text.utf8.index(after: end)
    if let known = names[String(name)] { return (known, after) }
    guard name.utf8.first == UInt8(ascii: "#") else { return nil }
    let digits = name.dropFirst()
    let code =
      digits.utf8.first.map { $0 | 0x20 } == UInt8(ascii: "x")
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let code, code >= 0x20 || code == 0x09 || code == 0x0A, code != 0xFFFF,
      let scalar = Unicode.Scalar(code)
    else { return nil }
    return (String(scalar), after)
  }

  private static let names = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
  ]
}

extension Substring {
  fileprivate func dropFirstScalar() -> Substring { Substring(unicodeScalars.dropFirst()) }
}
