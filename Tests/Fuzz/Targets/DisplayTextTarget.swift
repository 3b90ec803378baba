@testable import BucketCommand

/// A text that is shown on a terminal, as it is, cut, broken, and in a table.
enum DisplayTextTarget: FuzzTarget {
  static let name = "display-text"

  static func check(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let shown = DisplayText(text)
    try check(shown.string)
    try Violation.unless(shown.width >= 0, "a text has a negative width")
    for limit in [0, 1, 2, 7, 80] {
      let cut = shown.truncated(to: limit)
      try check(cut.string)
      try Violation.unless(cut.width <= limit, "a text is wider than it may be")
      try Violation.unless(
        DisplayText(cut.string).width == cut.width, "a cut text has another width than it says")
      for line in shown.wrapped(to: limit) { try check(line) }
    }
    var table = Table([.fixed, .text, .number])
    for cells in [[text, "b", text], ["", text]] { table.add(cells.map { Table.Cell($0) }) }
    for limit in [nil, 0, 20, 80] {
      for line in table.lines(width: limit) {
        try check(line)
        try Violation.unless(
          limit.map { DisplayText(line).width <= $0 } ?? true, "a row is wider than it may be")
        try Violation.unless(line.last != " ", "a row ends in a space")
      }
    }
  }

  /// Holds a text to steer neither a terminal nor the direction of reading.
  private static func check(_ text: String) throws(Violation) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x00...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0x61C:
        throw Violation(description: "U+\(String(scalar.value, radix: 16)) is shown as it is")
      default: break
      }
    }
    try Violation.unless(
      DisplayText(text).string.unicodeScalars.elementsEqual(text.unicodeScalars),
      "a text that was made safe is made safe once more")
  }
}
