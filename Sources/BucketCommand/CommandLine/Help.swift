/// The help of the program and of each command, examples first.
struct Help: Sendable {
  private let table: CommandTable
  private let width: Int

  /// - Parameter width: The columns of the terminal, of which at most 80 are used.
  init(_ table: CommandTable, width: Int = 80) {
    self.table = table
    self.width = max(40, min(width, 80))
  }

  /// The help of one command, or of the whole program.
  func text(about command: Command?) -> String {
    let sections = command.map(sections(of:)) ?? overview
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private var overview: [[String]] {
    let column = column(for: table.commands(after: nil).filter { !$0.isHidden }.map(\.name))
    return [examples(table.program.examples)] + paragraphs(table.program.description)
      + table.visibleGroups.map { group in
        section(
          group.title,
          group.commands.filter { !$0.name.contains(" ") }.map { Term($0.name, $0.summary) },
          column: column)
      }
      + [everywhere, wrapped("bucket help COMMAND tells more about one of them.", indent: 0)]
  }

  private func sections(of command: Command) -> [[String]] {
    let (positionals, options) = (
      command.declarations.filter(\.isPositional), command.declarations.filter { !$0.isPositional }
    )
    let family = table.commands(after: command).filter { !$0.isHidden }
    return [examples(command.examples)] + paragraphs(command.summary) + [usage(of: command)]
      + paragraphs(command.discussion)
      + [
        section("Commands", family.map { Term($0.name, $0.summary) }),
        section("Arguments", positionals.map { Term($0.name, text(of: $0)) }),
        section("Options", options.map { Term($0.form, text(of: $0)) }),
        everywhere,
        section("Exit status", command.exitStatuses),
        family.isEmpty
          ? [] : wrapped("bucket help \(command.name) COMMAND tells more about one.", indent: 0),
      ]
  }

  private var everywhere: [String] {
    section("Everywhere", GlobalOptions.declarations.map { Term($0.form, text(of: $0)) })
  }

  /// What a parameter is for, and what it can be where that is a choice.
  private func text(of declaration: Declaration) -> String {
    let words = declaration.candidates.words
    return declaration.help + (words.isEmpty ? "" : ": " + words.joined(separator: ", "))
  }

  private func examples(_ examples: [Example]) -> [String] {
    // The line stays whole, to be copied.
    examples.flatMap { ["  " + $0.line] + wrapped($0.phrase, indent: 6) }
  }

  private func usage(of command: Command) -> [String] {
    let beginning = "Usage: bucket \(command.name)"
    let widest = command.synopsis.map { DisplayText($0).width }.max() ?? 0
    let indent = beginning.count + 1 + widest <= width ? beginning.count : 3
    var lines = [beginning]
    for part in command.synopsis {
      // A part has spaces of its own, and isn't to be broken at them.
      if DisplayText(lines[lines.count - 1]).width + 1 + DisplayText(part).width > width {
        lines.append(String(repeating: " ", count: indent))
      }
      lines[lines.count - 1] += " " + part
    }
    return lines
  }

  private func paragraphs(_ text: String) -> [[String]] {
    text.split(separator: "\n\n").map { paragraph in
      wrapped(paragraph.split(separator: "\n").joined(separator: " "), indent: 0)
    }
  }

  /// Terms and texts in two columns; a term too wide for its column has its text below.
  private func section(_ title: String, _ terms: [Term], column: Int? = nil) -> [String] {
    guard !terms.isEmpty else { return [] }
    let column = column ?? self.column(for: terms.map(\.term))
    var lines = [title + ":"]
    for term in terms {
      let wide = DisplayText(term.term).width
      var text = wrapped(term.text, indent: column)
      if 2 + wide + 2 <= column, let first = text.first {
        text[0] = "  " + term.term + first.dropFirst(2 + wide)
      } else {
        text.insert("  " + term.term, at: 0)
      }
      lines += text
    }
    return lines
  }

  /// Where the texts begin, right of the terms that leave enough room for them.
  private func column(for terms: [String]) -> Int {
    let widest = min(28, width / 2 - 4)
    return 2 + (terms.map { DisplayText($0).width }.filter { $0 <= widest }.max() ?? 4) + 2
  }

  private func wrapped(_ text: String, indent: Int) -> [String] {
    DisplayText(text).wrapped(to: max(20, width - indent)).map {
      String(repeating: " ", count: indent) + $0
    }
  }
}
