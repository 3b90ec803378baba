import Glibc
import TestSupport
import Testing

/// Making a vault, at a real terminal.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct InitTests {
  /// The letters of the recovery key in what was shown, in the order of their groups.
  private func recoveryKey(in transcript: String) -> String {
    transcript.split(whereSeparator: \.isNewline)
      .filter { $0.hasPrefix("  ") && $0.contains("-") }.joined()
      .filter { !$0.isWhitespace }
  }

  private func hasVault(_ home: BucketHome) throws -> Bool {
    try home.shell("ls -A \"$HOME\"/.local/share/bucket 2>/dev/null").outputText != ""
  }

  @Test func `a vault is made in order, and its recovery key is shown once and works`() throws {
    let home = try BucketHome()
    let terminal = try home.terminal("init", "--unlock-time", "0s")
    try terminal.expect("Password (PAM asks \(home.userName), service bucket): ")
    #expect(!terminal.isEchoing)
    terminal.send(BucketHome.password + "\n")
    for line in [
      "The key is derived with 64 MiB of memory and 3 passes.",
      "If you forget your password, or move to another machine, this recovery key opens the",
      "It is shown once. Write it down and keep it away from this machine:",
      "Your vault is ready: ~/.local/share/bucket/places.vault",
      "It opens with your login password.",
      "It is open until ",
    ] {
      try terminal.expect(line)
    }
    #expect(try terminal.wait() == .exited(0))
    #expect(terminal.isEchoing)
    #expect(!terminal.transcript.contains(BucketHome.password))
    let key = recoveryKey(in: terminal.transcript)
    #expect(key.count == 84)
    #expect(terminal.transcript.ranges(of: key.prefix(20)).count == 1)
    #expect(try home.run("status").end == .exited(0))
    try home.lock()
    #expect(try home.run("unlock", "--recovery-key", answers: [key]).end == .exited(0))
  }

  @Test(arguments: [1, 3])
  func `a passphrase is typed twice, and two that differ are asked for anew, three times`(
    slips: Int
  ) throws {
    let home = try BucketHome()
    let phrase = "velvet otter canyon marble prairie"
    let terminal = try home.terminal("init", "--passphrase", "--unlock-time", "0s")
    try terminal.expect("service bucket): ")
    terminal.send(BucketHome.password + "\n")
    try terminal.expect("A passphrase has 15 characters at least")
    for attempt in 1...3 where attempt <= slips + 1 {
      try terminal.expect("New passphrase for the vault: ")
      terminal.send(phrase + "\n")
      try terminal.expect("The same once more: ")
      terminal.send(phrase + (attempt <= slips ? "x" : "") + "\n")
      guard attempt <= slips else { break }
      try terminal.expect("the two passphrases are not the same; nothing was changed")
    }
    let isMade = slips < 3
    #expect(try terminal.wait() == .exited(isMade ? 0 : 2))
    #expect(terminal.isEchoing && !terminal.transcript.contains("velvet otter"))
    #expect(try hasVault(home) == isMade)
    if isMade {
      #expect(try home.run("unlock", answers: [BucketHome.password, phrase]).end == .exited(0))
    }
  }

  @Test(arguments: [true, false])
  func `a weak passphrase is refused with a reason, and asked for again, three times`(
    improves: Bool
  ) throws {
    let home = try BucketHome()
    let terminal = try home.terminal("init", "--passphrase", "--unlock-time", "0s")
    try terminal.expect("service bucket): ")
    terminal.send(BucketHome.password + "\n")
    for (passphrase, reason) in [
      ("short", "it has fewer than 15 characters"),
      ("counterrevolutionary", "it is based on a dictionary word"),
    ] {
      try terminal.expect("New passphrase for the vault: ")
      terminal.send(passphrase + "\n")
      try terminal.expect("bucket: error: that passphrase is too weak: \(reason)")
      try terminal.expect(
        "bucket: hint: take six random words or more, as dice or a program picks them, not a sentence"
      )
      try terminal.expect("bucket: hint: or have one made: head -c 15 /dev/urandom | base32")
    }
    try terminal.expect("New passphrase for the vault: ")
    terminal.send((improves ? "velvet otter canyon marble prairie" : "passwordpassword") + "\n")
    if improves {
      try terminal.expect("The same once more: ")
      terminal.send("velvet otter canyon marble prairie\n")
    } else {
      try terminal.expect("bucket: error: that passphrase is too weak: it repeats itself")
    }
    #expect(try terminal.wait() == .exited(improves ? 0 : 2))
    #expect(try hasVault(home) == improves)
  }

  @Test func `a script has one try at a passphrase, and the hint leads to a good one`() throws {
    let home = try BucketHome()
    let run = try home.run(
      "init", "--passphrase",
      answers: [BucketHome.password, "short", "velvet otter canyon marble prairie"])
    #expect(run.end == .exited(2))
    #expect(
      run.errorText == """
        bucket: error: that passphrase is too weak: it has fewer than 15 characters
        bucket: hint: take six random words or more, as dice or a program picks them, not a sentence
        bucket: hint: or have one made: head -c 15 /dev/urandom | base32

        """)
    #expect(!(try hasVault(home)))
    let made = try home.shell("head -c 15 /dev/urandom | base32").outputText.dropLast()
    try home.makeVault("--passphrase", answers: [BucketHome.password, String(made)])
  }

  @Test(.enabled(if: geteuid() == 0, "only root can hide the dictionary"))
  func `without a dictionary, a passphrase is taken with a warning`() throws {
    let home = try BucketHome()
    let run = try home.run(
      "init", "--passphrase", "--unlock-time", "0s",
      answers: [BucketHome.password, "velvet otter canyon marble prairie"],
      outside: [
        "unshare", "--mount", "sh", "-c", "mount -t tmpfs none /var/cache/cracklib && exec \"$@\"",
        "sh",
      ])
    #expect(run.end == .exited(0))
    #expect(
      run.errorText.hasPrefix(
        """
        bucket: warning: the passphrase was not compared with a dictionary, as this machine has \
        none: the package cracklib-runtime has one

        """))
  }

  @Test func `an empty passphrase makes no vault`() throws {
    let home = try BucketHome()
    let run = try home.run("init", "--passphrase", answers: [BucketHome.password, ""])
    #expect(run.end == .exited(2))
    #expect(run.errorText.contains("an empty passphrase protects nothing; nothing was changed"))
    #expect(!(try hasVault(home)))
  }

  @Test func `a wrong password makes no vault`() throws {
    let home = try BucketHome()
    let run = try home.run("init", answers: ["wrong"])
    #expect(run.end == .exited(4))
    #expect(
      run.errorText == """
        bucket: error: that is not \(home.userName)'s login password
        bucket: hint: try again; after several, this machine may lock the account for a while

        """)
    #expect(!(try hasVault(home)))
  }

  @Test func `a vault that is there is left as it is, and nothing is asked`() throws {
    let home = try BucketHome()
    try home.makeVault()
    let before = try home.shell("sha256sum \(home.vault)").outputText
    let run = try home.run("init", answers: [])
    #expect(run.end == .exited(1))
    #expect(run.errorText.contains("something is at ~/.local/share/bucket/places.vault already"))
    #expect(try home.shell("sha256sum \(home.vault)").outputText == before)
  }

  @Test(arguments: ["Password", "New passphrase", "once more"])
  func `broken off at any question, it makes no vault`(question: String) throws {
    let home = try BucketHome()
    let terminal = try home.terminal("init", "--passphrase", "--unlock-time", "0s")
    try terminal.expect("service bucket): ")
    for next in ["New passphrase", "once more"] where !terminal.transcript.contains(question) {
      terminal.send(
        (next == "once more" ? "velvet otter canyon marble prairie" : BucketHome.password) + "\n")
      try terminal.expect(next)
    }
    #expect(terminal.eventually { !terminal.isEchoing })
    terminal.sendControl("c")
    #expect(try terminal.wait() == .killed(SIGINT))
    #expect(terminal.isEchoing)
    #expect(!(try hasVault(home)))
  }

  @Test func `where the recovery key can't be shown, no vault is made`() throws {
    let home = try BucketHome()
    let run = try ProgramRun.of(
      home.command(["init", "--unlock-time", "0s", "--password-stdin"]),
      environment: home.environment, input: Array((BucketHome.password + "\n").utf8), closing: [1])
    #expect(run.end == .exited(1))
    #expect(!(try hasVault(home)))
  }

  @Test func `the vault and its folder are the owner's alone`() throws {
    let home = try BucketHome()
    let run = try home.shell(
      "umask 000; echo '\(BucketHome.password)' | $BUCKET init --unlock-time 0s --password-stdin "
        + ">/dev/null 2>&1; cd && find .local/share .local/state -perm /077")
    #expect(run.outputText == "")
  }
}
