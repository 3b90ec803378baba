import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// One more key for a vault.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct KeysAddTests {
  @Test func `a passphrase that was added opens the vault, and its cost is no lower`() throws {
    let home = try BucketHome()
    home.serve("auth required pam_permit.so\naccount required pam_permit.so\n")
    try home.makeVault("--passphrase", answers: ["sepia lantern crossing 7 velvet"])
    let added = try home.run(
      "keys", "add", "passphrase", "--label", "second", "--unlock-time", "0s",
      answers: [BucketHome.phrase])
    #expect(added.end == .exited(0), "\(added.errorText)")
    let keys = try home.listedKeys()
    #expect(keys.map(\.label) == ["passphrase", "recovery key", "second"])
    #expect(keys[2].memory! >= keys[0].memory! && keys[2].passes! >= keys[0].passes!)
    #expect(try home.opens(answer: BucketHome.phrase))
    #expect(try home.opens(answer: "sepia lantern crossing 7 velvet"))
    #expect(try !home.opens(answer: BucketHome.phrase + "x"))
  }

  @Test(arguments: [
    "short", "passwordpassword", "aaaaaaaaaaaaaaaaaaaa", "qwertyuiopasdfgh", "1qaz2wsx3edc4rfv",
    "correct horse battery staple", "Summer2026Summer2025", "iloveyoualexander",
    "the cat sat on the mat and looked at the dog", "",
  ])
  func `a weak passphrase is refused with words`(phrase: String) throws {
    let (home, _) = try BucketHome.withKeys()
    let run = try home.run("keys", "add", "passphrase", answers: [phrase])
    #expect(run.end == .exited(2), "\(run.errorText)")
    #expect(run.errorText.contains("bucket: error: ") && run.errorText.contains("hint: "))
    #expect(try home.listedKeys().count == 2)
  }

  @Test func `a recovery key that was added opens the vault, in whatever way it is typed`() throws {
    let (home, first) = try BucketHome.withKeys()
    let run = try home.run("keys", "add", "recovery", "--label", "in the safe")
    let second = run.recoveryKey
    #expect(second.count == 84 && second != first)
    #expect(try home.opens("--recovery-key", answer: second.lowercased()))
    #expect(try home.opens("--recovery-key", answer: second.filter { $0 != "-" }))
    #expect(try home.opens("--recovery-key", answer: first))
  }

  @Test func `no more keys than the format has room for, which is told before one is shown`() throws
  {
    let (home, _) = try BucketHome.withKeys()
    for _ in 0..<14 { #expect(try home.run("keys", "add", "recovery").end == .exited(0)) }
    for kind in ["recovery", "passphrase", "login"] {
      let run = try home.run("keys", "add", kind, answers: [])
      #expect(run.end == .exited(1) && run.errorText.contains("16 keys already"))
      #expect(run.outputText == "" && !run.errorText.contains("shown"))
    }
    let keys = try home.listedKeys()
    #expect(keys.count == 16 && Set(keys.map(\.label)).count == 16)
  }

  @Test func `an added passphrase opens the vault when it is asked for, without PAM`() throws {
    let (home, _) = try BucketHome.withKeys()
    let added = try home.run(
      "keys", "add", "passphrase", "--unlock-time", "0s", answers: [BucketHome.phrase])
    #expect(added.end == .exited(0))
    #expect(added.errorText.contains("bucket unlock --passphrase"))
    #expect(try home.opens("--passphrase", answer: BucketHome.phrase))
    let wrong = try home.refusal(answers: ["wrong"])
    #expect(
      wrong.hints.suffix(2) == [
        "if you have the vault's passphrase: bucket unlock --passphrase", Refusal.recoveryHint,
      ])
    home.environment["BUCKET_PAM_CONFDIR"] = "/nonexistent"
    #expect(try home.opens("--passphrase", answer: BucketHome.phrase))
    #expect(
      try home.refusal("--passphrase", answers: [BucketHome.phrase + "x"])
        == Refusal(
          "wrong-passphrase", "that is not the vault's passphrase",
          hints: ["try again", Refusal.recoveryHint]))
    #expect(try home.notedAttempts() == 2)
  }

  @Test func `a passphrase can be asked for only where there is one`() throws {
    let (home, _) = try BucketHome.withKeys()
    try home.lock()
    let refusal = try home.refusal("--passphrase", answers: [])
    #expect(refusal.reason == "no-such-slot" && refusal.message == "the vault has no passphrase")
    #expect(refusal.hints == ["bucket unlock asks for what it has"])
  }

  @Test func `a copy with another key opens with the passphrase of then, for merge and recover`()
    throws
  {
    let (home, _) = try BucketHome.withKeys()
    _ = try home.run(
      "keys", "add", "passphrase", "--unlock-time", "0s", answers: [BucketHome.phrase])
    _ = try home.run("add", "Samarkand")
    let copy = home.path + "/copy.vault"
    _ = try home.shell("cp '\(home.vault)' '\(copy)'")
    let rotated = try home.run(
      "keys", "rotate", "--yes", answers: [BucketHome.password, BucketHome.phrase])
    #expect(rotated.end == .exited(0), "\(rotated.errorText)")
    let merge = try home.run("merge", copy, "--passphrase", answers: [BucketHome.phrase])
    #expect(merge.end == .exited(0), "\(merge.errorText)")
    let recover = try home.run("recover", copy, "-n", "--passphrase", answers: [BucketHome.phrase])
    #expect(recover.end == .exited(0), "\(recover.errorText)")
  }

  @Test func `a second login key is refused before a password is asked for`() throws {
    let (home, _) = try BucketHome.withKeys()
    let run = try home.run("keys", "add", "login", "--label", "again", answers: [])
    #expect(run.end == .exited(1), "\(run.errorText)")
    #expect(run.errorText.contains("a key for your login password already"))
    #expect(run.errorText.contains("bucket keys rewrap login"))
    #expect(try home.listedKeys().count == 2)
  }

  @Test func `the same passphrase and the same label are no second key`() throws {
    let (home, _) = try BucketHome.withKeys()
    for (label, phrase, message) in [
      ("travel", BucketHome.phrase, nil), ("other", BucketHome.phrase, "passphrase “travel” "),
      ("travel", "velvet otter canyon marble prairie", "called “travel” already"),
    ] as [(String, String, String?)] {
      let run = try home.run(
        "keys", "add", "passphrase", "--label", label, "--unlock-time", "0s", answers: [phrase])
      #expect(run.end == .exited(message == nil ? 0 : 1), "\(run.errorText)")
      if let message { #expect(run.errorText.contains(message)) }
    }
    #expect(try home.listedKeys().map(\.label) == ["login password", "recovery key", "travel"])
  }

  @Test func `a refused question leads back to the command that asked`() throws {
    let home = try BucketHome()
    try home.makeVault()
    for (words, command) in [
      (["keys", "rotate", "--yes"], "keys rotate"),
      (["keys", "rewrap", "login"], "keys rewrap login"),
      (["keys", "add", "passphrase"], "keys add passphrase"),
    ] {
      let run = try ProgramRun.of(
        home.command(words + ["--password-stdin"]), environment: home.environment)
      #expect(run.end == .exited(4), "\(run.errorText)")
      #expect(
        run.errorText.contains("hint: nothing was changed; bucket \(command), when you are ready"),
        "\(run.errorText)")
    }
  }
}
