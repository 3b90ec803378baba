import BucketPlaces

extension Draft {
  /// A place that two copies of the vault changed, as a text in which somebody decides.
  struct Merged {
    /// A place in one copy, and what to call it there.
    struct Side {
      let place: Place
      /// Such as `here, alice@hut 2026-03-12 14:47`.
      let label: String
    }

    /// What only one copy changed is in it as it is there. What both changed stands twice, between
    /// marks that nobody can overlook, and below the scissors all that differs stands side by side.
    let text: String
    /// The length of the marks; `nil` where nothing is left to choose.
    let markLength: Int?
    /// Whether anything differs that the text shows.
    let isDifferent: Bool
    private let here: Place
    private let there: Place
    private let base: Place?

    /// - Parameters:
    ///   - base: The place as it was when the copies parted, if that is known.
    ///   - width: How many columns the two sides may take together.
    init(_ here: Side, _ there: Side, from base: Place?, width: Int = 80) {
      (self.here, self.there, self.base) = (here.place, there.place, base)
      let (ours, theirs, before) = (Draft(here.place), Draft(there.place), base.map { Draft($0) })
      let marks = Marks(
        around: [ours.description, theirs.description], labels: here.label, there.label)
      func settled(_ ours: String, _ theirs: String, _ before: String?) -> String? {
        if ours.isSame(as: theirs) || before?.isSame(as: theirs) == true { return ours }
        return before?.isSame(as: ours) == true ? theirs : nil
      }
      var lines: [String] = []
      var isUndecided = false
      for field in Field.allCases {
        let (one, other) = (ours.values[field] ?? "", theirs.values[field] ?? "")
        func line(_ value: String) -> String {
          "\(field.rawValue):" + (value.isEmpty ? "" : " \(value)")
        }
        if let value = settled(one, other, before.map { $0.values[field] ?? "" }) {
          lines.append(line(value))
        } else {
          lines += marks.around([line(one)], [line(other)])
          isUndecided = true
        }
      }
      lines.append("")
      let difference = TextDifference(ours.description, theirs.description)
      if let text = settled(ours.description, theirs.description, before?.description) {
        lines.append(text)
      } else {
        lines += difference.start + marks.around(difference.one, difference.other) + difference.end
        isUndecided = true
      }
      let rows = Self.rows(ours, theirs, difference)
      isDifferent = !rows.isEmpty
      markLength = isUndecided ? marks.length : nil
      lines += [
        scissors, "# Both copies have changed this place. What you leave above is what it will be.",
      ]
      lines.append(
        isUndecided
          ? "# Choose where \(marks.run) stands, and take the marks away."
          : "# Nothing is left to choose: as it stands, it is accepted when you leave the editor.")
      lines += ["#", "#   \(here.label)", "#   \(there.label)", "#"]
      lines += Self.comparison(of: rows, width: width)
      text = lines.joined(separator: "\n") + "\n" + help
    }

    /// The place as the text has it; what no text shows exactly is as it is in the copies.
    func place(from text: String) throws(DraftError) -> Place {
      let draft = try Draft(parsing: text)
      let position = draft.values[.at] ?? ""
      func isPosition(of place: Place) -> Bool { position == Draft(place).values[.at] ?? "" }
      var result = !isPosition(of: here) && isPosition(of: there) ? there : here
      try draft.apply(to: &result)
      result.settleUnseen(here, there, since: base)
      return result
    }

    /// The place where the copies differ in nothing that a text shows.
    var settled: Place {
      var result = here
      result.settleUnseen(here, there, since: base)
      // The same from both ends, so that the copies come to be the same.
      result.modified = [here.modified, there.modified].compactMap(\.self).max()
      return result
    }

    /// What differs, with the name of the field in front.
    private static func rows(
      _ ours: Draft, _ theirs: Draft, _ difference: TextDifference
    ) -> [[String]] {
      let fields = Field.allCases.filter {
        !(ours.values[$0] ?? "").isSame(as: theirs.values[$0] ?? "")
      }
      let (one, other) = (difference.one, difference.other)
      return fields.map { [$0.rawValue, ours.values[$0] ?? "—", theirs.values[$0] ?? "—"] }
        + (0..<max(one.count, other.count)).map { index in
          [
            index == 0 ? "description" : "", index < one.count ? one[index] : "",
            index < other.count ? other[index] : "",
          ]
        }
    }

    private static func comparison(of rows: [[String]], width: Int) -> [String] {
      var table = Table([.fixed, .text, .text], indent: 2)
      for row in [["", "here", "there"]] + rows { table.add(row.map { Table.Cell($0) }) }
      return table.lines(width: width - 1).map { "#" + $0 } + ["#"]
    }
  }
}
