import Glibc
import TestSupport
import Testing

/// Unlocking that goes well, with a real PAM module and the real keyring.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct UnlockTests {
  @Test func `a vault made with the login password opens with it`() throws {
    let home = try BucketHome()
    try home.makeVault()
    try home.lock()
    #expect(try home.run("status").end == .exited(3))
    let run = try home.run("unlock", answers: [BucketHome.password])
    #expect(run.end == .exited(0))
    #expect(run.errorText.hasPrefix("open until ") && run.errorText.hasSuffix(", 0 places\n"))
    #expect(run.outputText == "")
    #expect(try home.run("status").end == .exited(0))
  }

  @Test func `at a terminal a command that finds the vault locked asks and goes on`() throws {
    let home = try BucketHome()
    try home.makeVault()
    #expect(try home.run("add", "Lake Baikal").end == .exited(0))
    try home.lock()
    let terminal = try home.terminal("list")
    try terminal.expect("the vault is locked: bucket lock locked it at ")
    try terminal.expect("Password (PAM asks \(home.userName), service bucket): ")
    terminal.send(BucketHome.password + "\n")
    try terminal.expect("Lake Baikal")
    #expect(try terminal.wait() == .exited(0))
    #expect(try home.run("list").end == .exited(0))
  }

  @Test func `with neither end at a terminal a locked vault is said to be`() throws {
    let home = try BucketHome()
    try home.makeVault()
    try home.lock()
    let terminal = try home.shellTerminal("$BUCKET list </dev/null | cat; echo ${PIPESTATUS[0]}")
    try terminal.expect("bucket: error: the vault is locked: bucket lock locked it at ")
    try terminal.expect("bucket: hint: bucket unlock\r\n3\r\n")
    #expect(try terminal.wait() == .exited(0))
  }

  @Test(arguments: [["unlock"], ["list"]])
  func `whoever opens the vault next is told of the attempts that failed`(
    words: [String]
  ) throws {
    let home = try BucketHome()
    try home.makeVault()
    try home.lock()
    for password in ["wrong", ""] {
      #expect(try home.refusal(answers: [password]).reason == "wrong-password")
    }
    #expect(try home.notedAttempts() == 2)
    let run = try ProgramRun.of(
      home.command(words + ["--password-stdin"]), environment: home.environment,
      input: Array((BucketHome.password + "\n").utf8))
    #expect(run.end == .exited(0))
    let told =
      #/
      bucket:\ warning:\ 2\ unlocks\ failed\ since\ the\ last\ one,\ the\ last\ at\ \d\d:\d\d
      \ on\ no\ terminal:\ wrong-password;\ see\ bucket\ attempts\n
      /#
    #expect(run.errorText.contains(told))
    // Each is told of once, even within the same second.
    #expect(try home.toldAttempts(answers: [BucketHome.password]) == 0)
    #expect(try home.refusal(answers: ["wrong"]).reason == "wrong-password")
    #expect(try home.toldAttempts(answers: [BucketHome.password]) == 1)
    #expect(try home.toldAttempts(answers: [BucketHome.password]) == 0)
  }

  @Test func `an attempt tells of the terminal it was made on`() throws {
    let home = try BucketHome()
    try home.makeVault()
    let terminal = try home.terminal("unlock")
    try terminal.expect("service bucket): ")
    terminal.send("wrong\n")
    #expect(try terminal.wait() == .exited(4))
    let run = try home.run("unlock", answers: [BucketHome.password])
    #expect(run.errorText.contains(" on pts/") && run.errorText.contains("1 unlock failed"))
  }

  @Test func `the recovery key opens the vault wherever PAM is`() throws {
    let home = try BucketHome()
    let key = try home.makeVault()
    try home.lock()
    home.environment["BUCKET_PAM_CONFDIR"] = "/nonexistent"
    let run = try home.run("unlock", "--recovery-key", answers: [key.lowercased()])
    #expect(run.end == .exited(0))
    #expect(
      run.errorText.contains(
        "; the vault still opens with the recovery key, and with the login password"))
    #expect(run.errorText.contains("\nopen until "))
    #expect(!run.errorText.contains(key.prefix(9)) && !run.outputText.contains(key.prefix(9)))
  }

  @Test func `a passphrase opens a vault that has no login slot`() throws {
    let home = try BucketHome()
    try home.makeVault(
      "--passphrase", answers: [BucketHome.password, "velvet otter canyon marble prairie"])
    #expect(
      try home.run("unlock", answers: [BucketHome.password, "velvet otter canyon marble prairie"])
        .end == .exited(0))
    #expect(
      try home.refusal(answers: [BucketHome.password, "six words"])
        == Refusal(
          "wrong-passphrase", "that is not the vault's passphrase",
          hints: ["try again", Refusal.recoveryHint]))
    #expect(try home.notedAttempts() == 1)
  }
}
