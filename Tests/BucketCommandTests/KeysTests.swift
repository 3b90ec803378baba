import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The ways to a vault's key, added, taken away and made anew.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct KeysTests {
  private static let phrase = "glacier umbrella tuesday 49 accordion"

  private struct Key: Decodable {
    let id: String
    let kind: String
    let label: String
    let lastUsed: String?
    let memory: Int?
    let passes: Int?

    private enum CodingKeys: String, CodingKey {
      case id, kind, label, memory, passes
      case lastUsed = "last_used"
    }
  }

  private func keys(_ home: BucketHome) throws -> [Key] {
    try JSONDecoder().decode([Key].self, from: Data(home.run("keys", "--json").output))
  }

  /// An open vault with a place, a login key and a recovery key.
  private func openVault() throws -> (home: BucketHome, recoveryKey: String) {
    let home = try BucketHome()
    let key = try home.makeVault()
    #expect(try home.run("add", "Baikal").end == .exited(0))
    return (home, key)
  }

  private func recoveryKey(in run: ProgramRun) -> String {
    run.outputText.split(separator: "\n").filter { $0.hasPrefix("  ") }.joined()
      .filter { !$0.isWhitespace }
  }

  /// Whether an answer opens the vault, which is locked before and afterwards.
  private func opens(
    _ home: BucketHome, _ words: String..., answer: String
  ) throws -> Bool {
    try home.lock()
    let run = home.command(["unlock", "--password-stdin"] + words)
    let end = try ProgramRun.of(
      run, environment: home.environment, input: Array((answer + "\n").utf8)
    ).end
    try home.lock()
    return end == .exited(0)
  }

  @Test func `keys are listed with when they were last used`() throws {
    let (home, _) = try openVault()
    try home.lock()
    #expect(try home.run("unlock", answers: [BucketHome.password]).end == .exited(0))
    let keys = try keys(home)
    #expect(keys.map(\.kind) == ["login", "recovery"])
    #expect(keys[0].lastUsed != nil && keys[1].lastUsed == nil)
    #expect(keys[0].memory == 64 << 20 && keys[0].passes == 3 && keys[1].memory == nil)
    let table = try home.run("keys", "list").outputText
    #expect(table.contains("\(keys[0].id.prefix(4))  login") && table.contains("64 MiB × 3"))
  }

  @Test func `a locked vault shows its keys and says that nobody vouches for them`() throws {
    let (home, _) = try openVault()
    try home.lock()
    let run = try home.run("keys")
    #expect(run.end == .exited(0) && run.outputText.contains("recovery"))
    #expect(run.errorText.contains("unverified"))
  }

  @Test func `a passphrase that was added opens the vault, and its cost is no lower`() throws {
    let home = try BucketHome()
    home.serve("auth required pam_permit.so\naccount required pam_permit.so\n")
    try home.makeVault("--passphrase", answers: ["sepia lantern crossing 7 velvet"])
    let added = try home.run(
      "keys", "add", "passphrase", "--label", "second", "--unlock-time", "0s",
      answers: [Self.phrase])
    #expect(added.end == .exited(0), "\(added.errorText)")
    let keys = try keys(home)
    #expect(keys.map(\.label) == ["passphrase", "recovery key", "second"])
    #expect(keys[2].memory! >= keys[0].memory! && keys[2].passes! >= keys[0].passes!)
    #expect(try opens(home, answer: Self.phrase))
    #expect(try opens(home, answer: "sepia lantern crossing 7 velvet"))
    #expect(try !opens(home, answer: Self.phrase + "x"))
  }

  @Test(arguments: [
    "short", "passwordpassword", "aaaaaaaaaaaaaaaaaaaa", "qwertyuiopasdfgh", "1qaz2wsx3edc4rfv",
    "correct horse battery staple", "Summer2026Summer2025", "iloveyoualexander",
    "the cat sat on the mat and looked at the dog", "",
  ])
  func `a weak passphrase is refused with words`(phrase: String) throws {
    let (home, _) = try openVault()
    let run = try home.run("keys", "add", "passphrase", answers: [phrase])
    #expect(run.end == .exited(2), "\(run.errorText)")
    #expect(run.errorText.contains("bucket: error: ") && run.errorText.contains("hint: "))
    #expect(try keys(home).count == 2)
  }

  @Test func `a recovery key that was added opens the vault, in whatever way it is typed`() throws {
    let (home, first) = try openVault()
    let run = try home.run("keys", "add", "recovery", "--label", "in the safe")
    let second = recoveryKey(in: run)
    #expect(second.count == 84 && second != first)
    #expect(try opens(home, "--recovery-key", answer: second.lowercased()))
    #expect(try opens(home, "--recovery-key", answer: second.filter { $0 != "-" }))
    #expect(try opens(home, "--recovery-key", answer: first))
  }

  @Test func `a recovery key can be had as a QR code`() throws {
    let (home, _) = try openVault()
    let run = try home.run("keys", "add", "recovery", "--qr")
    #expect(run.end == .exited(0) && run.outputText.contains("▄▄▄▄▄"))
    let narrow = try home.shell(
      "COLUMNS=30 script -qec '\"$BUCKET\" keys add recovery --qr' /dev/null")
    #expect(narrow.outputText.contains("columns"), "\(narrow.outputText)")
    #expect(try keys(home).count == 3)
  }

  @Test func `a key that was taken away opens the vault no more, and a copy still`() throws {
    let (home, recoveryKey) = try openVault()
    _ = try home.shell("cp '\(home.vault)' '\(home.path)/copy.vault'")
    let id = try keys(home)[1].id
    let unasked = try home.run("keys", "remove", id)
    #expect(unasked.end == .exited(2) && unasked.errorText.contains("--yes"))
    let run = try home.run("keys", "remove", String(id.prefix(5)).uppercased(), "--yes")
    #expect(run.end == .exited(0) && run.errorText.contains("copies and backups"))
    #expect(try !opens(home, "--recovery-key", answer: recoveryKey))
    #expect(try opens(home, answer: BucketHome.password))
    home.environment["XDG_STATE_HOME"] = home.path + "/elsewhere"
    #expect(
      try opens(
        home, "--recovery-key", "--vault", home.path + "/copy.vault", answer: recoveryKey))
  }

  @Test func `the last key stays`() throws {
    let home = try BucketHome()
    try home.makeVault("--no-recovery-key")
    let run = try home.run("keys", "remove", try keys(home)[0].id, "--yes")
    #expect(run.end == .exited(1) && run.errorText.contains("only key"))
    #expect(run.errorText.contains("bucket keys add passphrase"))
    #expect(try opens(home, answer: BucketHome.password))
  }

  @Test(arguments: ["zzzz", "abc", "", "0123456789abcdef0", "ffffffffffffffff"])
  func `an id that no key has is told as that`(id: String) throws {
    let (home, _) = try openVault()
    let before = try keys(home).map(\.id)
    let run = try home.run("keys", "remove", id, "--yes")
    #expect(run.end == .exited(5) || run.end == .exited(2), "\(run.errorText)")
    #expect(run.errorText.contains("hint: "))
    #expect(try keys(home).map(\.id) == before)
  }

  @Test func `no more keys than the format has room for`() throws {
    let (home, _) = try openVault()
    for _ in 0..<14 { #expect(try home.run("keys", "add", "recovery").end == .exited(0)) }
    let run = try home.run("keys", "add", "recovery")
    #expect(run.end == .exited(1) && run.errorText.contains("16 keys already"))
    #expect(run.errorText.contains("opens nothing"))
    #expect(try keys(home).count == 16)
  }

  @Test func `the login key follows the login password, and costs no less`() throws {
    let (home, _) = try openVault()
    home.setMatrixPassword("new horse")
    let run = try home.run("keys", "rewrap", "login", "--unlock-time", "0s", answers: ["new horse"])
    #expect(run.end == .exited(0), "\(run.errorText)")
    let key = try keys(home)[0]
    #expect(key.memory! >= 64 << 20 && key.passes! >= 3)
    #expect(try opens(home, answer: "new horse"))
    home.setMatrixPassword(BucketHome.password)
    #expect(try !opens(home, answer: BucketHome.password))
  }

  @Test func `a vault without a login key can be given one`() throws {
    let home = try BucketHome()
    try home.makeVault("--passphrase", answers: [BucketHome.password, Self.phrase])
    let none = try home.run("keys", "rewrap", "login", answers: [BucketHome.password])
    #expect(none.end == .exited(5) && none.errorText.contains("bucket keys add login"))
    let run = try home.run(
      "keys", "add", "login", "--unlock-time", "0s", answers: [BucketHome.password])
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(try opens(home, answer: BucketHome.password))
  }

  // MARK: A new data key

  @Test func `after a rotation the new keys open the vault, and the old recovery key doesn't`()
    throws
  {
    let (home, old) = try openVault()
    let before = try home.shell("cat '\(home.vault)'").output
    let run = try home.run("keys", "rotate", "--yes", answers: [BucketHome.password])
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(run.errorText.contains("still open with"))
    // The session goes on, and nothing of the old file is in the new one.
    #expect(try home.run("list").outputText.contains("Baikal"))
    let after = try home.shell("cat '\(home.vault)'").output
    #expect(!after.suffix(600).elementsEqual(before.suffix(600)))
    #expect(try opens(home, "--recovery-key", answer: recoveryKey(in: run)))
    #expect(try opens(home, answer: BucketHome.password))
    #expect(try !opens(home, "--recovery-key", answer: old))
  }

  @Test func `slots of an old copy are worth nothing for the new file`() throws {
    let (home, old) = try openVault()
    _ = try home.shell("cp '\(home.vault)' '\(home.path)/copy.vault'")
    let rotated = try home.run("keys", "rotate", "--yes", answers: [BucketHome.password])
    #expect(rotated.end == .exited(0))
    // The old header before the new frames: its keys open it, and the frames don't verify.
    let splice = """
      import sys
      def split(path):
          data = open(path, "rb").read()
          end = 15 + 4 + int.from_bytes(data[15:19], "little") + 64
          return data[:end], data[end:]
      old, new = split(sys.argv[1])[0], split(sys.argv[2])[1]
      open(sys.argv[1], "wb").write(old + new)
      """
    let script = home.write("splice.py", splice)
    _ = try home.shell("python3 '\(script)' '\(home.path)/copy.vault' '\(home.vault)'")
    home.environment["XDG_STATE_HOME"] = home.path + "/elsewhere"
    let run = try home.run(
      "unlock", "--recovery-key", "--vault", home.path + "/copy.vault", answers: [old])
    #expect(run.end == .exited(7) && run.errorText.contains("frame 1"), "\(run.errorText)")
  }

  @Test func `drafts and failed unlocks of before are still readable after a rotation`() throws {
    let (home, _) = try openVault()
    try home.lock()
    _ = try home.run("unlock", answers: ["wrong"])
    #expect(try home.run("unlock", answers: [BucketHome.password]).end == .exited(0))
    home.environment["EDITOR"] = home.write(
      "editor", "#!/bin/sh\nprintf 'name: Draft\\nat: nowhere\\n\\nmarker\\n' >\"$1\"\n",
      permissions: 0o755)
    #expect(try home.run("edit", "baikal").end == .exited(2))
    let run = try home.run("keys", "rotate", "--yes", answers: [BucketHome.password])
    #expect(run.end == .exited(0), "\(run.errorText)")
    let attempts = try home.run("attempts", "--json")
    #expect(attempts.outputText.contains("wrong-password"), "\(attempts.errorText)")
    #expect(!attempts.errorText.contains("warning"), "\(attempts.errorText)")
    home.environment["EDITOR"] = home.write(
      "fix", "#!/bin/sh\ngrep -q marker \"$1\" && sed -i 's/^at:.*/at: 1,2/' \"$1\"\n",
      permissions: 0o755)
    let resumed = try home.run("edit", "baikal", answers: [])
    #expect(resumed.end == .exited(0), "\(resumed.errorText)")
    #expect(try home.run("list").outputText.contains("Draft"))
    #expect(try home.shell("ls ~/.local/state/bucket/*/").outputText.contains("draft-") == false)
  }

  @Test func `a wrong or an empty passphrase in a rotation changes nothing, or leaves it out`()
    throws
  {
    let (home, _) = try openVault()
    _ = try home.run(
      "keys", "add", "passphrase", "--unlock-time", "0s", answers: [Self.phrase])
    let before = try home.shell("sha256sum '\(home.vault)'").outputText
    let wrong = try home.run("keys", "rotate", answers: [BucketHome.password, "no such phrase"])
    #expect(wrong.end == .exited(4) && wrong.errorText.contains("nothing was changed"))
    let locked = try home.run("keys", "rotate", answers: ["wrong"])
    #expect(locked.end == .exited(4), "\(locked.errorText)")
    #expect(try home.shell("sha256sum '\(home.vault)'").outputText == before)
    let dropped = try home.run("keys", "rotate", answers: [BucketHome.password, ""])
    #expect(dropped.end == .exited(0) && dropped.errorText.contains("left out"))
    #expect(try keys(home).map(\.kind) == ["login", "recovery"])
  }

  @Test func `a session elsewhere with the old key is told that the key was changed`() throws {
    let (home, _) = try openVault()
    _ = try home.shell("cp '\(home.vault)' '\(home.path)/copy.vault'")
    _ = try home.run("keys", "rotate", "--yes", answers: [BucketHome.password])
    let run = try home.run("list", "--vault", home.path + "/copy.vault")
    #expect(run.end == .exited(3) && run.errorText.contains("its key was changed"))
  }
}
