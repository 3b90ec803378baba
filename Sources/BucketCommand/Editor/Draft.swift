/// A place as text that somebody edits.
///
/// Fields come first, each on a line of its own as `key: value`, in any order. The first blank line
/// ends them, and from there to the scissors the description stands as it is, without the newline
/// before the scissors. Below them is help:
///
///     name: Lake Baikal
///     tags: winter, "trains, slow"
///
///     Ice in March.
///     # ------------------------ >8 ------------------------
///     # …
///
/// The last scissors count, so a description may hold some of its own; where there are none, the
/// description goes to the end, without the last newline. A field without a line is empty. A byte
/// order mark is passed over, and so are carriage returns if every line has one.
///
/// Lines that begin with `# error: ` among the fields, where ``annotated(_:with:)`` puts them, are
/// passed over; in the description they are text as any other.
struct Draft {
  enum Field: String, CaseIterable {
    case name, at, altitude, approximate, category, tags, visited, address, link
  }

  static let scissors = "# ------------------------ >8 ------------------------"

  /// What stands behind each key, without white space around it; nothing for an empty field.
  var values: [Field: String] = [:]
  var description = ""
  /// Where each field stands in the text that was read, from 1.
  private(set) var lines: [Field: Int] = [:]
  /// Where the fields end in the text that was read, from 1.
  private(set) var fieldsEnd = 1

  init() {}

  /// The text to edit; ``init(parsing:)`` brings it back equal.
  var text: String {
    let fields = Field.allCases.map { field in
      let value = values[field] ?? ""
      return field.rawValue + (value.isEmpty ? ":" : ": ") + value + "\n"
    }
    return fields.joined() + "\n" + description + "\n" + Self.scissors + "\n" + Self.help
  }

  /// Reads text that was edited.
  ///
  /// - Throws: All that can't be understood; whether the values mean something isn't asked.
  init(parsing text: String) throws(DraftError) {
    let layout = DraftLayout(text)
    var problems: [DraftError.Problem] = []
    fieldsEnd = layout.fieldsEnd + 1
    var textEnd: Int?
    for (index, line) in layout.lines[..<layout.fieldsEnd].enumerated()
    where !DraftLayout.isAnnotation(line) {
      func problem(_ fact: DraftError.Fact) {
        problems.append(DraftError.Problem(line: index + 1, fact: fact))
      }
      let parts = line.unicodeScalars.split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false
      ).map { DraftLayout.trimmed(String($0)) }
      guard parts.count == 2 else {
        // A text that begins here is told of once.
        if textEnd != index { problem(.notAField) }
        textEnd = index + 1
        continue
      }
      guard let field = Field(rawValue: parts[0].lowercased()) else {
        problem(.unknownField(parts[0]))
        continue
      }
      guard lines[field] == nil else {
        problem(.repeatedField(field))
        continue
      }
      lines[field] = index + 1
      if !parts[1].isEmpty { values[field] = parts[1] }
    }
    if let line = fieldsBelow(layout) {
      problems.append(DraftError.Problem(line: line, fact: .blankAmongFields))
    }
    let below = layout.linesBelow.first {
      !layout.lines[$0].hasPrefix("#") && !DraftLayout.isBlank(layout.lines[$0])
    }
    if let below {
      problems.append(DraftError.Problem(line: below + 1, fact: .textBelowScissors))
    }
    description = layout.description
    if !problems.isEmpty { throw DraftError(problems: problems) }
  }

  /// The first line, from 1, where fields stand below a blank line that was not meant to end them:
  /// all of the description's first paragraph are fields, of which none stands above.
  private func fieldsBelow(_ layout: DraftLayout) -> Int? {
    let below = layout.lines[..<layout.cut].indices.dropFirst(layout.fieldsEnd)
      .drop { DraftLayout.isBlank(layout.lines[$0]) }
    let paragraph = below.prefix { !DraftLayout.isBlank(layout.lines[$0]) }
    let areFields = paragraph.allSatisfy { index in
      let line = layout.lines[index].unicodeScalars
      guard let colon = line.firstIndex(of: ":"),
        let field = Field(rawValue: DraftLayout.trimmed(String(line[..<colon])).lowercased())
      else { return false }
      return lines[field] == nil
    }
    return areFields ? paragraph.first.map { $0 + 1 } : nil
  }

  /// The text with what is wrong above the lines that it is about.
  ///
  /// What an earlier call put there is gone. What is about the description stands above it, among
  /// the fields, so that nothing is ever put into the description.
  ///
  /// - Parameter notes: Lines of the text, from 1, and what to say of them.
  static func annotated(_ text: String, with notes: [(line: Int, message: String)]) -> String {
    let layout = DraftLayout(text)
    var result: [String] = []
    for (index, line) in layout.lines.enumerated() {
      let isDescription = index > layout.fieldsEnd && !layout.linesBelow.contains(index)
      for note in notes {
        let isDescribed =
          note.line - 1 > layout.fieldsEnd
          && !layout.linesBelow.contains(note.line - 1)
        guard (isDescribed ? layout.fieldsEnd : max(note.line - 1, 0)) == index else { continue }
        for part in note.message.split(separator: "\n") {
          result.append(DraftLayout.annotation + part)
        }
      }
      if isDescription || !DraftLayout.isAnnotation(line) { result.append(line) }
    }
    return result.joined(separator: layout.newline)
  }

  static let help = """
    # The line above and all below it are not kept. A field that is empty is taken away.
    #   at           latitude and longitude, as in 51.5014, -0.1419; or in degrees,
    #                minutes and seconds, a plus code, or the link of a map
    #   altitude     metres above sea level
    #   approximate  yes, if the place is only near its position
    #   tags         with commas between them; "in quotes" if one holds a comma
    #   visited      the day, as in 2026-03-12
    # The description begins after the first empty line, and is kept as it stands.

    """
}
