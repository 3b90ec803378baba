/// What was done to the lines of a text.
public struct LineDifference: Hashable, Sendable {
  public enum Line: Hashable, Sendable {
    case kept(String)
    case removed(String)
    case inserted(String)
    /// So many lines that were kept, too far from any change to be told.
    case skipped(Int)
  }

  /// In order, with one line that was kept around each change.
  public let lines: [Line]

  /// So many changed lines are compared one by one; comparing more of them could take for ever.
  private static let limit = 2_000

  public init(from older: String, to newer: String) {
    let (older, newer) = (Self.lines(of: older), Self.lines(of: newer))
    let start = zip(older, newer).prefix { Self.isSame($0, $1) }.count
    let end = zip(older.dropFirst(start).reversed(), newer.dropFirst(start).reversed())
      .prefix { Self.isSame($0, $1) }.count
    let middle = Self.changes(
      from: Array(older[start..<(older.count - end)]), to: Array(newer[start..<(newer.count - end)])
    )
    let all = older[..<start].map(Line.kept) + middle + older.suffix(end).map(Line.kept)
    lines = Self.withoutDistant(all)
  }

  private static func changes(from older: [String], to newer: [String]) -> [Line] {
    guard older.count + newer.count <= limit else {
      return older.map(Line.removed) + newer.map(Line.inserted)
    }
    let difference = newer.difference(from: older, by: isSame)
    let removed = offsets(of: difference.removals)
    let inserted = offsets(of: difference.insertions)
    var lines: [Line] = []
    var (from, to) = (0, 0)
    while from < older.count || to < newer.count {
      if removed.contains(from) {
        lines.append(.removed(older[from]))
        from += 1
      } else if inserted.contains(to) {
        lines.append(.inserted(newer[to]))
        to += 1
      } else {
        lines.append(.kept(older[from]))
        (from, to) = (from + 1, to + 1)
      }
    }
    return lines
  }

  private static func offsets(of changes: [CollectionDifference<String>.Change]) -> Set<Int> {
    Set(
      changes.map { change in
        switch change {
        case .remove(let offset, _, _), .insert(let offset, _, _): offset
        }
      })
  }

  private static func withoutDistant(_ all: [Line]) -> [Line] {
    func isChange(_ index: Int) -> Bool {
      guard all.indices.contains(index) else { return false }
      if case .kept = all[index] { return false }
      return true
    }
    var lines: [Line] = []
    for index in all.indices {
      if isChange(index - 1) || isChange(index) || isChange(index + 1) {
        lines.append(all[index])
      } else if case .skipped(let count)? = lines.last {
        lines[lines.count - 1] = .skipped(count + 1)
      } else {
        lines.append(.skipped(1))
      }
    }
    return lines
  }

  private static func lines(of text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    return text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    one.utf8.elementsEqual(other.utf8)
  }
}
