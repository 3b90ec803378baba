import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import BucketVault

/// The ways to the key, with real PAM and the passwords of libpam-wrapper's module.
@Suite(.enabled(if: LoginSample.isAvailable, "pam_matrix.so of libpam-wrapper isn't installed"))
struct UnlockerTests {
  private let user = Preflight.loginName ?? "?"

  @Test func `the login password opens, and is asked for by PAM alone`() throws {
    let login = try LoginSample(LoginSample.usual)
    let conversation = ScriptedConversation("secret")
    #expect(login.refusal(of: .sample(.login, .passphrase), conversation) == nil)
    guard case .pam(_, false, user, "bucket")? = conversation.questions.first else {
      Issue.record("\(conversation.questions)")
      return
    }
    #expect(conversation.questions.count == 1)
  }

  @Test(arguments: ["", "Secret", "secret ", "a long phrase", "s\u{E9}cret"])
  func `another password is wrong`(password: String) throws {
    let login = try LoginSample(LoginSample.usual)
    let refusal = login.refusal(
      of: .sample(.login, .passphrase), ScriptedConversation(password))
    #expect(refusal == .wrongPassword(user: user))
    #expect(refusal?.name == "wrong-password")
  }

  @Test func `a changed login password is told apart, with the time of the old one`() throws {
    let login = try LoginSample(LoginSample.usual, password: "changed")
    let refusal = login.refusal(of: .sample(.login), ScriptedConversation("changed"))
    #expect(refusal == .passwordChanged(since: VaultHeader.sealed))
    #expect(refusal?.name == "password-changed")
  }

  @Test func `the old password opens beside the new one, and another doesn't`() throws {
    let login = try LoginSample(LoginSample.usual, password: "changed")
    let header = VaultHeader.sample(.login)
    let conversation = ScriptedConversation("changed", "secret")
    let opened = try login.open(header, conversation, way: .oldPassword)
    let newLogin = opened.newLogin
    #expect(newLogin?.secret.revealedText == "changed")
    #expect(conversation.vaultQuestions == [.oldPassword])
    #expect(
      login.refusal(of: header, ScriptedConversation("changed", "older"), way: .oldPassword)
        == .wrongOldPassword)
    // Without PAM's consent, the old password is of no use.
    let refused = ScriptedConversation("secret", "secret")
    #expect(
      login.refusal(of: header, refused, way: .oldPassword)
        == .rightPasswordRefused(user: user, text: "Authentication failure"))
    #expect(refused.vaultQuestions == [])
  }

  @Test func `once the slot follows the new password, the old one opens nothing`() throws {
    let vault = try VaultSample()
    try vault.put("a")
    try vault.open().replaceSlots { slots throws(SlotSet.Refusal) in
      try slots.add(.login, secret: Secret(text: "old"), derivation: .floor, label: "")
    }
    let login = try LoginSample(LoginSample.usual, password: "new")
    let opened = try login.open(
      try vault.header, ScriptedConversation("new", "old"), way: .oldPassword)
    let newLogin = opened.newLogin
    try vault.open().wrapLogin(under: try #require(newLogin))
    let header = try vault.header
    let slot = try #require(header.slots.first { $0.kind == .login })
    #expect(throws: KeySlot.Refusal.wrongSecret) {
      _ = try slot.open(with: Secret(text: "old"), vault: header.vault)
    }
    let key = try login.open(header, ScriptedConversation("new"), way: .usual).takeKey()
    #expect(key.secret.revealed == vault.secret.revealed)
    #expect(try vault.texts() == ["a"])
  }

  @Test func `after the recovery key, the slot follows only a password that PAM accepts`() throws {
    let login = try LoginSample(LoginSample.usual, password: "changed")
    let header = VaultHeader.sample(.login, .recovery)
    let follows = try login.newLogin(header, ScriptedConversation("changed"))
    #expect(follows?.secret.revealedText == "changed")
    #expect(throws: UnlockRefusal.wrongPassword(user: user)) {
      try login.newLogin(header, ScriptedConversation("guess"))
    }
    let unchanged = try LoginSample(LoginSample.usual)
    #expect(try unchanged.newLogin(header, ScriptedConversation("secret")) == nil)
  }

  @Test func `where PAM asks twice, either answer may be the one`() throws {
    let twice = "auth required MATRIX\nauth required MATRIX.two\naccount required MATRIX"
    for passwords in [("secret", "token"), ("token", "secret")] {
      let login = try LoginSample(twice, password: passwords.0)
      try Data("\(user):\(passwords.1):bucket\n".utf8)
        .write(to: URL(filePath: login.folder.path(of: "passwords.two")))
      let conversation = ScriptedConversation(passwords.0, passwords.1)
      #expect(login.refusal(of: .sample(.login), conversation) == nil)
      #expect(conversation.questions.count == 2)
    }
  }

  @Test func `where PAM wants no password, the passphrase is asked for, or else the password`()
    throws
  {
    let login = try LoginSample("auth required pam_permit.so\naccount required pam_permit.so")
    let phrase = ScriptedConversation("a long phrase")
    #expect(login.refusal(of: .sample(.login, .passphrase), phrase) == nil)
    #expect(phrase.questions == [.passphrase])
    let password = ScriptedConversation("secret")
    #expect(login.refusal(of: .sample(.login), password) == nil)
    #expect(password.questions == [.loginPassword(user: user)])
    #expect(login.refusal(of: .sample(.login), ScriptedConversation("x")) == .wrongOldPassword)
    #expect(
      login.refusal(of: .sample(.login, .passphrase), ScriptedConversation("secret"))
        == .wrongPassphrase)
  }

  @Test func `without a login slot, PAM is asked and then the passphrase`() throws {
    let login = try LoginSample(LoginSample.usual)
    let header = VaultHeader.sample(.passphrase)
    let conversation = ScriptedConversation("secret", "a long phrase")
    #expect(login.refusal(of: header, conversation) == nil)
    #expect(conversation.vaultQuestions == [.passphrase])
    #expect(login.refusal(of: header, ScriptedConversation("secret", "x")) == .wrongPassphrase)
    let refused = ScriptedConversation("x", "a long phrase")
    #expect(login.refusal(of: header, refused) == .wrongPassword(user: user))
    #expect(refused.vaultQuestions == [])
  }

  static let spellings: [[String]] = [
    [RecoveryKeyTests.written], [RecoveryKeyTests.written.lowercased()],
    [String(RecoveryKeyTests.written.prefix(40)), String(RecoveryKeyTests.written.dropFirst(40))],
  ]

  @Test(arguments: spellings)
  func `the recovery key opens without PAM, in one line or several`(lines: [String]) throws {
    let login = try LoginSample("auth required pam_deny.so")
    let conversation =
      lines.count == 1
      ? ScriptedConversation(lines[0]) : ScriptedConversation(lines[0], lines[1])
    #expect(login.refusal(of: .sample(.login, .recovery), conversation, way: .recoveryKey) == nil)
    #expect(conversation.questions.first == .recoveryKey)
    #expect(conversation.questions.dropFirst().allSatisfy { $0 == .restOfRecoveryKey })
  }

  @Test func `a slip, another vault's key and a cut one are told apart`() throws {
    let login = try LoginSample(LoginSample.usual)
    func refusal(_ conversation: ScriptedConversation) -> UnlockRefusal? {
      login.refusal(of: .sample(.login, .recovery), conversation, way: .recoveryKey)
    }
    let slip = "C" + RecoveryKeyTests.written.dropFirst()
    #expect(refusal(ScriptedConversation(slip)) == .mistypedRecoveryKey(.checksum(group: 1)))
    let other = RecoveryKey.text(of: Secret(count: 32)).revealedText
    #expect(refusal(ScriptedConversation(other)) == .wrongRecoveryKey)
    let cut = String(RecoveryKeyTests.written.prefix(20))
    let expected = UnlockRefusal.mistypedRecoveryKey(.length(16, expected: 68, group: nil))
    #expect(refusal(ScriptedConversation(cut)) == expected)
    #expect(refusal(ScriptedConversation(cut, "")) == expected)
    #expect(
      refusal(ScriptedConversation(""))
        == .mistypedRecoveryKey(.length(0, expected: 68, group: nil)))
  }

  @Test func `a way for which there is no slot is refused before anything is asked`() throws {
    let login = try LoginSample(LoginSample.usual)
    let ways: [(VaultHeader, Unlocker.Way, KeySlot.Kind)] = [
      (.sample(.login), .recoveryKey, .recovery), (.sample(.recovery), .usual, .passphrase),
      (.sample(.passphrase), .oldPassword, .login), (.sample(.login), .passphrase, .passphrase),
    ]
    for (header, way, kind) in ways {
      let conversation = ScriptedConversation("secret", "secret")
      #expect(
        login.refusal(of: header, conversation, way: way) == .noSuchSlot(kind, among: header.kinds))
      #expect(conversation.questions == [])
    }
  }

  @Test func `a cost that the file dictates is refused before anything is asked`() throws {
    let login = try LoginSample(LoginSample.usual)
    var header = VaultHeader.sample(.login)
    let json = String(decoding: CanonicalJSON.encode(header.slots[0]), as: UTF8.self)
    let absurd = json.replacing("\"memory\":67108864", with: "\"memory\":\(4 << 40)")
    header.slots = [
      try #require(CanonicalJSON.decode(KeySlot.self, from: Array(absurd.utf8)))
    ]
    for way in [Unlocker.Way.usual, .oldPassword] {
      let conversation = ScriptedConversation("secret", "secret")
      #expect(
        login.refusal(of: header, conversation, way: way) == .costRefused(.memory(4 << 40)))
      #expect(conversation.questions == [])
    }
  }

  @Test func `memory that can't be had is never a wrong password`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let login = try LoginSample(LoginSample.usual)
      let header = VaultHeader.sample(.login)
      Limit.addressSpace.set(Limit.addressSpaceInUse + 40 << 20)
      let refusal = login.refusal(of: header, ScriptedConversation("secret"))
      guard case .notEnoughMemory(64 << 20, _)? = refusal else { exit(1) }
      exit(refusal?.name == "not-enough-memory" ? 7 : 2)
    }
  }

  static let silences: [(Silence, UnlockRefusal, String)] = [
    (.noTerminal, .noTerminal, "no-terminal"), (.endOfInput, .cancelled, "cancelled"),
    (.interrupted(2), .interrupted(signal: 2), "cancelled"), (.timedOut, .timedOut, "timed-out"),
    (.zeroByte, .unusableAnswer(.zeroByte), "pam-failed"),
    (.tooLong(limit: 511), .unusableAnswer(.tooLong(limit: 511)), "pam-failed"),
  ]

  @Test(arguments: silences)
  func `no answer is no wrong password`(
    silence: Silence, expected: UnlockRefusal, name: String
  ) throws {
    let login = try LoginSample(LoginSample.usual)
    let refusal = login.refusal(of: .sample(.login), ScriptedConversation(silent: silence))
    #expect(refusal == expected)
    #expect(refusal?.name == name)
    #expect(
      login.refusal(
        of: .sample(.recovery), ScriptedConversation(silent: silence), way: .recoveryKey)
        == expected)
  }
}
