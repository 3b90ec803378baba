import Glibc
import TestSupport
import Testing

/// Refusals of a real user by pam_unix and the machine's own common files.
@Suite(.enabled(if: SystemUser.canBeMade, "\(SystemUser.needsRoot)"))
struct AccountTests {
  private func home(likeInstalled: Bool) throws -> (home: BucketHome, user: SystemUser) {
    let user = try SystemUser()
    let home = try BucketHome(user: user)
    if likeInstalled { home.serveLikeInstalled() } else { home.serveWithoutDelay() }
    try home.makeVault(answers: [SystemUser.password])
    try home.lock()
    return (home, user)
  }

  @Test(arguments: [true, false])
  func `the login password opens the vault, and another does not`(likeInstalled: Bool) throws {
    let (home, user) = try home(likeInstalled: likeInstalled)
    #expect(
      try home.refusal(answers: ["another"])
        == Refusal(
          "wrong-password", "that is not \(user.name)'s login password",
          hints: [
            "the attempt is noted; after several, this machine may lock the account for a while",
            Refusal.recoveryHint,
          ]))
    #expect(try home.toldAttempts(answers: [SystemUser.password]) == 1)
  }

  @Test(arguments: [true, false])
  func `an expired account is told as that`(likeInstalled: Bool) throws {
    let (home, user) = try home(likeInstalled: likeInstalled)
    try user.change("--expiredate", "0")
    let run = try home.run("unlock", "--json", answers: [SystemUser.password])
    #expect(
      try Refusal(run)
        == Refusal(
          "account-expired", "PAM does not let \(user.name) in: the account has expired",
          hints: [
            "see which of its dates has passed: chage --list \(user.name)", Refusal.recoveryHint,
          ]))
    #expect(run.errorText.hasPrefix("Your account has expired; "))
    // The hint works for the person themselves.
    #expect(try home.shell("chage --list \(user.name)").outputText.contains("1970"))
    try user.change("--expiredate", "-1")
    #expect(try home.toldAttempts(answers: [SystemUser.password]) == 1)
  }

  @Test(arguments: [true, false])
  func `a password that has to be changed is told as that`(likeInstalled: Bool) throws {
    let (home, user) = try home(likeInstalled: likeInstalled)
    try user.change("--lastday", "0")
    let run = try home.run("unlock", "--json", answers: [SystemUser.password])
    #expect(
      try Refusal(run)
        == Refusal(
          "password-expired", "PAM does not let \(user.name) in: the login password has expired",
          hints: [
            "set a new one: passwd; where it refuses, have an administrator run: passwd \(user.name)"
          ]))
    #expect(run.errorText.hasPrefix("You are required to change your password immediately"))
  }

  @Test(arguments: [true, false])
  func `an account that ended with its password is told as that, though PAM's codes differ`(
    likeInstalled: Bool
  ) throws {
    let (home, user) = try home(likeInstalled: likeInstalled)
    try user.change("--maxdays", "10", "--inactive", "1", "--lastday", "2020-01-01")
    let refusal = try home.refusal(answers: [SystemUser.password])
    #expect(refusal.reason == (likeInstalled ? "account-expired" : "password-expired"))
    #expect(refusal.hints[0].contains(likeInstalled ? "chage --list" : "passwd \(user.name)"))
  }

  @Test func `a password about to expire is no expired account when a rule refuses`() throws {
    let (home, user) = try home(likeInstalled: false)
    try user.change("--maxdays", "10", "--warndays", "99")
    let rules = home.write("rules", "-:ALL:ALL\n")
    home.serve(
      "auth required pam_unix.so nodelay\naccount required pam_unix.so\n"
        + "account required pam_access.so accessfile=\(rules)\n")
    let run = try home.run("unlock", "--json", answers: [SystemUser.password])
    #expect(run.errorText.hasPrefix("Warning: your password will expire in "))
    #expect(try Refusal(run).reason == "not-permitted")
  }

  @Test func `a locked password that opens the vault is told to be right, and opens nothing`()
    throws
  {
    let (home, user) = try home(likeInstalled: false)
    try user.lock()
    #expect(
      try home.refusal(answers: [SystemUser.password])
        == Refusal(
          "not-permitted",
          "PAM does not let \(user.name) in (Authentication failure), though the password is the "
            + "one that opens the vault",
          hints: [
            "if it is from before a change of the login password, give the one of now first and "
              + "then this one: bucket unlock --old-password",
            "if it is the one of now, see whether the account is locked: "
              + "passwd --status \(user.name)",
            "see which modules the service asks: bucket check",
            Refusal.recoveryHint,
          ]))
    #expect(try home.run("status").end == .exited(3))
    #expect(try home.shell("passwd --status \(user.name)").outputText.contains(" L "))
    #expect(try home.refusal(answers: ["another"]).reason == "wrong-password")
  }

  @Test func `a uid that has no entry is named`() throws {
    let (home, _) = try home(likeInstalled: false)
    let stranger = ["setpriv", "--reuid", "4242", "--regid", "4242", "--clear-groups"]
    let folder = home.makeFolder("stranger")
    let vault = folder + "/vault"
    _ = try ProgramRun.of(["cp", home.vault, vault])
    for path in [folder, vault] { _ = unsafe chown(path, 4242, 4242) }
    home.environment["HOME"] = folder
    let run = try ProgramRun.of(
      stranger + [home.program, "unlock", "--json", "--vault", vault, "--password-stdin"],
      environment: home.environment, input: Array("anything\n".utf8))
    #expect(
      try Refusal(run)
        == Refusal(
          "no-such-user", "the system has no user with uid 4242",
          hints: [
            "ask an administrator: getent passwd 4242",
            "if you have the recovery key: bucket --vault \(vault) unlock --recovery-key",
          ]))
  }
}
