import FoundationEssentials

@testable import BucketVault

/// The log of failed unlocks: lines as they are, and behind them a line that was sealed to the owner.
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
    let attempts = log.attempts(of: try file.open())
    let known = CanonicalJSON.decode(Attempt.self, from: bytes)
    try Violation.unless(
      attempts == [known].compactMap(\.self), "what was noted isn't what is read")
    for attempt in attempts {
      try Violation.unless(
        CanonicalJSON.decode(Attempt.self, from: CanonicalJSON.encode(attempt)) == attempt,
        "an attempt isn't read as it was written")
    }
  }
}
