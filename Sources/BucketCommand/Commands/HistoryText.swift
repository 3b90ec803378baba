import BucketPlaces
import BucketVault

/// Entries of the history as a person reads them.
struct HistoryText {
  let style: Style
  /// The columns of the terminal; without one, nothing is cut or left out.
  let width: Int?
  /// Names the vault in a command.
  var naming: (String) -> String = { $0 }

  /// So many parts of an entry, and lines of a text, are shown at a terminal.
  private static let limit = 12

  /// The words for what was done to some places, as in `added 2 and removed 3 places`.
  static func words(for parts: [HistoryEntry.Part]) -> String {
    if parts.count == 1 { return words(for: parts[0]) }
    if parts.allSatisfy(\.isReturn) { return "put \(parts.count) places back" }
    let kinds: [HistoryEntry.Kind] = [.added, .changed, .removed]
    let counts = kinds.map { kind in (kind, parts.count { $0.kind == kind }) }.filter { $0.1 > 0 }
    return Failure.choice(of: counts.map { "\($0.rawValue) \($1)" }, last: "and")
      + (counts.last?.1 == 1 ? " place" : " places")
  }

  private static func words(for part: HistoryEntry.Part) -> String {
    let name = part.place.name
    if part.isReturn { return "put \(name) back" }
    if part.change.isBase { return "changed \(name) (what was before was purged)" }
    if let after = part.after, let before = part.before,
      after.differences(from: before).isEmpty
    {
      return "left \(name) as it was"
    }
    return "\(part.kind.rawValue) \(name)"
  }

  func lines(of entry: HistoryEntry) -> [String] {
    var lines = [
      line(
        0, (entry.shortID, .cyan), ("  \(LocalTime(entry.at).dayAndClock)  ", .dim),
        ((entry.by ?? "?") + "  ", .dim), (prefix(of: entry) + Self.words(for: entry.parts), .bold),
        (entry.parts.count < entry.count ? " (one of \(entry.count) changes)" : "", .dim))
    ]
    if entry.count == 1 && entry.batch.merged == nil || entry.parts.count < entry.count {
      return lines + entry.parts.flatMap { details(of: $0, indent: 8) }
    }
    let shown = entry.parts.prefix(width == nil ? .max : Self.limit)
    for part in shown {
      let origin =
        entry.batch.merged == nil
        ? "" : "  \(LocalTime(part.change.at).dayAndClock)  \(part.change.by ?? "?")"
      lines.append(line(8, (Self.words(for: part), .plain), (origin, .dim)))
      lines += details(of: part, indent: 12)
    }
    if shown.count < entry.parts.count {
      let rest = entry.parts.count - shown.count
      lines.append(line(8, (naming("… and \(rest) more: bucket history | cat"), .dim)))
    }
    return lines
  }

  /// What was purged, which nobody can list any more.
  func line(ofPurged count: Int) -> String {
    line(0, ("\(Count.of(count, "change was", "changes were")) purged", .dim))
  }

  private func prefix(of entry: HistoryEntry) -> String {
    let undone = entry.undoes.map { "took back \($0.shortID ?? "a change that was purged"): " }
    return (entry.batch.merged == nil ? "" : "brought in from another copy: ") + (undone ?? "")
  }

  private func details(of part: HistoryEntry.Part, indent: Int) -> [String] {
    guard let before = part.before, let after = part.after else {
      return summary(of: part.place, indent: indent)
    }
    return after.differences(from: before).flatMap { difference -> [String] in
      switch difference.field {
      case "description": description(difference, indent: indent)
      case "tags": [tags(from: before.tags, to: after.tags, indent: indent)]
      default: [oneLine(difference, indent: indent)]
      }
    }
  }

  /// A version in short.
  private func summary(of place: Place, indent: Int) -> [String] {
    let facts =
      [place.shownPosition.map { "at \($0)" }, place.category]
      + place.tags
      + [
        place.visited.map { "visited \($0)" },
        place.photos.isEmpty ? nil : Count.of(place.photos.count, "photo", "photos"),
      ]
    let text = facts.compactMap(\.self).joined(separator: " · ")
    let description = place.description.split(separator: "\n", maxSplits: 1)
    let more = description.count > 1 ? " …" : ""
    return (text.isEmpty ? [] : [line(indent, (text, .plain))])
      + description.prefix(1).map { line(indent, (String($0) + more, .plain)) }
  }

  private func oneLine(_ difference: FieldDifference, indent: Int) -> String {
    let label = (difference.field + ": ", Style.Emphasis.dim)
    return switch (difference.before, difference.after) {
    case (let before?, let after?): line(indent, label, ("\(before) → \(after)", .plain))
    case (nil, let after?): line(indent, label, ("+ \(after)", .green))
    case (let before, nil): line(indent, label, ("− \(before ?? "")", .red))
    }
  }

  private func tags(from before: [String], to after: [String], indent: Int) -> String {
    let added = after.filter { !before.contains($0) }.map { "+ \($0)" }
    let removed = before.filter { !after.contains($0) }.map { "− \($0)" }
    let order = added.isEmpty && removed.isEmpty ? [("in another order", Style.Emphasis.plain)] : []
    let gap = added.isEmpty || removed.isEmpty ? "" : "  "
    return line(
      indent,
      [("tags: ", .dim), (added.joined(separator: "  ") + gap, .green)]
        + [(removed.joined(separator: "  "), .red)] + order)
  }

  private func description(_ difference: FieldDifference, indent: Int) -> [String] {
    let (before, after) = (difference.before ?? "", difference.after ?? "")
    let change = oneLine(difference, indent: indent)
    let whole = DisplayText("description: \(before) → \(after)").width + indent
    if !before.contains("\n"), !after.contains("\n"), whole <= width ?? .max { return [change] }
    let all = LineDifference(from: before, to: after).lines
    let shown = all.prefix(width == nil ? .max : Self.limit)
    let rest = all.count - shown.count
    return [line(indent, ("description:", .dim))]
      + shown.map { shown in
        switch shown {
        case .kept(let text): line(indent + 2, ("  " + text, .plain))
        case .removed(let text): line(indent + 2, ("− " + text, .red))
        case .inserted(let text): line(indent + 2, ("+ " + text, .green))
        case .skipped(let count):
          line(indent + 2, ("  … \(Count.of(count, "line", "lines"))", .dim))
        }
      }
      + (rest > 0
        ? [line(indent + 2, (naming("… and \(rest) more: bucket history | cat"), .dim))]
        : [])
  }

  private func line(_ indent: Int, _ pieces: (text: String, emphasis: Style.Emphasis)...) -> String
  {
    line(indent, pieces)
  }

  /// A line that is cut where the terminal ends.
  private func line(
    _ indent: Int, _ pieces: [(text: String, emphasis: Style.Emphasis)]
  ) -> String {
    let indent = width.map { min(indent, $0 / 2) } ?? indent
    var line = String(repeating: " ", count: indent)
    var room = width.map { $0 - indent } ?? .max
    for (text, emphasis) in pieces {
      let whole = DisplayText(text)
      let shown = whole.truncated(to: room)
      line += style.apply(emphasis, to: shown.string)
      room -= shown.width
      if shown.width < whole.width { break }
    }
    return line
  }
}
