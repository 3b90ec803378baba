/// The lines around what there is to choose from, as version control has them.
struct Marks {
  /// How many signs each is long: more than any line of the texts begins with.
  let length: Int
  private let labels: (String, String)

  private static let signs: [Unicode.Scalar] = ["<", "=", ">"]
  private static let usualLength = 7

  init(around texts: [String], labels here: String, _ there: String) {
    let runs = texts.flatMap(TextDifference.lines).map { line in
      line.unicodeScalars.first.map { first in
        Self.signs.contains(first) ? line.unicodeScalars.prefix { $0 == first }.count : 0
      } ?? 0
    }
    length = max(Self.usualLength, (runs.max() ?? 0) + 1)
    labels = (here, there)
  }

  /// What the first of them begins with.
  var run: String { Self.run(of: Self.signs[0], length) }

  func around(_ here: [String], _ there: [String]) -> [String] {
    let signs = Self.signs.map { Self.run(of: $0, length) }
    return ["\(signs[0]) \(labels.0)"] + here + [signs[1]] + there + ["\(signs[2]) \(labels.1)"]
  }

  /// Whether a line is a mark of this length, if only the rest of one.
  static func isMark(_ line: String, length: Int) -> Bool {
    line.hasPrefix(run(of: "<", length)) || line.hasPrefix(run(of: ">", length))
      || DraftLayout.trimmed(line) == run(of: "=", length)
  }

  private static func run(of sign: Unicode.Scalar, _ length: Int) -> String {
    String(repeating: String(sign), count: length)
  }
}
