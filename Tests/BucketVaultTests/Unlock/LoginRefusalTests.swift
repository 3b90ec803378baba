import CPAM
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import BucketVault

/// What becomes of PAM's refusals, each provoked by a real stack of modules.
@Suite(.enabled(if: LoginSample.isAvailable, "pam_matrix.so of libpam-wrapper isn't installed"))
struct LoginRefusalTests {
  private static let user = Preflight.loginName ?? "?"
  private let header = VaultHeader.sample(.login)

  private func refusal(_ service: String, _ answer: String = "secret") throws -> UnlockRefusal? {
    try LoginSample(service).refusal(of: header, ScriptedConversation(answer))
  }

  @Test func `a right password that PAM refuses all the same opens nothing, and is told apart`()
    throws
  {
    let service = "auth required MATRIX\nauth required pam_deny.so\naccount required MATRIX"
    let right = try refusal(service)
    #expect(right == .rightPasswordRefused(user: Self.user, text: "Authentication failure"))
    #expect(right?.name == "not-permitted")
    #expect(try refusal(service, "x") == .wrongPassword(user: Self.user))
  }

  @Test func `a refusal without a question is no matter of the password`() throws {
    #expect(
      try refusal("auth required pam_deny.so")
        == .notPermitted(user: Self.user, text: "Authentication failure"))
  }

  @Test func `a refused account is not permitted`() throws {
    #expect(
      try refusal("auth required MATRIX\naccount required pam_deny.so")?.name == "not-permitted")
  }

  @Test func `who may not come at all isn't told that the account expired`() throws {
    let login = try LoginSample(
      "auth required MATRIX\naccount optional pam_echo.so file=DIR/motd\n"
        + "account required pam_access.so accessfile=DIR/access")
    try Data("-:ALL:ALL\n".utf8).write(to: URL(filePath: login.folder.path(of: "access")))
    try Data("Welcome\n".utf8).write(to: URL(filePath: login.folder.path(of: "motd")))
    let conversation = ScriptedConversation("secret")
    #expect(
      login.refusal(of: header, conversation)
        == .notPermitted(user: Self.user, text: "Permission denied"))
    #expect(conversation.messages.contains { $0.hasPrefix("Welcome") })
  }

  @Test func `a service that isn't there is named, with the path where it should be`() throws {
    let login = try LoginSample(LoginSample.usual)
    let path = login.folder.path(of: "bucket")
    try FileManager.default.removeItem(atPath: path)
    let refusal = login.refusal(of: header, ScriptedConversation("secret"))
    #expect(refusal == .serviceMissing(service: "bucket", path: path, isSystem: false))
    // With an “other” that refuses, as distributions have it, too.
    try Data("auth required pam_deny.so\naccount required pam_deny.so\n".utf8)
      .write(to: URL(filePath: login.folder.path(of: "other")))
    #expect(
      login.refusal(of: header, ScriptedConversation("secret"))
        == .serviceMissing(service: "bucket", path: path, isSystem: false))
    #expect(refusal?.name == "service-missing")
  }

  @Test(arguments: ["pam_no_such_module.so", "/no/such/pam_module.so"])
  func `a module that isn't there is named`(module: String) throws {
    let found = try refusal("auth required \(module)\naccount required pam_permit.so")
    #expect(found == .moduleMissing(modules: [module]))
    #expect(found?.name == "module-missing")
  }

  @Test func `what modules say is shown as it is`() throws {
    let login = try LoginSample(
      "auth optional pam_echo.so file=DIR/text\n" + LoginSample.usual)
    let text = "Das Konto ist gesperrt \u{2013} \u{1F512}"
    try Data(text.utf8).write(to: URL(filePath: login.folder.path(of: "text")))
    let conversation = ScriptedConversation("secret")
    #expect(login.refusal(of: header, conversation) == nil)
    #expect(conversation.messages == [text])
  }

  static let codes: [(String, String, UnlockRefusal)] = [
    ("auth", "maxtries", .tooManyTries(user: user)),
    ("auth", "user_unknown", .unknownToPAM(user: user)),
    ("auth", "authinfo_unavail", .authenticationUnavailable(text: text(PAM_AUTHINFO_UNAVAIL))),
    ("auth", "perm_denied", .notPermitted(user: user, text: text(PAM_PERM_DENIED))),
    ("auth", "cred_insufficient", .notPermitted(user: user, text: text(PAM_CRED_INSUFFICIENT))),
    ("auth", "acct_expired", .accountExpired(user: user)),
    ("auth", "system_err", .pamFailed(phase: .authenticate, code: 4, text: text(PAM_SYSTEM_ERR))),
    ("acct", "acct_expired", .accountExpired(user: user)),
    ("acct", "new_authtok_reqd", .passwordExpired(user: user)),
    ("acct", "user_unknown", .unknownToPAM(user: user)),
    ("acct", "perm_denied", .notPermitted(user: user, text: text(PAM_PERM_DENIED))),
    // Debian's common-account gives this code for an expired account too, but then pam_unix says so.
    ("acct", "auth_err", .notPermitted(user: user, text: text(PAM_AUTH_ERR))),
    ("acct", "buf_err", .pamFailed(phase: .account, code: 5, text: text(PAM_BUF_ERR))),
  ]

  @Test(arguments: codes)
  func `each code of PAM has its reason`(
    phase: String, code: String, expected: UnlockRefusal
  ) throws {
    let service =
      phase == "auth"
      ? "auth required pam_debug.so auth=\(code)\naccount required pam_permit.so"
      : "auth required MATRIX\naccount required pam_debug.so acct=\(code)"
    #expect(try refusal(service) == expected)
  }

  @Test func `a lock after two wrong passwords is no wrong password, even with the right one`()
    throws
  {
    let options = "dir=DIR deny=2 unlock_time=600 even_deny_root"
    let login = try LoginSample(
      """
      auth required pam_faillock.so preauth \(options)
      auth sufficient MATRIX
      auth required pam_faillock.so authfail \(options)
      auth required pam_deny.so
      account required pam_faillock.so \(options)
      account required MATRIX
      """)
    for _ in 1...2 {
      #expect(
        login.refusal(of: header, ScriptedConversation("x")) == .wrongPassword(user: Self.user))
    }
    let conversation = ScriptedConversation("secret")
    let refusal = login.refusal(of: header, conversation)
    #expect(refusal == .accountLocked(user: Self.user))
    #expect(refusal?.name == "account-locked")
    #expect(!conversation.messages.isEmpty)
  }

  private static func text(_ code: CInt) -> String {
    unsafe String(cString: pam_strerror(nil, code))
  }
}
