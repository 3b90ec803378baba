/// The page bucket(1) of the manual, in the `man` macros of troff.
struct ManualPage: Sendable {
  private let table: CommandTable
  private var program: Program { table.program }

  init(of table: CommandTable) {
    self.table = table
  }

  var text: String {
    let parts: [[String]] = [
      title, section("NAME", ["bucket \\- \(Troff.escaped(program.summary))"]), synopsis,
      section("DESCRIPTION", paragraphs(program.description)), commands,
      section(
        "GLOBAL OPTIONS",
        [Troff.escaped("They may stand before the name of a command or after it.")]
          + GlobalOptions.declarations.flatMap(definition(of:))),
      section("EXIT STATUS", definitions(program.exitStatuses)),
      section("ENVIRONMENT", definitions(program.environment)),
      section("FILES", definitions(program.files)),
      section("EXAMPLES", program.examples.flatMap(example)),
      section("SEE ALSO", seeAlso),
    ]
    return parts.joined().map { $0 + "\n" }.joined()
  }

  private var title: [String] {
    [
      // No hyphens at the ends of lines: an option could seem to have one more.
      ".nr HY 0",
      ".TH BUCKET 1 \"\(Troff.escaped(program.date))\""
        + " \"bucket \(Troff.escaped(program.version))\" \"User Commands\"",
      ".ad l",
    ]
  }

  private var synopsis: [String] {
    section(
      "SYNOPSIS",
      [
        Troff.bold("bucket") + " " + Troff.synopsis("[OPTION]… COMMAND [ARGUMENT]…"), ".br",
        Troff.bold("bucket help") + " " + Troff.synopsis("[COMMAND]"),
      ])
  }

  private var commands: [String] {
    section(
      "COMMANDS",
      table.visibleGroups.flatMap { group in group.commands.flatMap(lines(about:)) })
  }

  private func lines(about command: Command) -> [String] {
    let usage = [Troff.bold("bucket \(command.name)")] + command.synopsis.map(Troff.synopsis)
    return [
      ".SS \"\(Troff.escaped("bucket \(command.name)"))\"", usage.joined(separator: " "), ".PP",
    ]
      + paragraphs(command.summary)
      + (command.discussion.isEmpty ? [] : [".PP"] + paragraphs(command.discussion))
      + command.declarations.flatMap(definition(of:))
      + (command.exitStatuses.isEmpty ? [] : [".PP", "Exit status:"])
      + definitions(command.exitStatuses)
      + command.examples.flatMap(example)
  }

  private var seeAlso: [String] {
    program.seeAlso.enumerated().map { index, page in
      let parts = page.split(separator: "(", maxSplits: 1)
      let comma = index + 1 < program.seeAlso.count ? "," : ""
      return Troff.bold(String(parts[0]))
        + (parts.count > 1 ? Troff.escaped("(" + parts[1]) : "") + comma
    }
  }

  /// A section, or nothing where it has no lines.
  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [".SH \"\(title)\""] + lines
  }

  private func paragraphs(_ text: String) -> [String] {
    Array(
      text.split(separator: "\n\n").map { paragraph in
        paragraph.split(separator: "\n").map { Troff.escaped(String($0)) }
      }.joined(separator: [".PP"]))
  }

  private func definition(of declaration: Declaration) -> [String] {
    let forms =
      declaration.isPositional
      ? [declaration.synopsis]
      : declaration.spellings.map { spelling in
        spelling == declaration.name
          ? declaration.placeholder.map { "\(spelling) \($0)" } ?? spelling : spelling
      }
    let words = declaration.candidates.words
    return [
      ".TP", forms.map(Troff.synopsis).joined(separator: ", "),
      Troff.escaped(
        declaration.help + (words.isEmpty ? "" : ": " + words.joined(separator: ", "))),
    ]
  }

  private func definitions(_ terms: [Term]) -> [String] {
    terms.flatMap { [".TP", Troff.bold($0.term), Troff.escaped($0.text)] }
  }

  private func example(_ example: Example) -> [String] {
    [".PP", Troff.escaped(example.phrase) + ":", ".PP", ".RS 4", ".EX"]
      + [Troff.escaped(example.line), ".EE", ".RE"]
  }
}
