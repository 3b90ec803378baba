import BucketPlaces

extension Draft {
  /// A place that two copies of the vault changed, as a text in which somebody decides.
  struct Merged {
    /// What only one copy changed is in it as it is there. What both changed stands twice, between
    /// marks that nobody can overlook, and below the scissors all that differs stands side by side.
    let text: String
    /// The lines that have to go before the text means anything.
    let marks: [String]
  }

  /// A place in one copy, and what to call it there.
  struct Side {
    let place: Place
    /// Such as `here, alice@hut 2026-03-12 14:47`.
    let label: String
  }

  /// - Parameter base: The place as it was when the copies parted, if that is known.
  static func merged(_ here: Side, _ there: Side, from base: Place?) -> Merged {
    let marks = ["<<<<<<< \(here.label)", "=======", ">>>>>>> \(there.label)"]
    let (ours, theirs, before) = (Draft(here.place), Draft(there.place), base.map { Draft($0) })
    func decide(_ ours: String, _ theirs: String, _ before: String?) -> String? {
      if ours == theirs || theirs == before { return ours }
      return ours == before ? theirs : nil
    }
    var lines: [String] = []
    for field in Field.allCases {
      let (one, other) = (ours.values[field] ?? "", theirs.values[field] ?? "")
      func line(_ value: String) -> String {
        "\(field.rawValue):" + (value.isEmpty ? "" : " \(value)")
      }
      if let value = decide(one, other, before.map { $0.values[field] ?? "" }) {
        lines.append(line(value))
      } else {
        lines += [marks[0], line(one), marks[1], line(other), marks[2]]
      }
    }
    lines.append("")
    if let text = decide(ours.description, theirs.description, before?.description) {
      lines.append(text)
    } else {
      lines += sideBySide(ours.description, theirs.description, marks)
    }
    lines += [scissors] + comparison(here, there, ours, theirs)
    let text = lines.joined(separator: "\n") + "\n" + help
    return Merged(text: text, marks: marks.filter { lines.contains($0) })
  }

  /// The lines of two texts, with marks around those that are not the same at both ends.
  private static func sideBySide(_ ours: String, _ theirs: String, _ marks: [String]) -> [String] {
    let one = ours.split(separator: "\n", omittingEmptySubsequences: false)
    let other = theirs.split(separator: "\n", omittingEmptySubsequences: false)
    let start = zip(one, other).prefix { $0 == $1 }.count
    let end = zip(one.dropFirst(start).reversed(), other.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    func middle(_ lines: [Substring]) -> [String] {
      lines.dropFirst(start).dropLast(end).map(String.init)
    }
    return one.prefix(start).map(String.init) + [marks[0]] + middle(one) + [marks[1]]
      + middle(other) + [marks[2]] + one.suffix(end).map(String.init)
  }

  /// All that differs, in columns.
  private static func comparison(
    _ here: Side, _ there: Side, _ ours: Draft, _ theirs: Draft
  ) -> [String] {
    var table = Table([.fixed, .text, .text], indent: 2)
    table.add([.init(""), .init(here.label), .init(there.label)])
    for field in Field.allCases where ours.values[field] != theirs.values[field] {
      table.add([
        .init(field.rawValue), .init(ours.values[field] ?? "—"),
        .init(theirs.values[field] ?? "—"),
      ])
    }
    let one = ours.description.split(separator: "\n", omittingEmptySubsequences: false)
    let other = theirs.description.split(separator: "\n", omittingEmptySubsequences: false)
    if one != other {
      for index in 0..<max(one.count, other.count) {
        table.add([
          .init(index == 0 ? "description" : ""),
          .init(index < one.count ? one[index] : ""),
          .init(index < other.count ? other[index] : ""),
        ])
      }
    }
    return ["# This place was changed in both copies. Leave what is to be, without the marks."]
      + table.lines(width: 110).map { $0.isEmpty ? "#" : "#\($0)" }
  }
}
