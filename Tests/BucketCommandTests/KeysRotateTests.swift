import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import BucketVault

/// A new data key for a vault.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct KeysRotateTests {
  @Test func `after a rotation the new keys open the vault, and the old recovery key doesn't`()
    throws
  {
    let (home, old) = try BucketHome.withKeys()
    let before = try home.shell("cat '\(home.vault)'").output
    let run = try home.run("keys", "rotate", "--yes", answers: [BucketHome.password])
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(run.errorText.contains("still open with"))
    // The session goes on, and nothing of the old file is in the new one.
    #expect(try home.run("list").outputText.contains("Baikal"))
    let after = try home.shell("cat '\(home.vault)'").output
    #expect(!after.suffix(600).elementsEqual(before.suffix(600)))
    #expect(try home.opens("--recovery-key", answer: run.recoveryKey))
    #expect(try home.opens(answer: BucketHome.password))
    #expect(try !home.opens("--recovery-key", answer: old))
  }

  @Test func `slots of an old copy are worth nothing for the new file`() throws {
    let (home, old) = try BucketHome.withKeys()
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
    let (home, _) = try BucketHome.withKeys()
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
    let (home, _) = try BucketHome.withKeys()
    _ = try home.run(
      "keys", "add", "passphrase", "--unlock-time", "0s", answers: [BucketHome.phrase])
    let before = try home.shell("sha256sum '\(home.vault)'").outputText
    let wrong = try home.run("keys", "rotate", answers: [BucketHome.password, "no such phrase"])
    #expect(wrong.end == .exited(4) && wrong.errorText.contains("nothing was changed"))
    let locked = try home.run("keys", "rotate", answers: ["wrong"])
    #expect(locked.end == .exited(4), "\(locked.errorText)")
    #expect(try home.shell("sha256sum '\(home.vault)'").outputText == before)
    let dropped = try home.run("keys", "rotate", answers: [BucketHome.password, ""])
    #expect(dropped.end == .exited(0) && dropped.errorText.contains("left out"))
    #expect(try home.listedKeys().map(\.kind) == ["login", "recovery"])
  }

  @Test func `a session elsewhere with the old key is told that the key was changed`() throws {
    let (home, _) = try BucketHome.withKeys()
    _ = try home.shell("cp '\(home.vault)' '\(home.path)/copy.vault'")
    _ = try home.run("keys", "rotate", "--yes", answers: [BucketHome.password])
    let run = try home.run("list", "--vault", home.path + "/copy.vault")
    #expect(run.end == .exited(3) && run.errorText.contains("its key was changed"))
  }

  @Test(arguments: [1, 600, 1_000])
  func `no failed unlock is lost by a rotation`(count: Int) throws {
    let (home, _) = try BucketHome.withKeys()
    let header = try VaultFile.open(home.vault).header
    let state = StateFolder(base: home.path + "/.local/state/bucket", vault: header)
    let log = AttemptLog(of: header, state: state)
    for number in 1...count {
      try log.add(Attempt(reason: "wrong-password", terminal: "pts/\(number)", from: nil))
    }
    struct Listed: Decodable { let terminal: String? }
    func listed() throws -> [String?] {
      let run = try home.run("attempts", "--json")
      #expect(run.end == .exited(0) && run.errorText == "", "\(run.errorText)")
      return try JSONDecoder().decode([Listed].self, from: Data(run.output)).map(\.terminal)
    }
    let expected = (1...count).reversed().map { "pts/\($0)" }
    #expect(try listed() == expected)
    let run = try home.run("keys", "rotate", "--yes", answers: [BucketHome.password])
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(try listed() == expected)
  }

  @Test func `of two rotations at once one is told, and the vault opens`() throws {
    let (home, _) = try BucketHome.withKeys()
    let terminals = try (0..<2).map { _ in try home.terminal("keys", "rotate", "--yes") }
    for terminal in terminals { try terminal.expect("service bucket): ") }
    for terminal in terminals { terminal.send(BucketHome.password + "\n") }
    let ends = try terminals.map { try $0.wait() }
    #expect(ends.filter { $0 == .exited(0) }.count == 1)
    #expect(ends.filter { $0 == .exited(1) }.count == 1)
    for (end, terminal) in zip(ends, terminals) where end == .exited(1) {
      #expect(terminal.transcript.contains("the keys were changed by another bucket"))
      #expect(terminal.transcript.contains("a recovery key that was shown just now opens nothing"))
    }
    // It stays open with the key of the one that came first, and opens with what that one showed.
    #expect(try home.run("list").outputText.contains("Baikal"))
    let kept = try home.shell("grep -c \"bucket:$(basename ~/.local/state/bucket/*):\" /proc/keys")
    #expect(kept.outputText == "1\n")
    for (end, terminal) in zip(ends, terminals) {
      let rows = terminal.transcript.split(separator: "\r\n").filter { $0.hasPrefix("  ") }
      let key = rows.joined().filter { !$0.isWhitespace }
      #expect(key.count == 84)
      #expect(try home.opens("--recovery-key", answer: key) == (end == .exited(0)))
    }
    #expect(try home.opens(answer: BucketHome.password))
  }

  @Test(arguments: [true, false])
  func `Enter where a passphrase is asked for takes it away only after a yes`(isMeant: Bool) throws
  {
    let (home, _) = try BucketHome.withKeys()
    _ = try home.run(
      "keys", "add", "passphrase", "--label", "travel", "--unlock-time", "0s",
      answers: [BucketHome.phrase])
    let terminal = try home.terminal("keys", "rotate", "--yes")
    try terminal.expect("service bucket): ")
    terminal.send(BucketHome.password + "\n")
    try terminal.expect("or nothing to take it away: ")
    terminal.send("\n")
    try terminal.expect("Nothing was typed. Take the passphrase “travel” (")
    try terminal.expect("so that it opens the vault no more? [y/N] ")
    terminal.send(isMeant ? "y\n" : "\n")
    if isMeant {
      try terminal.expect("is left out: the vault opens with it no more")
    } else {
      try terminal.expect("or nothing to take it away: ")
      terminal.send(BucketHome.phrase + "\n")
    }
    #expect(try terminal.wait() == .exited(0))
    let kinds = try home.listedKeys().map(\.kind)
    #expect(kinds == ["login"] + (isMeant ? [] : ["passphrase"]) + ["recovery"])
  }
}
