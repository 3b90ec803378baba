import FoundationEssentials
import TestSupport
import Testing

@testable import BucketVault

@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct DeepCheckTests {
  private func check(_ household: Household, _ words: String..., input: String = "") throws
    -> (run: ProgramRun, lines: [String])
  {
    let run = try household.bucket(["check", "--deep"] + words, input: input)
    return (run, run.outputText.split(separator: "\n").map(String.init))
  }

  @Test func `of a whole vault is told how much was verified`() throws {
    let damaged = try DamagedHousehold()
    let (run, lines) = try check(damaged.household)
    let count = try damaged.bytes(damaged.household.vault).count
    let start =
      "well contents     6 frames verify, \(count) bytes with the header: 6 changes, 6 places, made "
    #expect(lines.contains { $0.hasPrefix(start) }, "\(run.outputText)")
    #expect(lines.contains("well copy         it has all that was seen of the vault here"))
    #expect(
      lines.contains(
        "well sealed       0 drafts and 0 failed unlocks that are noted open with the key"))
    #expect(run.end != .exited(7))
  }

  @Test func `drafts and attempts that the key doesn't open are told of`() throws {
    let damaged = try DamagedHousehold()
    let household = damaged.household
    _ = try household.bucket(["unlock", "--password-stdin"], input: "wrong\n")
    _ = try household.shell("echo junk > \"$(echo \"$HOME\"/.local/state/bucket/*)\"/draft-junk")
    let (run, lines) = try check(household)
    #expect(lines.contains("do   drafts       1 draft doesn't open with the vault's key"))
    #expect(
      lines.contains {
        $0.contains("keep what another copy of the vault, older or newer, may open: ")
          && $0.hasSuffix("/draft-junk")
      })
    #expect(!run.outputText.contains("rm "))
    #expect(
      lines.contains(
        "well sealed       0 drafts and 1 failed unlock that are noted open with the key"),
      "\(run.outputText)")
    #expect(run.end == .exited(1))
  }

  @Test func `what is sealed for a newer copy isn't blamed while an older one is accepted`() throws
  {
    let damaged = try DamagedHousehold()
    let household = damaged.household
    let answers = household.password + "\n"
    let rotate = try household.bucket(["keys", "rotate", "--password-stdin"], input: answers)
    #expect(rotate.end == .exited(0), "\(rotate.errorText)")
    _ = try household.bucket(["unlock", "--password-stdin"], input: "wrong\n")
    household.useEditor("printf 'name: Draft\\nat: nowhere\\n\\nmarker\\n' >\"$1\"")
    #expect(try household.bucket(["edit", "Azov"]).end == .exited(2))
    _ = try household.shell("cp \"$VAULT\" \"$HOME/newer\"; cp '\(damaged.file)' \"$VAULT\"")
    let unlock = try household.bucket(
      ["--accept-older", "unlock", "--password-stdin"], input: answers)
    #expect(unlock.end == .exited(0), "\(unlock.errorText)")
    for words in [["check", "--deep"], ["check", "--deep", "--accept-older"]] {
      let run = try household.bucket(words)
      #expect(run.outputText.contains("1 draft doesn't open with the vault's key"))
      #expect(run.outputText.contains("older or newer, may open: "), "\(run.outputText)")
      #expect(!run.outputText.contains("rm ") && !run.outputText.contains("another hand"))
    }
    let attempts = try household.bucket(["attempts"])
    #expect(
      attempts.errorText.hasSuffix(
        "/attempts can't be read, by another hand or for the key of another copy of the vault, older or "
          + "newer\n"), "\(attempts.errorText)")
    // With the newer copy in its place again, nothing is lost.
    _ = try household.shell("cp \"$HOME/newer\" \"$VAULT\"")
    let again = try household.bucket(["unlock", "--password-stdin"], input: answers)
    #expect(again.end == .exited(0), "\(again.errorText)")
    let whole = try household.bucket(["check", "--deep"]).outputText
    #expect(
      whole.contains("1 draft and 1 failed unlock that are noted open with the key"), "\(whole)")
  }

  @Test func `the first bad frame is named, with what is whole before it`() throws {
    let damaged = try DamagedHousehold()
    let start = damaged.start(ofFrame: 4)
    try damaged.spoil((start + 10)..<(start + 20))
    for words in [["--vault", damaged.file], []] {
      if words.isEmpty { _ = try damaged.household.shell("mv '\(damaged.file)' \"$VAULT\"") }
      let run = try damaged.household.bucket(["check", "--deep"] + words)
      #expect(run.end == .exited(7))
      #expect(
        run.outputText.contains(
          "is damaged: frame 4, at byte \(start), does not verify; 3 frames before that verify, the "
            + "last change in them made "), "\(run.outputText)")
      #expect(run.outputText.contains("bring out what is whole of it: bucket recover ~/"))
    }
  }

  @Test func `a damaged header is told of without asking for a password`() throws {
    let damaged = try DamagedHousehold()
    try damaged.household.lock()
    try damaged.spoil(300..<310)
    let (run, _) = try check(damaged.household, "--vault", damaged.file)
    #expect(run.end == .exited(7) && run.errorText.isEmpty)
    #expect(run.outputText.contains("the header does not match its checksum"))
    #expect(run.outputText.contains("bucket recover ~/broken.vault"))
  }

  @Test func `a locked vault is opened by asking, and not left open`() throws {
    let damaged = try DamagedHousehold()
    try damaged.household.lock()
    let (locked, _) = try check(damaged.household)
    #expect(locked.end == .exited(3) && locked.output.isEmpty)
    #expect(locked.errorText.contains("hint: bucket unlock"))
    let (wrong, _) = try check(damaged.household, "--password-stdin", input: "wrong\n")
    #expect(wrong.end == .exited(4))
    let password = damaged.household.password + "\n"
    let (_, lines) = try check(damaged.household, "--password-stdin", input: password)
    #expect(lines.contains { $0.hasPrefix("well contents     6 frames verify") })
    #expect(try damaged.household.bucket(["status", "-q"]).end == .exited(3))
  }

  @Test func `a backup is verified, and what it lacks is a fact`() throws {
    let damaged = try DamagedHousehold()
    let household = damaged.household
    _ = try household.bucket(["add", "Garda"])
    _ = try household.bucket(["add", "Hela"])
    let before = try household.everything()
    let (run, lines) = try check(household, "--vault", damaged.file)
    #expect(lines.contains { $0.hasPrefix("well contents     6 frames verify") })
    #expect(
      lines.contains {
        $0.hasPrefix(
          "—    copy         it is older, or went its own way: it has 6 frames, and 8 were seen here"
        )
      },
      "\(run.outputText)")
    #expect(run.end != .exited(7) && !run.outputText.contains("sealed"))
    #expect(try household.everything() == before)
    // The vault itself may not be older.
    _ = try household.shell("cp '\(damaged.file)' \"$VAULT\"")
    #expect(try check(household).run.end == .exited(7))
  }

  @Test func `a backup that was purged or has other changes since is told apart`() throws {
    let damaged = try DamagedHousehold()
    let household = damaged.household
    let copy = household.home + "/copy.vault"
    _ = try household.shell("cp \"$VAULT\" '\(copy)'; \"$BUCKET\" add Garda")
    _ = try household.shell("cp \"$VAULT\" \"$HOME/kept\"; cp '\(copy)' \"$VAULT\"")
    _ = try household.shell("\"$BUCKET\" --accept-older list; \"$BUCKET\" add Hela")
    let (_, lines) = try check(household, "--vault", household.home + "/kept")
    #expect(
      lines.contains(
        "—    copy         its last changes are not those that were seen here; to bring them in: "
          + "bucket merge ~/kept"), "\(lines)")
  }

  @Test func `a backup that ends within a frame that was seen whole is damaged`() throws {
    let damaged = try DamagedHousehold()
    try damaged.put(Array(try damaged.bytes(damaged.file).dropLast(100)))
    let (run, _) = try check(damaged.household, "--vault", damaged.file)
    #expect(run.end == .exited(7))
    #expect(run.outputText.contains("it ends within frame 6"))
  }

  @Test func `a backup is compared where the vault itself is gone`() throws {
    let damaged = try DamagedHousehold()
    _ = try damaged.household.bucket(["add", "Garda"])
    _ = try damaged.household.shell("mv \"$VAULT\" \"$HOME/away\"")
    let (_, lines) = try check(damaged.household, "--vault", damaged.file)
    #expect(
      lines.contains {
        $0.hasPrefix(
          "—    copy         it is older, or went its own way: it has 6 frames, and 7 were seen here"
        )
      })
    _ = try damaged.household.shell("mv \"$HOME/away\" \"$VAULT\"")
  }
}
