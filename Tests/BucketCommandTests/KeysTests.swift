import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The ways to a vault's key, added, taken away and made anew.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct KeysTests {
  @Test func `keys are listed with when they were last used`() throws {
    let (home, _) = try BucketHome.withKeys()
    try home.lock()
    #expect(try home.run("unlock", answers: [BucketHome.password]).end == .exited(0))
    let keys = try home.listedKeys()
    #expect(keys.map(\.kind) == ["login", "recovery"])
    #expect(keys[0].lastUsed != nil && keys[1].lastUsed == nil)
    #expect(keys[0].memory == 64 << 20 && keys[0].passes == 3 && keys[1].memory == nil)
    let table = try home.run("keys", "list").outputText
    #expect(table.contains("\(keys[0].id.prefix(4))  login") && table.contains("64 MiB × 3"))
  }

  @Test func `a locked vault shows its keys and says that nobody vouches for them`() throws {
    let (home, _) = try BucketHome.withKeys()
    try home.lock()
    let run = try home.run("keys")
    #expect(run.end == .exited(0) && run.outputText.contains("recovery"))
    #expect(run.errorText.contains("unverified"))
  }

  @Test func `a recovery key can be had as a QR code`() throws {
    let (home, _) = try BucketHome.withKeys()
    let run = try home.run("keys", "add", "recovery", "--qr")
    #expect(run.end == .exited(0) && run.outputText.contains("▄▄▄▄▄"))
    let narrow = try home.shell(
      "COLUMNS=30 script -qec '\"$BUCKET\" keys add recovery --qr' /dev/null")
    #expect(narrow.outputText.contains("columns"), "\(narrow.outputText)")
    #expect(try home.listedKeys().count == 3)
  }

  @Test func `a key that was taken away opens the vault no more, and a copy still`() throws {
    let (home, recoveryKey) = try BucketHome.withKeys()
    _ = try home.shell("cp '\(home.vault)' '\(home.path)/copy.vault'")
    let id = try home.listedKeys()[1].id
    let unasked = try home.run("keys", "remove", id)
    #expect(unasked.end == .exited(2) && unasked.errorText.contains("--yes"))
    let run = try home.run("keys", "remove", String(id.prefix(5)).uppercased(), "--yes")
    #expect(run.end == .exited(0) && run.errorText.contains("copies and backups"))
    // Nobody is asked, but told all the same.
    #expect(run.errorText.contains("\nthe vault still opens with: login password ("))
    #expect(run.errorText.contains("; no recovery key is left, for whoever forgets the rest\n"))
    #expect(try !home.opens("--recovery-key", answer: recoveryKey))
    #expect(try home.opens(answer: BucketHome.password))
    home.environment["XDG_STATE_HOME"] = home.path + "/elsewhere"
    #expect(
      try home.opens(
        "--recovery-key", "--vault", home.path + "/copy.vault", answer: recoveryKey))
  }

  @Test func `the last key stays`() throws {
    let home = try BucketHome()
    try home.makeVault("--no-recovery-key")
    let run = try home.run("keys", "remove", try home.listedKeys()[0].id, "--yes")
    #expect(run.end == .exited(1) && run.errorText.contains("only key"))
    #expect(run.errorText.contains("bucket keys add passphrase"))
    #expect(try home.opens(answer: BucketHome.password))
  }

  @Test(arguments: ["zzzz", "abc", "", "0123456789abcdef0", "ffffffffffffffff"])
  func `an id that no key has is told as that`(id: String) throws {
    let (home, _) = try BucketHome.withKeys()
    let before = try home.listedKeys().map(\.id)
    let run = try home.run("keys", "remove", id, "--yes")
    #expect(run.end == .exited(5) || run.end == .exited(2), "\(run.errorText)")
    #expect(run.errorText.contains("hint: "))
    #expect(try home.listedKeys().map(\.id) == before)
  }

  @Test func `the login key follows the login password, and costs no less`() throws {
    let (home, _) = try BucketHome.withKeys()
    home.setMatrixPassword("new horse")
    let run = try home.run("keys", "rewrap", "login", "--unlock-time", "0s", answers: ["new horse"])
    #expect(run.end == .exited(0), "\(run.errorText)")
    let key = try home.listedKeys()[0]
    #expect(key.memory! >= 64 << 20 && key.passes! >= 3)
    #expect(try home.opens(answer: "new horse"))
    home.setMatrixPassword(BucketHome.password)
    #expect(try !home.opens(answer: BucketHome.password))
  }

  @Test func `a vault without a login key can be given one`() throws {
    let home = try BucketHome()
    try home.makeVault("--passphrase", answers: [BucketHome.password, BucketHome.phrase])
    let none = try home.run("keys", "rewrap", "login", answers: [BucketHome.password])
    #expect(none.end == .exited(5) && none.errorText.contains("bucket keys add login"))
    let run = try home.run(
      "keys", "add", "login", "--unlock-time", "0s", answers: [BucketHome.password])
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(try home.opens(answer: BucketHome.password))
  }
}
