import Glibc
import TestSupport
import Testing

/// What becomes of a vault when the login password changes, and of one where PAM asks for none.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct PasswordChangeTests {
  private func homeAfterChange() throws -> (home: BucketHome, key: String) {
    let home = try BucketHome()
    let key = try home.makeVault()
    try home.lock()
    home.setMatrixPassword("the new one")
    return (home, key)
  }

  @Test func `the new password is told to be newer than the vault`() throws {
    let (home, _) = try homeAfterChange()
    let refusal = try home.refusal(answers: ["the new one"])
    #expect(refusal.reason == "password-changed" && refusal.status == 4)
    #expect(
      refusal.message.hasPrefix(
        "PAM accepted the password, but it does not open the vault: it was sealed with your login "
          + "password of "))
    #expect(
      refusal.hints == [
        "give the old password once and the vault follows the new one: bucket unlock --old-password",
        Refusal.recoveryHint,
      ])
    home.setMatrixPassword(BucketHome.password)
    #expect(try home.toldAttempts(answers: [BucketHome.password]) == 1)
  }

  @Test func `the old password, which PAM refuses, is told to be the right one for the vault`()
    throws
  {
    let (home, _) = try homeAfterChange()
    let refusal = try home.refusal()
    #expect(refusal.reason == "not-permitted")
    #expect(refusal.message.contains("though the password is the one that opens the vault"))
    #expect(try home.run("status").end == .exited(3))
  }

  @Test(arguments: [true, false])
  func `the old password or the recovery key has the vault follow, and the old opens no more`(
    byOldPassword: Bool
  ) throws {
    let (home, key) = try homeAfterChange()
    let run =
      byOldPassword
      ? try home.run("unlock", "--old-password", answers: ["the new one", BucketHome.password])
      : try home.run("unlock", "--recovery-key", answers: [key, "the new one"])
    #expect(run.end == .exited(0))
    #expect(
      run.errorText.contains(
        byOldPassword
          ? "the vault opens with your login password of now, and with no other\n"
          : "from now on the vault opens with your login password of now, and with the recovery key "
            + "as before; the old login password opens it no more\n"))
    #expect(try home.run("unlock", answers: ["the new one"]).end == .exited(0))
    home.setMatrixPassword(BucketHome.password)
    #expect(try home.refusal().reason == "password-changed")
  }

  @Test func `at a terminal it is said which of the two passwords PAM asks for`() throws {
    let (home, _) = try homeAfterChange()
    let terminal = try home.terminal("unlock", "--old-password")
    try terminal.expect(
      "PAM asks for your login password of now first; the one from before comes after")
    try terminal.expect("service bucket): ")
    terminal.send("the new one\n")
    try terminal.expect("Login password from before it was changed: ")
    terminal.send(BucketHome.password + "\n")
    #expect(try terminal.wait() == .exited(0))
  }

  @Test func `after the recovery key it is said what opens the vault, whatever was answered`()
    throws
  {
    let home = try BucketHome()
    let key = try home.makeVault()
    for (answers, said) in [
      (
        [key, BucketHome.password],
        "the vault opens with that login password, and with the recovery key, as before"
      ),
      (
        [key],
        "the vault still opens with the recovery key, and with the login password it was sealed with"
      ),
    ] {
      try home.lock()
      let run = try home.run("unlock", "--recovery-key", answers: answers)
      #expect(run.end == .exited(0) && run.errorText.contains(said), "\(run.errorText)")
    }
    home.serve("auth required pam_permit.so\naccount required pam_permit.so\n")
    try home.lock()
    let run = try home.run("unlock", "--recovery-key", answers: [key])
    #expect(run.errorText.contains("PAM wants no password, so nothing was changed"))
  }

  @Test func `an old password that never was is refused, and nothing changes`() throws {
    let (home, _) = try homeAfterChange()
    #expect(
      try home.refusal("--old-password", answers: ["the new one", "never"])
        == Refusal(
          "wrong-password", "that is not the login password that the vault was sealed with",
          hints: ["give the password from before it was changed", Refusal.recoveryHint]))
    #expect(try home.refusal(answers: ["the new one"]).reason == "password-changed")
    #expect(try home.notedAttempts() == 2)
  }

  @Test func `the password of now has to be right for the vault to follow it`() throws {
    let (home, key) = try homeAfterChange()
    #expect(
      try home.refusal("--old-password", answers: ["wrong", BucketHome.password]).reason
        == "wrong-password")
    let run = try home.run("unlock", "--recovery-key", answers: [key, "wrong"])
    #expect(run.end == .exited(0))
    #expect(
      run.errorText.contains(
        "the vault still opens with the recovery key, and with the login password"))
    #expect(try home.refusal(answers: ["the new one"]).reason == "password-changed")
  }

  @Test(.enabled(if: SystemUser.canBeMade, "\(SystemUser.needsRoot)"))
  func `a real change of the login password is told of and repaired`() throws {
    let home = try BucketHome(user: SystemUser())
    home.serveWithoutDelay()
    try home.makeVault(answers: [SystemUser.password])
    try home.lock()
    try home.user?.setPassword("another login")
    #expect(try home.refusal(answers: ["another login"]).reason == "password-changed")
    #expect(try home.refusal(answers: [SystemUser.password]).reason == "not-permitted")
    let run = try home.run(
      "unlock", "--old-password", answers: ["another login", SystemUser.password])
    #expect(run.end == .exited(0))
    #expect(try home.run("unlock", answers: ["another login"]).end == .exited(0))
    try home.user?.setPassword(SystemUser.password)
    #expect(try home.refusal(answers: [SystemUser.password]).reason == "password-changed")
  }

  // MARK: Where PAM wants no password

  @Test func `where PAM wants no password, a vault gets a passphrase, which is asked for`() throws {
    let home = try BucketHome()
    home.serve("auth required pam_permit.so\naccount required pam_permit.so\n")
    try home.makeVault(answers: ["velvet otter canyon marble prairie"])
    try home.lock()
    #expect(
      try home.run("unlock", answers: ["velvet otter canyon marble prairie"]).end == .exited(0))
    #expect(try home.refusal(answers: ["another"]).reason == "wrong-passphrase")
  }

  @Test(.enabled(if: geteuid() == 0, "pam_rootok lets root alone in"))
  func `root, whom PAM asks nothing, is asked for the login password of the vault`() throws {
    let home = try BucketHome()
    try home.makeVault()
    try home.lock()
    home.serve("auth required pam_rootok.so\naccount required pam_permit.so\n")
    let terminal = try home.terminal("unlock")
    try terminal.expect("Login password of root, for the vault: ")
    terminal.send(BucketHome.password + "\n")
    try terminal.expect("open until ")
    #expect(try terminal.wait() == .exited(0))
    // It may be root's password of now: nobody was asked.
    let refusal = try home.refusal(answers: ["another"])
    #expect(refusal.reason == "wrong-password")
    #expect(refusal.message == "that is not the login password that the vault was sealed with")
  }
}
