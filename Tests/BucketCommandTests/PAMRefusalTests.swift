import Glibc
import TestSupport
import Testing

/// Refusals by real PAM modules, and the reason that is told for each.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct PAMRefusalTests {
  /// A service that refuses, and what is to be told; `MATRIX` stands for the module with passwords.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let service: String
    var password = BucketHome.password
    let reason: String
    let message: String
    let hints: [String]

    var testDescription: String { name }
  }

  private static let askedModules = "see which modules the service asks: bucket check"
  private static let notedHint =
    "the attempt is noted; after several, this machine may lock the account for a while"
  private static let moduleHint =
    "install the module, or take it out of the service: bucket check"
  private static let openAccount = "account required pam_permit.so\n"
  private static func debug(
    _ code: String, _ reason: String, _ message: String, _ hint: String
  ) -> Case {
    Case(
      name: code, service: "auth required pam_debug.so auth=\(code)\n" + openAccount,
      reason: reason, message: message, hints: [hint])
  }

  static let cases = [
    Case(
      name: "a wrong password", service: "auth required MATRIX\n" + openAccount, password: "wrong",
      reason: "wrong-password", message: "that is not USER's login password",
      hints: [notedHint]),
    Case(
      name: "a wrong password, and a module missing that is optional",
      service: "auth optional pam_nonexistent.so\nauth required MATRIX\n" + openAccount,
      password: "wrong", reason: "wrong-password", message: "that is not USER's login password",
      hints: [notedHint]),
    Case(
      name: "a module missing before the password",
      service: "auth required pam_nonexistent.so\nauth required MATRIX\n" + openAccount,
      reason: "module-missing", message: "a PAM module does not load: pam_nonexistent.so",
      hints: [moduleHint]),
    Case(
      name: "a module missing after the password",
      service: "auth required MATRIX\naccount required pam_nonexistent.so\n",
      reason: "module-missing", message: "a PAM module does not load: pam_nonexistent.so",
      hints: [moduleHint]),
    Case(
      name: "the account is not let in",
      service: "auth required MATRIX\naccount required pam_deny.so\n",
      reason: "not-permitted", message: "PAM does not let USER in: Authentication failure",
      hints: [askedModules]),
    Case(
      name: "the account is not let in, and something is said",
      service: """
        auth required MATRIX
        account optional pam_debug.so acct=ignore
        account required pam_deny.so

        """,
      reason: "not-permitted", message: "PAM does not let USER in: Authentication failure",
      hints: [askedModules]),
    Case(
      name: "nothing is asked",
      service: "auth required pam_deny.so\n" + openAccount,
      reason: "not-permitted", message: "PAM does not let USER in: Authentication failure",
      hints: [askedModules]),
    Case(
      name: "the right password is refused",
      service: "auth required MATRIX\nauth required pam_deny.so\n" + openAccount,
      reason: "not-permitted",
      message:
        "PAM does not let USER in (Authentication failure), though the password is the one that "
        + "opens the vault",
      hints: [
        "if it is from before a change of the login password, give the one of now first and then "
          + "this one: bucket unlock --old-password",
        "if it is the one of now, see whether the account is locked: passwd --status USER",
        askedModules,
      ]),
    debug(
      "authinfo_unavail", "authentication-unavailable",
      "nobody answers who could check the password: "
        + "Authentication service cannot retrieve authentication info",
      "see whether the directory service of this machine can be reached"),
    debug(
      "maxtries", "too-many-tries", "PAM has had too many tries from USER", "wait, and try again"),
    debug("user_unknown", "no-such-user", "PAM does not know USER", askedModules),
    debug(
      "acct_expired", "account-expired", "PAM does not let USER in: the account has expired",
      "see which of its dates has passed: chage --list USER"),
    debug(
      "new_authtok_reqd", "password-expired",
      "PAM does not let USER in: the login password has expired",
      "set a new one: passwd; where it refuses, have an administrator run: passwd USER"),
    debug(
      "system_err", "pam-failed", "PAM failed (authenticate, code 4): System error",
      "see what is wrong on this machine: bucket check"),
    debug(
      "perm_denied", "not-permitted", "PAM does not let USER in: Permission denied", askedModules),
  ]

  @Test(arguments: cases)
  func `the reason of a refusal is told, with what to do, and noted`(refused: Case) throws {
    let home = try BucketHome()
    try home.makeVault()
    try home.lock()
    home.serve(refused.service.replacing("MATRIX", with: home.matrix))
    let refusal = try home.refusal(answers: [refused.password])
    func told(_ text: String) -> String { text.replacing("USER", with: home.userName) }
    let waiting = ["too-many-tries", "password-expired"].contains(refused.reason)
    #expect(
      refusal
        == Refusal(
          refused.reason, told(refused.message),
          hints: refused.hints.map(told) + (waiting ? [] : [Refusal.recoveryHint])))
    #expect(try home.run("status").end == .exited(3))
    #expect(try home.notedAttempts() == 1)
    home.serve("auth required \(home.matrix)\n" + Self.openAccount)
    #expect(try home.toldAttempts(answers: [BucketHome.password]) == 1)
  }

  // MARK: Rules of access

  @Test(arguments: ["pam_access.so accessfile=", "pam_time.so conffile="])
  func `a rule that keeps the person out is no matter of the password`(module: String) throws {
    let home = try BucketHome()
    try home.makeVault()
    try home.lock()
    let rules = home.write(
      "rules", module.hasPrefix("pam_time") ? "bucket;*;*;!Al0000-2400\n" : "-:ALL:ALL\n")
    home.serve("auth required \(home.matrix)\naccount required \(module)\(rules)\n")
    let refusal = try home.refusal()
    #expect(refusal.reason == "not-permitted")
    #expect(refusal.message == "PAM does not let \(home.userName) in: Permission denied")
  }

  @Test(.enabled(if: SystemUser.canBeMade, "\(SystemUser.needsRoot)"))
  func `a machine about to go down is no expired account`() throws {
    let home = try BucketHome(user: SystemUser())
    try home.makeVault()
    try home.lock()
    let file = home.write("nologin", "The machine is going down.\n")
    home.serve(
      "auth required \(home.matrix)\naccount required pam_unix.so\n"
        + "account required pam_nologin.so file=\(file)\n")
    let run = try home.run("unlock", "--json", answers: [BucketHome.password])
    #expect(try Refusal(run).reason == "not-permitted")
    #expect(run.errorText.hasPrefix("The machine is going down.\nbucket: error: "))
  }

  // MARK: Services

  private static let serviceHint = "use the system's services: unset BUCKET_PAM_CONFDIR"

  @Test(arguments: [nil, "auth required pam_deny.so\naccount required pam_deny.so\n"])
  func `a missing service is named, whether another one refuses in its place or there is none`(
    other: String?
  ) throws {
    let home = try BucketHome()
    try home.makeVault()
    try home.lock()
    home.removeService()
    if let other { home.serve(other, as: "other") }
    #expect(
      try home.refusal()
        == Refusal(
          "service-missing",
          "PAM knows no service bucket: there is no \(home.serviceFolder)/bucket",
          hints: [Self.serviceHint, Refusal.recoveryHint]))
    #expect(try home.notedAttempts() == 1)
  }

  @Test func `a folder of services that is not there is named`() throws {
    let home = try BucketHome()
    try home.makeVault()
    try home.lock()
    home.environment["BUCKET_PAM_CONFDIR"] = "/nonexistent"
    let refusal = try home.refusal()
    #expect(refusal.reason == "service-missing")
    #expect(refusal.message == "PAM knows no service bucket: there is no /nonexistent/bucket")
  }

  @Test func `without a service of its own the one for all others is asked`() throws {
    let home = try BucketHome()
    try home.makeVault()
    try home.lock()
    home.removeService()
    home.serve("auth required \(home.matrix)\naccount required pam_permit.so\n", as: "other")
    #expect(try home.refusal(answers: ["wrong"]).reason == "wrong-password")
    #expect(try home.run("unlock", answers: [BucketHome.password]).end == .exited(0))
  }

  @Test func `a service of which PAM reads not a line is no wrong password`() throws {
    let home = try BucketHome()
    try home.makeVault()
    try home.lock()
    home.serve("this is no service\n")
    #expect(try home.refusal().reason == "not-permitted")
  }
}
