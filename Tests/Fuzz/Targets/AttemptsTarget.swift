import FoundationEssentials

@testable import BucketVault

/// The log of failed unlocks: lines as they are, behind them one that was sealed to the owner, and
/// behind that the attempt as it is noted again.
enum AttemptsTarget: FuzzTarget {
  static let name = "attempts"

  static func check(_ bytes: [UInt8]) throws {
    let file = try KnownVaultFile()
    guard let note = SealedNote.seal(bytes, for: KnownVault.header) else {
      throw Violation(description: "a note can't be sealed")
    }
    let line = Array(Data(note).base64EncodedString().utf8)
    try file.write(bytes + [0x0A] + line + [0x0A], toState: "attempts")
    let log = AttemptLog(of: KnownVault.header, state: file.state)
    let vault = try file.open()
    let contents = try log.read(for: vault)
    let survey = try log.survey()
    try Violation.unless(
      contents.attempts.count + contents.unreadable == survey.notes + survey.unreadable,
      "a log has more lines for its owner than for others, or fewer")
    guard let attempt = CanonicalJSON.decode(Attempt.self, from: bytes) else {
      return try Violation.unless(contents.attempts.isEmpty, "a note says what it doesn't")
    }
    // A text that takes more than one block was never noted.
    let read = bytes.count < SealedNote.block ? [attempt] : []
    try Violation.unless(contents.attempts == read, "what was noted isn't what is read")
    try log.add(attempt)
    let noted = attempt.text.count < SealedNote.block ? [attempt.text] : []
    try Violation.unless(
      try log.read(for: vault).attempts.map { CanonicalJSON.encode($0) }
        == (read.map { CanonicalJSON.encode($0) } + noted), "an attempt is noted otherwise")
  }
}
