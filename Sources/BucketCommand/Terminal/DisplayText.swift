/// Text that is safe to show on a terminal, and how many columns it takes there.
///
/// Whatever was stored or typed goes through here before it is written: a `DisplayText` has no
/// control, escape or bidi character and nothing invisible that could pass for something else.
/// It is one line; text of several is split before.
struct DisplayText: Sendable, Equatable {
  let string: String
  let width: Int

  init(_ text: some StringProtocol) {
    let bytes = text.utf8
    if bytes.allSatisfy({ 0x20..<0x7f ~= $0 }) {
      string = String(text)
      width = bytes.count
    } else {
      string = Self.neutralised(text)
      width = string.reduce(0) { $0 + Self.columns(of: $1) }
    }
  }

  private init(neutral string: String, width: Int) {
    self.string = string
    self.width = width
  }

  var isEmpty: Bool { string.isEmpty }

  /// The beginning that fits, with `…` in the last column when something is left out.
  func truncated(to limit: Int) -> DisplayText {
    guard width > limit else { return self }
    guard limit > 0 else { return DisplayText(neutral: "", width: 0) }
    var kept = ""
    var columns = 0
    for character in string {
      let more = Self.columns(of: character)
      if columns + more > limit - 1 { break }
      kept.append(character)
      columns += more
    }
    // A joiner has nothing to join any more.
    while let last = kept.unicodeScalars.last, 0x200c...0x200d ~= last.value {
      kept.unicodeScalars.removeLast()
    }
    return DisplayText(neutral: kept + "…", width: columns + 1)
  }

  /// A text for a sentence, of at most so many columns.
  static func truncated(_ text: some StringProtocol, to limit: Int) -> String {
    DisplayText(text).truncated(to: limit).string
  }

  /// The text without the spaces at its end.
  var trimmed: DisplayText {
    let spaces = string.reversed().prefix { $0 == " " }.count
    return spaces == 0
      ? self : DisplayText(neutral: String(string.dropLast(spaces)), width: width - spaces)
  }
}
