/// Tags on one line, with commas between them.
///
/// A tag that holds a comma, or has a quote at its beginning or white space at an end, stands in double
/// quotes, in which a backslash makes a quote or a backslash plain. Any other tag stands for itself,
/// backslashes and all.
public struct TagList {
  public let tags: [String]

  public init(_ tags: [String]) { self.tags = tags }

  /// `nil` when a quote isn't closed, or something follows it before the next comma.
  public init?(parsing text: String) {
    var tags: [String] = []
    var rest = text.unicodeScalars[...]
    while !rest.isEmpty {
      rest = rest.drop(while: Self.isBlank)
      let tag: String
      if rest.first == "\"" {
        guard let quoted = Self.takeQuoted(from: &rest) else { return nil }
        tag = quoted
      } else {
        let end = rest.firstIndex(of: ",") ?? rest.endIndex
        var plain = rest[..<end]
        while let last = plain.last, Self.isBlank(last) { plain.removeLast() }
        tag = String(plain)
        rest = rest[end...]
      }
      if !tag.isEmpty { tags.append(tag) }
      rest = rest.dropFirst()
    }
    self.tags = tags
  }

  private static func takeQuoted(from rest: inout Substring.UnicodeScalarView) -> String? {
    var tag = String.UnicodeScalarView()
    rest.removeFirst()
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"":
        rest = rest.drop(while: isBlank)
        return rest.isEmpty || rest.first == "," ? String(tag) : nil
      case "\\":
        guard let next = rest.popFirst() else { return nil }
        tag.append(next)
      default: tag.append(scalar)
      }
    }
    return nil
  }

  public var text: String {
    tags.map { tag in
      let scalars = tag.unicodeScalars
      let isPlain =
        !scalars.contains(",") && scalars.first != "\""
        && ![scalars.first, scalars.last].contains { $0.map(Self.isBlank) ?? false }
      if isPlain { return tag }
      var quoted = String.UnicodeScalarView()
      for scalar in scalars {
        if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
        quoted.append(scalar)
      }
      return "\"" + String(quoted) + "\""
    }.joined(separator: ", ")
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\r"
  }
}
