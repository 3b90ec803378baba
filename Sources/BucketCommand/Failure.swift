import BucketPlaces
import BucketVault
import FoundationEssentials

/// A fact turned into what a person is told: a sentence, what to do, and the exit status.
///
/// All wording of failures is here and in the files `Failure+Concern.swift`. Sentences begin in lower
/// case and end without a full stop; a hint names a command that works.
struct Failure: Error, Equatable {
  let message: String
  let hints: [String]
  /// What the person has to choose from, shown after the hints as it is.
  let choices: [String]
  let status: ExitStatus
  /// The stable name of the reason.
  let name: String

  init(
    _ name: String, _ status: ExitStatus, _ message: String, hints: [String] = [],
    choices: [String] = []
  ) {
    (self.name, self.status, self.message) = (name, status, message)
    (self.hints, self.choices) = (hints, choices)
  }

  /// The same with other hints.
  func with(hints: [String]) -> Failure {
    Failure(name, status, message, hints: hints, choices: choices)
  }

  /// Words as a sentence has them: `a, b or c`.
  static func choice(of words: [String], last conjunction: String = "or") -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }
}

extension Failure {
  /// - Parameter command: The command whose line it is, as far as that is known.
  static func usage(_ error: UsageError, of command: String?) -> Failure {
    Failure(
      "usage", .notUnderstood, error.message,
      hints: [error.hint ?? command.map { "bucket help \($0)" } ?? "bucket help"])
  }

  static func noHome(variable: String) -> Failure {
    Failure(
      "no-home", .failed, "there is no home folder: HOME is not set to an absolute path",
      hints: ["set HOME, or \(variable) to an absolute path"])
  }

  static func output(_ error: SystemError) -> Failure {
    Failure(
      "output", .failed, "standard output can't be written: \(error.text)",
      hints: ["whatever was to be saved is saved; only this output is missing"])
  }

  /// - Parameter hint: What else would do.
  static func input(_ error: SystemError, hint: String) -> Failure {
    Failure(
      "input", .failed, "standard input can't be read: \(error.text)",
      hints: ["nothing was changed; \(hint)"])
  }

  static let descriptionHint = "give the text with -d TEXT, or in the editor"
  static let fileHint = "name a file, or a folder"

  /// - Parameter limit: In bytes.
  static func inputTooLong(limit: Int) -> Failure {
    Failure(
      "place", .notUnderstood,
      "what standard input holds is longer than a description may be, which is \(limit) bytes",
      hints: ["shorten it; nothing was changed"])
  }

  static let inputNotUTF8 = Failure(
    "input", .notUnderstood, "what standard input holds is not UTF-8",
    hints: ["nothing was changed; convert it first, as by iconv -t UTF-8"])

  static func exportFile(_ path: String, _ error: SystemError) -> Failure {
    if error.code == SystemError.alreadyExists { return fileExists(path) }
    return Failure(
      "unwritable", .failed, "\(DisplayText.neutralised(path)) can't be written: \(error.text)",
      hints: [
        error.comesAfterTheChange
          ? "the file is there, but a power cut might undo it; see what is wrong with the disk"
          : "nothing was written; name another file with -o FILE"
      ])
  }

  static func unknownEnding(_ ending: String, of name: String) -> Failure {
    Failure(
      "usage", .notUnderstood,
      "the ending “\(DisplayText.truncated(ending, to: 20))” says no format",
      hints: [
        "say it: bucket export gpx -o \(Failure.word(name)), or kml, geojson, csv or json"
      ])
  }

  static let onlyCSVForSpreadsheets = Failure(
    "usage", .notUnderstood, "--spreadsheet is for csv alone",
    hints: ["bucket export csv --spreadsheet"])

  static func fileExists(_ path: String) -> Failure {
    Failure(
      "file-exists", .failed, "\(DisplayText.neutralised(path)) is there already",
      hints: ["name another file, or write over it with --force"])
  }

  static func keptByBucket(_ path: String) -> Failure {
    Failure(
      "file-kept", .failed,
      "\(DisplayText.neutralised(path)) is where bucket keeps places or photos",
      hints: ["name another file; nothing was written"])
  }

  /// What a file is called says that it is of one kind, and it is of another.
  static func misnamed(_ name: String, as claim: String, being kind: String) -> String {
    "\(DisplayText.neutralised(name)) is called as if it were \(claim), and is \(kind)"
  }

  static func notAFile(_ path: String) -> Failure {
    Failure(
      "not-a-file", .failed, "\(DisplayText.neutralised(path)) is there, and is not a regular file",
      hints: ["name another file, or leave -o out to write to standard output"])
  }
}
