import BucketVault
import FoundationEssentials

/// Tells whether the vault is open.
struct Status: Action {
  let wantsJSON: Bool

  static let command = Command(
    "status", "Tell whether the vault is open, and until when.",
    examples: [
      Example("bucket status", "see it"),
      Example("bucket status -q && bucket list", "list, if nothing would be asked"),
    ],
    .flag("--json", "print an object: vault, id, state, and until or reason"),
    discussion: "Nothing is asked, and nothing is printed with -q.",
    exitStatuses: [Term("0", "open"), Term("3", "locked")],
    make: Status.init)

  private struct Report: Encodable {
    let vault: String
    let id: String
    let state: String
    var until: Date?
    var reason: String?
  }

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    let sealed = try context.sealedVault()
    let path = try context.vaultPath()
    let shown = DisplayText.neutralised(context.environment.abbreviated(path))
    var report = Report(vault: path, id: sealed.header.id, state: "open")
    let sentence: String
    let status: ExitStatus
    do throws(KeySession.Locked) {
      let until = try sealed.session.find().until
      report.until = until
      sentence = "open until \(LocalTime(until).clock): \(shown)"
      status = .done
    } catch {
      report = Report(vault: path, id: sealed.header.id, state: "locked", reason: error.name)
      sentence = "locked: \(Failure.words(for: error)): \(shown)"
      status = .locked
    }
    if wantsJSON {
      try context.output.write(JSONLine.text(report))
    } else if !context.options.isQuiet {
      try context.output.write(sentence + "\n")
    }
    return status
  }
}
