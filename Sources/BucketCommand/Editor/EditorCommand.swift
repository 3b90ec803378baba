/// The editor that somebody wants to use, and how it is started for a text that is private.
struct EditorCommand: Equatable {
  /// What named the editor.
  enum Source: Equatable {
    case visual, editor
    /// The choice of `select-editor`, which `sensible-editor` goes by.
    case selectedEditor
    /// One of the usual names on the search path.
    case usual
  }

  let source: Source
  /// The path of the program.
  let program: String
  /// The words that follow the program's name in the variable.
  let ownArguments: [String]
  let family: EditorFamily

  /// Chooses as `sensible-editor` does: VISUAL, EDITOR, the file `.selected_editor` at home, then
  /// `editor`, `nano` and `vi`.
  ///
  /// A variable that holds nothing is passed over. One that names an editor that isn't there is an
  /// error: another editor would surprise.
  ///
  /// - Throws: `noEditor`, `missing` or `unfinishedCommand`.
  static func choose(in environment: [String: String]) throws(EditorError) -> EditorCommand {
    let path = SearchPath(environment["PATH"])
    for (variable, source) in [("VISUAL", Source.visual), ("EDITOR", .editor)] {
      guard let words = ShellWords(environment[variable] ?? "")?.words else {
        throw .unfinishedCommand(source)
      }
      guard let name = words.first, !name.isEmpty else { continue }
      guard let command = EditorCommand(words, from: source, path: path) else {
        throw .missing(program: name, source)
      }
      return command
    }
    if let home = environment["HOME"], let words = SearchPath.selectedEditor(home: home),
      let command = EditorCommand(words, from: .selectedEditor, path: path)
    {
      return command
    }
    for name in ["editor", "nano", "vi"] {
      if let command = EditorCommand([name], from: .usual, path: path) { return command }
    }
    throw .noEditor
  }

  private init?(_ words: [String], from source: Source, path: SearchPath) {
    guard let name = words.first, let program = path.program(named: name) else { return nil }
    self.source = source
    self.program = program
    ownArguments = Array(words.dropFirst())
    family = EditorFamily(target: SearchPath.target(of: program))
  }

  /// What the program is started with, its own name first.
  func arguments(editing file: String) -> [String] {
    [program] + ownArguments + family.precautions + [file]
  }

  /// What has to run before, if anything: an editor that is a server needs to be told there.
  var preparation: [String]? {
    guard let expression = family.preparation else { return nil }
    // What else is given, such as a new frame, is meant for the editing.
    var server: [String] = []
    var takesNext = false
    for argument in ownArguments {
      let namesServer = ["-s", "--socket-name", "-f", "--server-file"].contains(argument)
      if takesNext || namesServer || argument.hasPrefix("--socket-name=")
        || argument.hasPrefix("--server-file=")
      {
        server.append(argument)
      }
      takesNext = namesServer
    }
    return [program] + server + ["--eval", expression]
  }
}
