import Glibc
import TestSupport
import Testing

/// What is wrong with a way to the key, which is never blamed on the password.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct SlotRefusalTests {
  private func home(_ words: String...) throws -> (home: BucketHome, key: String) {
    let home = try BucketHome()
    let key =
      words.isEmpty ? try home.makeVault() : try home.makeVault("--no-recovery-key")
    try home.lock()
    return (home, key)
  }

  // MARK: Recovery keys

  @Test func `a recovery key of another vault is told as that`() throws {
    let (home, _) = try home()
    let (_, other) = try self.home()
    #expect(
      try home.refusal("--recovery-key", answers: [other])
        == Refusal(
          "wrong-recovery-key", "that is a recovery key, but not this vault's",
          hints: ["see whether it is of another vault, or was taken out of this one"]))
    #expect(try home.toldAttempts(answers: [BucketHome.password]) == 1)
  }

  /// A slip of the pen or of a finger.
  enum Slip: String, CaseIterable {
    case lastLetter = "its checksum does not match, most likely for a slip in group 17 of 17"
    case foreignLetter = "letter 1 in group 1 of 17 is none that a recovery key has"
    case oneMore = "it has 69 letters, and should have 68; the slip is in group 17 of 17"
    case twoLess = "it has 66 letters, and should have 68; the slip is in group 17 of 17"
    case nothing = "it has 0 letters, and should have 68"

    func made(in key: String) -> String {
      switch self {
      case .lastLetter: key.dropLast() + (key.hasSuffix("B") ? "C" : "B")
      case .foreignLetter: "X" + key.dropFirst()
      case .oneMore: key + "B"
      case .twoLess: String(key.dropLast(2))
      case .nothing: ""
      }
    }
  }

  @Test(arguments: Slip.allCases)
  func `a slip in a recovery key is told as that`(slip: Slip) throws {
    let (home, key) = try home()
    #expect(
      try home.refusal("--recovery-key", answers: [slip.made(in: key)])
        == Refusal(
          "mistyped-recovery-key", "the recovery key is mistyped: \(slip.rawValue)",
          hints: [
            "compare it group by group with what you wrote down; letters may be small, dashes left "
              + "out"
          ]))
    #expect(try home.notedAttempts() == 1)
  }

  @Test func `a recovery key may be typed in the rows that it was shown in`() throws {
    let (home, key) = try home()
    let rows = [key.prefix(30), key.dropFirst(30).prefix(30), key.dropFirst(60)].map(String.init)
    #expect(try home.run("unlock", "--recovery-key", answers: rows).end == .exited(0))
  }

  @Test func `a vault without a recovery key asks for none`() throws {
    let (home, key) = try home("--no-recovery-key")
    #expect(key == "")
    #expect(
      try home.refusal("--recovery-key", answers: [])
        == Refusal(
          "no-such-slot", "the vault has no recovery key",
          hints: ["bucket unlock asks for what it has"]))
  }

  @Test func `a vault without a login slot has no old password`() throws {
    let home = try BucketHome()
    try home.makeVault(
      "--passphrase", answers: [BucketHome.password, "velvet otter canyon marble prairie"])
    #expect(
      try home.refusal("--old-password", answers: [])
        == Refusal(
          "no-such-slot", "the vault is not sealed with a login password",
          hints: ["bucket unlock asks for what it has"]))
  }

  @Test func `where nothing but a recovery key is left, that is asked for, and said`() throws {
    let (home, key) = try home()
    let id = try home.listedKeys()[0].id
    #expect(try home.run("unlock", "--recovery-key", answers: [key]).end == .exited(0))
    #expect(try home.run("keys", "remove", id, "--yes").end == .exited(0))
    try home.lock()
    #expect(
      try home.refusal(answers: [])
        == Refusal(
          "no-such-slot", "nothing but a recovery key opens the vault",
          hints: ["give that: bucket unlock --recovery-key"]))
    #expect(try home.run("unlock", "--recovery-key", answers: [key]).end == .exited(0))
  }

  @Test func `a recovery key is hinted at only where the vault has one`() throws {
    let (home, _) = try home("--no-recovery-key")
    let refusal = try home.refusal(answers: ["wrong"])
    #expect(refusal.hints.count == 1 && !refusal.hints[0].contains("recovery"))
  }

  // MARK: Cost

  @Test(
    arguments: [
      ("memory", "4398046511104", "4 TiB of memory", "64 MiB to 4096 MiB"),
      ("memory", "8192", "8 KiB of memory", "64 MiB to 4096 MiB"),
      ("passes", "4294967295", "4294967295 passes", "3 to 64"),
      ("passes", "1", "1 passes", "3 to 64"),
    ])
  func `a cost out of bounds is refused before anything is asked`(
    name: String, value: String, asked: String, allowed: String
  ) throws {
    let (home, _) = try home()
    try ForgedHeader(home.vault).replacing("\"\(name)\":[0-9]+", with: "\"\(name)\":\(value)")
    #expect(
      try home.refusal(answers: [])
        == Refusal(
          "cost-refused", "the vault asks for \(asked) to derive its key; \(allowed) are allowed",
          hints: [
            "the file was not made by bucket like this; bring back a copy from your backup"
          ]))
  }

  private static let moreMemory = "free some memory, or raise the limit, and try again"

  @Test func `too small an address space is told with need and limit, not as a wrong password`()
    throws
  {
    let (home, key) = try home()
    let limit = ["sh", "-c", "ulimit -v 80000 && exec \"$@\"", "sh"]
    let refusal = try home.refusal(answers: [], inside: limit)
    #expect(refusal.reason == "not-enough-memory" && refusal.status == 4)
    #expect(
      refusal.message.hasPrefix(
        "the key needs 64 MiB of memory to be derived, and its address space limit (ulimit -v) "
          + "leaves "))
    #expect(refusal.hints == [Self.moreMemory])
    // The recovery key needs no such memory.
    #expect(
      try home.run("unlock", "--recovery-key", answers: [key], inside: limit).end == .exited(0))
  }

  @Test(.enabled(if: ControlGroup.canBeMade, "only root can make a control group of memory"))
  func `too small a control group is told before the kernel kills`() throws {
    let (home, _) = try home()
    let group = try ControlGroup(memory: 48 << 20)
    let refusal = try home.refusal(answers: [], inside: group.within)
    #expect(refusal.reason == "not-enough-memory")
    #expect(refusal.message.contains("its control group leaves "))
    #expect(refusal.hints == [Self.moreMemory])
  }

  @Test(.enabled(if: ControlGroup.canBeMade, "only root can make a control group of memory"))
  func `no vault is made where its key could not be derived`() throws {
    let home = try BucketHome()
    let group = try ControlGroup(memory: 48 << 20)
    let run = try home.run(
      "init", "--unlock-time", "0s", answers: [BucketHome.password], inside: group.within)
    #expect(run.end == .exited(4))
    #expect(run.errorText.contains("its control group leaves "))
    #expect(try home.run("unlock").errorText.contains("there is no vault at "))
  }
}
