/// Rows of cells whose columns stand under each other, whatever the script they are written in.
struct Table: Sendable {
  struct Cell: Sendable {
    let text: DisplayText
    let emphasis: Style.Emphasis

    init(_ text: some StringProtocol, _ emphasis: Style.Emphasis = .plain) {
      self.text = DisplayText(text).trimmed
      self.emphasis = emphasis
    }
  }

  /// How a column is set; a fixed one isn't cut while another can be.
  enum Column: Sendable {
    case text
    case number
    case fixed
    /// The last one: where a row has no room for it, it is set on lines below, from the second column
    /// on, and texts keep a width that says something.
    case sentence

    fileprivate var isFlexible: Bool { self == .text }
  }

  private static let gap = 2
  /// A text cut below this says nothing any more.
  private static let narrowest = 8
  /// So much of a text is kept for a sentence to stand beside it.
  private static let sufficient = 24

  private let columns: [Column]
  private let indent: Int
  private var rows: [[Cell]] = []

  init(_ columns: [Column], indent: Int = 2) {
    self.columns = columns
    self.indent = indent
  }

  /// Adds a row, with a cell for every column or fewer.
  mutating func add(_ cells: [Cell]) {
    precondition(cells.count <= columns.count, "a row has more cells than there are columns")
    rows.append(cells)
  }

  /// The lines, none wider than `limit` columns; never cut when it is nil. None ends in a space.
  func lines(width limit: Int?, style: Style = .plain) -> [String] {
    let widths = widths(within: limit)
    return rows.flatMap { row in
      guard let limit, let sentence = sentence(of: row, withoutRoomIn: limit, widths) else {
        return [line(of: row[...], widths, within: limit, style)]
      }
      return [line(of: row.dropLast(), widths, within: limit, style)]
        + lines(of: sentence, from: min(indent + widths[0] + Self.gap, limit / 2), to: limit, style)
    }
  }

  private func line(
    of row: ArraySlice<Cell>, _ widths: [Int], within limit: Int?, _ style: Style
  ) -> String {
    var line = String(repeating: " ", count: min(indent, limit ?? indent))
    // Blanks are owed until something follows them, so that no line ends in one.
    var owed = 0
    var used = line.utf8.count
    for (index, cell) in row.enumerated() {
      let left = limit.map { $0 - used - owed } ?? .max
      let room = max(0, min(widths[index], left))
      let text = cell.text.truncated(to: room).trimmed
      let blanks = max(0, widths[index] - text.width)
      // A text may take no column, and yet be behind the last one.
      if text.isEmpty || left < 0 {
        owed += widths[index] + Self.gap
        continue
      }
      let lead = columns[index] == .number ? min(blanks, room - text.width) : 0
      line +=
        String(repeating: " ", count: owed + lead) + style.apply(cell.emphasis, to: text.string)
      used += owed + lead + text.width
      owed = blanks - lead + Self.gap
    }
    return used > min(indent, limit ?? indent) ? line : ""
  }

  /// The sentence of a row, if it finds no room beside the others.
  private func sentence(of row: [Cell], withoutRoomIn limit: Int, _ widths: [Int]) -> Cell? {
    guard columns.last == .sentence, row.count == columns.count, let sentence = row.last,
      !sentence.text.isEmpty
    else { return nil }
    let start = indent + widths.dropLast().reduce(0) { $0 + $1 + Self.gap }
    return start + sentence.text.width > limit ? sentence : nil
  }

  private func lines(of sentence: Cell, from start: Int, to limit: Int, _ style: Style) -> [String]
  {
    sentence.text.wrapped(to: limit - start).map { line in
      String(repeating: " ", count: start)
        + style.apply(sentence.emphasis, to: DisplayText.truncated(line, to: limit - start))
    }
  }

  /// The width of each column.
  private func widths(within limit: Int?) -> [Int] {
    let natural = columns.indices.map { index in
      rows.map { index < $0.count ? $0[index].text.width : 0 }.max() ?? 0
    }
    guard let limit else { return natural }
    guard columns.last == .sentence, let sentence = natural.last else {
      return narrowed(natural, to: limit, atLeast: Self.narrowest)
    }
    let beside = narrowed(natural, to: limit, atLeast: Self.sufficient).dropLast()
    return narrowed(Array(beside), to: limit, atLeast: Self.narrowest) + [sentence]
  }

  /// The first columns with these widths, the wide ones narrowed to one bound so that a row fits.
  private func narrowed(_ widths: [Int], to limit: Int, atLeast least: Int) -> [Int] {
    let room = limit - indent - Self.gap * (widths.count - 1)
    func bounded(by bound: Int) -> [Int] {
      widths.indices.map { columns[$0].isFlexible ? min(widths[$0], bound) : widths[$0] }
    }
    guard widths.reduce(0, +) > room else { return widths }
    // The greatest bound under which a row fits; halving, since a name may be a million columns.
    var (low, high) = (least, max(least, limit))
    while low < high {
      let middle = (low + high + 1) / 2
      if bounded(by: middle).reduce(0, +) <= room { low = middle } else { high = middle - 1 }
    }
    return bounded(by: low)
  }
}
