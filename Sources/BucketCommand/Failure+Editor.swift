import BucketPlaces
import BucketVault

extension Failure {
  static func editor(_ error: EditorError) -> Failure {
    let (message, hint) = words(for: error)
    return Failure("editor", .failed, message + "; nothing was changed", hints: [hint])
  }

  static func words(for error: EditorError) -> (message: String, hint: String) {
    switch error {
    case .noEditor:
      ("there is no editor", "install one, such as nano, or name yours: EDITOR=…")
    case .missing(let program, let source):
      (
        "there is no editor “\(DisplayText.truncated(program, to: 60))”, which "
          + "\(name(of: source)) names",
        "name one that is installed, and try again: export "
          + (source == .visual ? "VISUAL=nano" : "EDITOR=nano")
      )
    case .unfinishedCommand(let source):
      ("\(name(of: source)) has a quote that doesn't end", "close the quote")
    case .noMemoryFolder:
      (
        "there is no folder in memory to edit in",
        "set XDG_RUNTIME_DIR to a folder of yours on tmpfs"
      )
    case .unfitFolder(let path):
      (
        "\(DisplayText.neutralised(path)) is not safe to edit in: others can change it",
        "set TMPDIR to a folder of yours"
      )
    case .failed(let status):
      (
        "the editor failed with status \(status)",
        "try again, and leave the editor the usual way to save"
      )
    case .killed(let signal): ("the editor was ended by signal \(signal)", "try again")
    case .fileGone: ("the editor took the file away", "save the text in the file that was opened")
    case .notAFile:
      ("the editor put something else in the place of the file", "save the text in a regular file")
    case .tooLarge(let limit, let path):
      (
        "the text is longer than \(size(limit))",
        path.map { keptHint(DisplayText.neutralised($0)) } ?? "shorten it"
      )
    case .noRoom(let path, let error):
      (
        "there is no room for the text in \(DisplayText.neutralised(path)): \(error.text)",
        "make room there, or set XDG_RUNTIME_DIR to a folder of yours on tmpfs"
      )
    case .system(let error): ("the editor can't be used: \(error.text)", "bucket check")
    }
  }

  /// What became of a text with a line that is not UTF-8.
  static func notUTF8(line: Int) -> String {
    "line \(line) is not UTF-8; what can't be read was replaced"
  }

  private static func name(of source: EditorCommand.Source) -> String {
    switch source {
    case .visual: "VISUAL"
    case .editor: "EDITOR"
    case .selectedEditor: "~/.selected_editor"
    case .usual: "the system"
    }
  }

  /// What is wrong with a line of a draft, and what would be right.
  static func words(for fact: DraftError.Fact) -> String {
    switch fact {
    case .notAField: "this is no “key: value”; the description comes after an empty line"
    case .unknownField(let key):
      "there is no field “\(DisplayText.truncated(key, to: 40))”; there are "
        + choice(of: Draft.Field.allCases.map(\.rawValue), last: "and")
    case .repeatedField(let field): "\(field.rawValue) is there twice"
    case .notANumber(let text):
      "“\(DisplayText.truncated(text, to: 40))” is not a number of metres"
    case .notYesOrNo(let text):
      "“\(DisplayText.truncated(text, to: 40))” is neither yes nor no"
    case .unfinishedQuote: "a quote around a tag doesn't end before the next comma"
    case .blankAmongFields: "the empty line above ends the fields; take it away"
    case .textBelowScissors: "what stands below the scissors line would be lost; move it up"
    case .undecided:
      "choose: leave what is to be, and take the lines of <<<<<<<, ======= and >>>>>>> away"
    case .position(let error): sentence(words(for: error))
    case .unlocated(let words): words
    case .place(let error): sentence(words(for: error))
    }
  }

  private static func sentence(_ words: (message: String, hint: String)) -> String {
    "\(words.message); \(words.hint)"
  }

  static let draftLeft = Failure(
    "draft", .failed, "the draft was left as it is; nothing was changed")

  static let draftGivenUp = Failure(
    "draft", .notUnderstood, "the text can't be understood as it is; nothing was changed")

  static func interrupted(_ signal: Int32) -> Failure {
    Failure("cancelled", .signal(signal), "the edit was interrupted; nothing was changed")
  }

  static let waitHint =
    "if the editor opens a window of its own, have it wait, as in EDITOR=\"code --wait\""

  static func keptHint(_ path: String) -> String {
    "your text is in \(path)/\(PrivateFolder.fileName), until the machine restarts or the next "
      + "bucket edit can keep it as a draft"
  }

  /// - Parameter count: How many drafts the vault's key doesn't open.
  static func draftsShut(_ count: Int) -> String {
    "\(Count.of(count, "sealed draft is", "sealed drafts are")) for another key, which a copy of the vault "
      + "from before its keys changed may still have: bucket check --deep names them"
  }

  /// - Parameter path: The folder of a text that nobody can keep for its owner.
  static func leftoverText(_ path: String) -> String {
    "an edited text that could not be saved is in \(DisplayText.neutralised(path))"
  }

  static func leftoverAdvice(_ path: String) -> String {
    "copy what is needed of it, then: rm -r \(word(path))"
  }

  /// - Parameter reference: Names the place on a command line; `nil` for one that is not in the vault
  ///   yet.
  static func draftHint(_ reference: String?) -> String {
    let kept = "your text is kept as a sealed draft; to go on with it: "
    return kept
      + (reference.map { "bucket edit \($0), or where the place is gone: bucket add --edit" }
        ?? "bucket add --edit")
  }
}
