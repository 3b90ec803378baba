import Glibc

/// The way from a person to a vault's key: who they are to the system, then what they know.
public struct Unlocker {
  /// What is used to open the vault.
  public enum Way: Hashable, Sendable {
    /// The login password, or the passphrase where there is no login slot or PAM wants no password.
    case usual
    /// The login password of now for PAM, and the one from before for the slot.
    case oldPassword
    /// The vault's passphrase, whatever else opens it; PAM is left out.
    case passphrase
    /// The recovery key; PAM is left out.
    case recoveryKey
  }

  /// An opened vault.
  public struct Opened: ~Copyable {
    public let key: DataKey
    /// The id of the slot that opened.
    public let slot: String
    /// The login password that PAM accepted, where the login slot is to be wrapped under it anew.
    public let newLogin: Login.Answer?

    /// Hands over the key.
    public consuming func takeKey() -> DataKey { key }
  }

  private let header: VaultHeader
  private let preflight: Preflight
  private let conversation: any Conversation
  private let terminal: String?

  /// - Parameter terminal: The name of the terminal, for modules that decide by it.
  public init(
    _ header: VaultHeader, preflight: Preflight, conversation: any Conversation, terminal: String?
  ) {
    (self.header, self.preflight) = (header, preflight)
    (self.conversation, self.terminal) = (conversation, terminal)
  }

  /// Opens the vault.
  public func open(_ way: Way) throws(UnlockRefusal) -> Opened {
    switch way {
    case .recoveryKey: return try openWithRecoveryKey()
    case .passphrase: return try openWithPassphrase()
    case .oldPassword: return try openWithOldPassword()
    case .usual: break
    }
    let kind = slots(.login).isEmpty ? KeySlot.Kind.passphrase : .login
    try checkCost(of: kind)
    let outcome = try authenticate()
    if kind == .login, !outcome.answers.isEmpty {
      for answer in outcome.answers.reversed() {
        if let opened = try open(.login, answer.secret) { return opened }
      }
      throw .passwordChanged(since: slots(.login)[0].created)
    }
    return try openWithoutLogin(user: preflight.user ?? "")
  }

  /// What the login slot is to do after the vault was opened in another way.
  public enum NewLogin {
    /// It follows the login password of now, which PAM accepted.
    case follow(Login.Answer)
    /// The login password of now opens it already.
    case opensAlready
    /// PAM wants no password.
    case none
  }

  /// Proves who the person is, and takes the login password for the login slot to follow.
  public func newLogin() throws(UnlockRefusal) -> NewLogin {
    let outcome = try authenticate()
    for answer in outcome.answers {
      if try open(.login, answer.secret) != nil { return .opensAlready }
    }
    let answer = try Self.loginPassword(of: outcome, preflight, conversation)
    return answer.map { .follow($0) } ?? .none
  }

  /// Has PAM prove who the person is, whether the vault is open or there is none yet.
  ///
  /// - Returns: The login password, if PAM asked for one.
  public static func loginPassword(
    preflight: Preflight, conversation: any Conversation, terminal: String?
  ) throws(UnlockRefusal) -> Secret? {
    let outcome = try authenticate(
      preflight, conversation: conversation, terminal: terminal, opensSlot: { _ in false })
    guard let answer = try loginPassword(of: outcome, preflight, conversation) else { return nil }
    return answer.secret.prefix(answer.secret.count)
  }

  /// Which of the secrets that PAM asked for is the login password.
  ///
  /// A service may ask for a code of one use as well, under which nothing may be sealed; of several
  /// answers, only the person knows.
  private static func loginPassword(
    of outcome: Login.Outcome, _ preflight: Preflight, _ conversation: any Conversation
  ) throws(UnlockRefusal) -> Login.Answer? {
    guard outcome.answers.count > 1 else { return outcome.answers.last }
    let user = preflight.user ?? ""
    let password = try ask(.loginPassword(user: user), conversation)
    guard let answer = outcome.answers.first(where: { $0.secret.equals(password) }) else {
      throw .wrongPassword(user: user)
    }
    return answer
  }

  // MARK: The ways

  private func openWithRecoveryKey() throws(UnlockRefusal) -> Opened {
    try checkCost(of: .recovery)
    var typed = try ask(.recoveryKey)
    while RecoveryKey.isIncomplete(typed) {
      let more: Secret
      do throws(Silence) {
        more = try conversation.answer(to: .restOfRecoveryKey)
      } catch {
        if error == .endOfInput { break }
        throw UnlockRefusal(error)
      }
      if more.count == 0 { break }
      typed = typed.followed(by: more)
    }
    let secret: Secret
    do throws(RecoveryKey.Slip) {
      secret = try RecoveryKey.key(from: typed)
    } catch {
      throw .mistypedRecoveryKey(error)
    }
    guard let opened = try open(.recovery, secret) else { throw .wrongRecoveryKey }
    return opened
  }

  private func openWithOldPassword() throws(UnlockRefusal) -> Opened {
    try checkCost(of: .login)
    let outcome = try authenticate()
    let old = try ask(.oldPassword)
    guard
      let opened = try open(
        .login, old,
        newLogin: { () throws(UnlockRefusal) in
          try Self.loginPassword(of: outcome, preflight, conversation)
        })
    else { throw .wrongOldPassword }
    return opened
  }

  private func openWithPassphrase() throws(UnlockRefusal) -> Opened {
    try checkCost(of: .passphrase)
    guard let opened = try open(.passphrase, try ask(.passphrase)) else { throw .wrongPassphrase }
    return opened
  }

  /// PAM was content without a password, or the vault has no login slot.
  private func openWithoutLogin(user: String) throws(UnlockRefusal) -> Opened {
    if !slots(.passphrase).isEmpty { return try openWithPassphrase() }
    guard let opened = try open(.login, try ask(.loginPassword(user: user))) else {
      // PAM wasn't asked about it: it may well be the login password of now.
      throw .wrongOldPassword
    }
    return opened
  }

  // MARK: Slots

  private func slots(_ kind: KeySlot.Kind) -> [KeySlot] { header.slots.filter { $0.kind == kind } }

  private func checkCost(of kind: KeySlot.Kind) throws(UnlockRefusal) {
    let slots = slots(kind)
    if slots.isEmpty { throw .noSuchSlot(kind, among: header.kinds) }
    for slot in slots {
      do throws(KeySlot.Refusal) { try slot.checkCost() } catch { throw UnlockRefusal(error, slot) }
    }
  }

  /// Tries a secret on the slots of a kind; `nil` when it opens none.
  ///
  /// - Parameter newLogin: Asked for the login password of now, once the secret was right.
  private func open(
    _ kind: KeySlot.Kind, _ secret: borrowing Secret,
    newLogin: () throws(UnlockRefusal) -> Login.Answer? = { () throws(UnlockRefusal) in nil }
  ) throws(UnlockRefusal) -> Opened? {
    for slot in slots(kind) {
      let key: DataKey
      do throws(KeySlot.Refusal) {
        key = try slot.open(with: secret, vault: header.vault)
      } catch {
        if error != .wrongSecret { throw UnlockRefusal(error, slot) }
        continue
      }
      return Opened(key: key, slot: slot.id, newLogin: try newLogin())
    }
    return nil
  }

  private func ask(_ question: Question) throws(UnlockRefusal) -> Secret {
    try Self.ask(question, conversation)
  }

  private static func ask(
    _ question: Question, _ conversation: any Conversation
  ) throws(UnlockRefusal) -> Secret {
    do throws(Silence) {
      return try conversation.answer(to: question)
    } catch {
      throw UnlockRefusal(error)
    }
  }

  // MARK: PAM

  private func authenticate() throws(UnlockRefusal) -> Login.Outcome {
    try Self.authenticate(preflight, conversation: conversation, terminal: terminal) { answer in
      // Whoever has the file can try this without PAM, so that the person may be told.
      (try? open(.login, answer.secret)) ?? nil != nil
    }
  }

  private static func authenticate(
    _ preflight: Preflight, conversation: any Conversation, terminal: String?,
    opensSlot: (Login.Answer) -> Bool
  ) throws(UnlockRefusal) -> Login.Outcome {
    guard let user = preflight.user else { throw .noSuchUser(uid: getuid()) }
    let login = Login(user: user, configuration: preflight.configuration, terminal: terminal)
    let outcome = login.run(conversation)
    if let silence = outcome.silence { throw UnlockRefusal(silence) }
    if outcome.isSuccess { return outcome }
    throw outcome.refusal(of: user, preflight: preflight, opensSlot: opensSlot)
  }
}

extension UnlockRefusal {
  public init(_ refusal: KeySlot.Refusal, _ slot: KeySlot) {
    self =
      switch refusal {
      case .cost(let problem): .costRefused(problem)
      case .notEnoughMemory(let needed, let limit): .notEnoughMemory(needed: needed, limit)
      case .tampered: .vault(.tampered(.slot(slot.id)))
      case .wrongSecret:
        switch slot.kind {
        case .login: .passwordChanged(since: slot.created)
        case .passphrase: .wrongPassphrase
        case .recovery: .wrongRecoveryKey
        }
      }
  }
}
