import FoundationEssentials
import TestSupport

/// The program `docs/read-vault.py`.
enum Reader {
  enum Outcome {
    case records(Data)
    case refused(String)
  }

  /// Whether Python and its libsodium are installed.
  static let isAvailable =
    (try? ProgramRun.of(["/usr/bin/python3", "-c", "import nacl.bindings"]).end) == .exited(0)

  /// Reads a vault.
  ///
  /// - Returns: The records in JSON or the name of the reason, and what else the reader has to say.
  static func read(
    _ path: String, slot: String, secret: [UInt8]
  ) throws -> (Outcome, notice: String) {
    let run = try ProgramRun.of(
      ["/usr/bin/python3", Repository.path("docs/read-vault.py"), path, "--slot", slot],
      input: secret)
    if run.end == .exited(0) { return (.records(Data(run.output)), run.errorText) }
    let words = run.errorText.split(separator: ": ", maxSplits: 2)
    return (.refused(words.count > 1 ? String(words[1]) : run.errorText), "")
  }
}
