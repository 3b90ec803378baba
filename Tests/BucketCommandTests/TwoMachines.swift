import TestSupport

/// A household, and another machine with a copy of its vault.
final class TwoMachines {
  let here: Household
  let copy: String

  init(_ here: Household? = nil) throws {
    self.here = try here ?? Household()
    copy = self.here.beside + "/copy.vault"
  }

  /// Copies the vault to the other machine.
  func part() throws { _ = try here.shell("cp \"$VAULT\" '\(copy)'") }

  /// Runs `bucket` on the other machine, which has seen nothing of the vault before.
  @discardableResult
  func there(_ words: String...) throws -> ProgramRun {
    let state = here["XDG_STATE_HOME"]
    here["XDG_STATE_HOME"] = here.beside + "/there"
    defer { here["XDG_STATE_HOME"] = state }
    return try here.bucket(["--vault", copy] + words)
  }

  @discardableResult
  func here(_ words: String...) throws -> ProgramRun { try here.bucket(words) }

  @discardableResult
  func merge(_ words: String..., input: String = "") throws -> ProgramRun {
    try here.bucket(["merge", copy] + words, input: input)
  }

  func bytes(_ path: String) throws -> [UInt8] { try ProgramRun.of(["cat", path]).output }

  var drafts: Int {
    get throws {
      Int(
        try here.shell("ls '\(here.state)'/*/ | grep -c '^draft-'").outputText
          .filter(\.isNumber)) ?? 0
    }
  }

  /// A script that chooses one side everywhere.
  static func choosing(_ side: String) -> String {
    side == "here"
      ? "sed -i '/^<<<<<<< /d; /^=======$/,/^>>>>>>> /d' \"$1\""
      : "sed -i '/^<<<<<<< /,/^=======$/d; /^>>>>>>> /d' \"$1\""
  }
}
