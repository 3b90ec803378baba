/// Commands in hints, as they can be typed.
extension Failure {
  /// The same with the vault named in the hints, where `--vault` named it.
  func naming(vault path: String?) -> Failure {
    with(hints: hints.map { Failure.naming($0, vault: path) })
  }

  /// A text with the vault named in the commands of bucket within, where `--vault` named it.
  ///
  /// What is quoted, as a sentence or a shell quotes, stays as it is.
  static func naming(_ text: String, vault path: String?) -> String {
    guard let path else { return text }
    let option = "--vault \(quoted(path)) "
    var (result, rest) = ("", text[...])
    while let next = rest.first {
      if let quote = quotation(at: rest, after: result.last) {
        result += quote
        rest = rest.dropFirst(quote.count)
      } else if isCommand(rest, after: result.last) {
        result += "bucket " + option
        rest = rest.dropFirst("bucket ".count)
      } else {
        result.append(next)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  /// What is between quotation marks, with them: of a sentence, or around a word of a shell.
  private static func quotation(at text: Substring, after before: Character?) -> Substring? {
    if text.first == "“" {
      return text.firstIndex(of: "”").map { text[...$0] }
    }
    // An apostrophe has a letter before it.
    guard text.first == "'", before.map({ $0 == " " || $0 == "$" }) ?? true else { return nil }
    var end = text.index(after: text.startIndex)
    while let close = text[end...].firstIndex(of: "'") {
      end = text.index(after: close)
      guard text[end...].hasPrefix("\\''") else { return text[..<end] }
      end = text.index(end, offsetBy: 3)
    }
    return nil
  }

  /// Whether a text begins with a command of bucket that works on the vault which `--vault` names.
  private static func isCommand(_ text: Substring, after before: Character?) -> Bool {
    guard text.hasPrefix("bucket "), before.map({ " (".contains($0) }) ?? true else { return false }
    let words = text.dropFirst("bucket ".count)
    // What these work on is named beside them, or is no vault.
    if [Recover.command.name, "lock --all", "help"].contains(where: words.hasPrefix) {
      return false
    }
    let name = words.prefix { $0.isLetter || $0.isNumber || $0 == "-" }
    return Commands.table.commands.contains { $0.name == name }
  }

  /// A path as a person writes it, which may begin with `~/` for the home folder, as one word of a
  /// shell.
  static func word(_ path: String) -> String {
    path.hasPrefix("~/") && path.count > 2 ? "~/" + quoted(String(path.dropFirst(2))) : quoted(path)
  }

  /// The command that takes a file out of the way.
  static func moving(_ path: String) -> String { "mv \(word(path)) \(word(path + ".old"))" }

  /// A path as one word of a shell, of which nothing is hidden or obeyed by a terminal.
  private static func quoted(_ path: String) -> String {
    // What begins with a dash would be taken for an option.
    if path.hasPrefix("-") { return quoted("./" + path) }
    if DisplayText.neutralised(path) != path { return "$'" + spelledOut(path) + "'" }
    let isPlain = path.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+~".contains($0))
    }
    if isPlain, !path.isEmpty, !path.hasPrefix("~") { return path }
    let parts = path.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }

  /// The inside of `$'…'`, as bash, zsh and ksh read it.
  private static func spelledOut(_ path: String) -> String {
    path.unicodeScalars.reduce(into: "") { text, scalar in
      let isPlain =
        scalar != "'" && scalar != "\\" && DisplayText.neutralised(String(scalar)) == String(scalar)
      if isPlain {
        text.unicodeScalars.append(scalar)
      } else {
        for byte in scalar.utf8 {
          text += byte < 16 ? "\\x0" : "\\x"
          text += String(byte, radix: 16)
        }
      }
    }
  }
}
