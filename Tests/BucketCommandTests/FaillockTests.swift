import Glibc
import TestSupport
import Testing

/// Accounts that pam_faillock locks, which it tells in its own words only.
@Suite(
  .enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"),
  .enabled(if: SystemUser.canBeMade, "\(SystemUser.needsRoot), and root is never locked out"))
struct FaillockTests {
  /// A service that locks after three failures.
  private func home(
    before: String = "", preflight control: String = "requisite", settings: String = "deny=3"
  ) throws -> BucketHome {
    let home = try BucketHome(user: SystemUser())
    try home.makeVault()
    try home.lock()
    let tallies = home.makeFolder("tallies", permissions: 0o777)
    let faillock = "pam_faillock.so nodelay dir=\(tallies) \(settings)"
    home.serve(
      """
      \(before)
      auth \(control) \(faillock) preauth
      auth [success=1 default=bad] \(home.matrix)
      auth [default=die] \(faillock) authfail
      auth sufficient \(faillock) authsucc
      account required pam_permit.so

      """)
    return home
  }

  private func locked(_ home: BucketHome) -> Refusal {
    Refusal(
      "account-locked",
      "PAM does not let \(home.userName) in: the account is locked after failed attempts",
      hints: ["wait, or have an administrator run: faillock --user \(home.userName) --reset"])
  }

  @Test(arguments: ["requisite", "required"])
  func `an account that was locked is told apart from a wrong password, in PAM's own words`(
    control: String
  ) throws {
    let home = try home(preflight: control)
    for _ in 1...3 { #expect(try home.refusal(answers: ["wrong"]).reason == "wrong-password") }
    for password in ["wrong", BucketHome.password] {
      let run = try home.run("unlock", "--json", answers: [password])
      #expect(try Refusal(run) == locked(home))
      #expect(run.errorText.hasPrefix("The account is locked due to 3 failed logins.\n("))
      #expect(try home.run("status").end == .exited(3))
    }
    #expect(try home.notedAttempts() == 5)
  }

  @Test func `words of another module before the question are none of a locked account`() throws {
    let greeting = ScratchFolder()
    _ = unsafe chmod(greeting.path, 0o755)
    let file = greeting.write("greeting", "Welcome.\n")
    let home = try home(before: "auth optional pam_echo.so file=\(file)")
    for _ in 1...3 {
      let run = try home.run("unlock", "--json", answers: ["wrong"])
      #expect(try Refusal(run).reason == "wrong-password")
      #expect(run.errorText.hasPrefix("Welcome.\n"))
    }
    #expect(try home.refusal() == locked(home))
  }

  @Test func `how many failures lock an account is read from the settings of the module`() throws {
    let settings = ScratchFolder()
    _ = unsafe chmod(settings.path, 0o755)
    let file = settings.write("faillock.conf", "# deny = 9\ndeny = 1 # only one\n")
    let home = try home(settings: "conf=\(file)")
    #expect(try home.refusal(answers: ["wrong"]).reason == "wrong-password")
    #expect(try home.refusal() == locked(home))
  }

  @Test func `the recovery key opens the vault of a locked account`() throws {
    let home = try BucketHome(user: SystemUser())
    let key = try home.makeVault()
    home.serve("auth required pam_deny.so\naccount required pam_deny.so\n")
    #expect(try home.refusal().reason == "not-permitted")
    #expect(try home.run("unlock", "--recovery-key", answers: [key]).end == .exited(0))
  }
}
