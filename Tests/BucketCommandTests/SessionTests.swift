import Glibc
import TestSupport
import Testing

/// How long a vault stays open, and for whom, by the kernel's own keyrings. Each test has a user of
/// its own, since some take a keyring apart.
@Suite(
  .enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"),
  .enabled(if: SystemUser.canBeMade, "\(SystemUser.needsRoot)"))
struct SessionTests {
  private func home() throws -> BucketHome {
    let home = try BucketHome(user: SystemUser())
    try home.makeVault()
    return home
  }

  /// Sees to it that the vault is locked, for a reason.
  private func expectLocked(_ home: BucketHome, _ words: String, _ name: String) throws {
    let status = try home.run("status", "--json")
    #expect(status.end == .exited(3))
    #expect(status.outputText.contains("\"reason\":\"\(name)\",\"state\":\"locked\""))
    let run = try home.run("list")
    #expect(run.end == .exited(3))
    #expect(run.errorText.hasPrefix("bucket: error: the vault is locked: \(words)"))
    #expect(run.errorText.hasSuffix("\nbucket: hint: bucket unlock\n"))
    #expect(run.outputText == "")
  }

  /// A line of the shell that finds the key of the vault.
  private static let findKey =
    "k=$(keyctl search @u user $(keyctl rlist @u "
    + "| xargs -n1 keyctl rdescribe | sed -n 's/.*;\\(bucket:.*\\)/\\1/p'))"

  @Test func `a session ends when its time is over`() throws {
    let home = try home()
    let open = try home.run("unlock", "--for", "1s", answers: [BucketHome.password])
    #expect(open.end == .exited(0))
    usleep(2_100_000)
    try expectLocked(home, "the key expired at ", "expired")
    try home.lock()
    try expectLocked(home, "the key expired at ", "expired")
  }

  @Test func `lock by one process closes it for all others`() throws {
    let home = try home()
    #expect(try home.shell("keyctl session - $BUCKET list").end == .exited(0))
    let run = try home.shell("keyctl session - $BUCKET lock")
    #expect(run.end == .exited(0) && run.errorText.hasSuffix("locked\n"))
    try expectLocked(home, "bucket lock locked it at ", "locked")
    #expect(try home.run("lock").errorText == "it was locked already\n")
    try expectLocked(home, "bucket lock locked it at ", "locked")
    #expect(try home.shell("keyctl session - $BUCKET list").end == .exited(3))
  }

  @Test(arguments: ["", "keyctl link @u @s; ", "keyctl new_session >/dev/null; "])
  func `another login of the same user finds it open, whatever its session keyring holds`(
    before: String
  ) throws {
    let home = try home()
    let line = "\(before)$BUCKET list && $BUCKET status"
    #expect(try home.shell("setsid -w keyctl session - sh -c '\(line)'").end == .exited(0))
    // Unlocked from there, it is open here.
    try home.lock()
    let unlock = "\(before)echo \(BucketHome.password) | $BUCKET unlock --password-stdin"
    #expect(try home.shell("keyctl session - sh -c '\(unlock)'").end == .exited(0))
    #expect(try home.run("list").end == .exited(0))
  }

  @Test func `another user finds nothing`() throws {
    let home = try home()
    let other = try SystemUser()
    let keys = try ProgramRun.of(other.asUser + ["keyctl", "rlist", "@u"])
    #expect(keys.outputText == "\n")
    #expect(try home.run("list").end == .exited(0))
  }

  @Test func `a revoked key is told as that, and unlocking goes on as ever`() throws {
    let home = try home()
    #expect(
      try home.shell("keyctl link @u @s; \(Self.findKey) && keyctl revoke $k").end == .exited(0))
    try expectLocked(home, "the key was revoked", "revoked")
    #expect(try home.run("unlock", answers: [BucketHome.password]).end == .exited(0))
    #expect(try home.run("list").end == .exited(0))
  }

  @Test func `a key that somebody took away is told as that`() throws {
    let home = try home()
    #expect(try home.shell("keyctl clear @u").end == .exited(0))
    try expectLocked(home, "the kernel no longer has the key", "gone")
    #expect(try home.run("lock").end == .exited(0))
    try expectLocked(home, "the kernel no longer has the key", "gone")
  }

  @Test func `a key from before the machine last started is told as that`() throws {
    let home = try home()
    // As it is after a start: the keyrings are empty, and the state folder tells of another boot.
    let run = try home.shell(
      "keyctl clear @u; cd && sed -i 's/\"boot\":\"[0-9a-f]*\"/"
        + "\"boot\":\"11111111111111111111111111111111\"/' .local/state/bucket/*/session")
    #expect(run.end == .exited(0))
    try expectLocked(home, "it was unlocked before the machine last started", "restarted")
  }

  @Test func `a vault is locked even where that can't be noted`() throws {
    let home = try home()
    _ = try home.shell("chmod -R a-w \"$HOME\"/.local/state")
    let lock = try home.run("lock")
    #expect(lock.end == .exited(0) && lock.errorText == "locked\n")
    try expectLocked(home, "the kernel no longer has the key", "gone")
    let unlock = try home.run("unlock", answers: [BucketHome.password])
    #expect(unlock.end == .exited(0))
    #expect(
      unlock.errorText.contains(
        "bucket: warning: when the vault was unlocked can't be noted: ~/.local/state/bucket/"))
    #expect(
      unlock.errorText.contains(" can't be used: Permission denied: chmod u=rwx \(home.path)"))
  }

  @Test func `a vault made elsewhere was never unlocked here`() throws {
    let home = try home()
    #expect(try home.shell("keyctl clear @u; rm -r \"$HOME\"/.local/state").end == .exited(0))
    try expectLocked(home, "it was not unlocked here yet", "never-unlocked")
  }

  @Test(
    .enabled(if: ShellRun.hasProgram("tmux"), "tmux is not installed"),
    arguments: [true, false])
  func `windows of tmux and what is outside of them share it`(startsBefore: Bool) throws {
    let home = try home()
    try home.lock()
    let tmux = "tmux -L test -f /dev/null"
    home.environment["TMUX_TMPDIR"] = home.path
    home.environment["TERM"] = "xterm"
    defer { _ = try? home.shell("\(tmux) kill-server") }
    let start = "\(tmux) new-session -d -s one 'cat'"
    if startsBefore { #expect(try home.shell(start).end == .exited(0)) }
    #expect(try home.run("unlock", answers: [BucketHome.password]).end == .exited(0))
    if !startsBefore { #expect(try home.shell(start).end == .exited(0)) }
    func inside(_ words: String) throws -> String {
      try home.shell(
        "\(tmux) new-window -d \"$BUCKET \(words) >$HOME/out 2>&1; echo \\$? >>$HOME/out; "
          + "tmux -L test wait-for -S done\" && \(tmux) wait-for done; cat \"$HOME\"/out"
      ).outputText
    }
    #expect(try inside("list") == "no places yet: bucket add NAME\n0\n" || inside("list") == "0\n")
    #expect(try inside("lock").hasSuffix("locked\n0\n"))
    try expectLocked(home, "bucket lock locked it at ", "locked")
  }

  @Test(arguments: ["0s", "8d"])
  func `no session lasts for ever`(duration: String) throws {
    let home = try home()
    try home.lock()
    let run = try home.run("unlock", "--for", duration, answers: [BucketHome.password])
    #expect(run.end == .exited(2))
    #expect(try home.run("status").end == .exited(3))
  }
}
