import BucketVault
import FoundationEssentials

/// Makes a new vault.
struct Init: Action {
  let passphrase: Bool
  let noRecoveryKey: Bool
  let asQRCode: Bool
  let unlockTime: Duration
  let duration: Duration

  static let command = Command(
    "init", "Make your vault, and show its recovery key once.",
    examples: [
      Example("bucket init", "a vault that opens with your login password"),
      Example("bucket init --passphrase", "one that opens with a passphrase of its own"),
    ],
    .flag("--passphrase", "seal it with a passphrase, asked for after the login password"),
    .flag("--no-recovery-key", "make none: a forgotten password then loses the vault"),
    .flag("--qr", "show the recovery key as a QR code too"),
    .optional(
      "--unlock-time DURATION", "how long the key may take to derive here: 1s is usual"),
    .optional("--for DURATION", "how long it stays open now: 15m is usual"),
    discussion: """
      PAM asks who you are, and the vault is sealed with the password that it asks for. A passphrase \
      is asked for where PAM wants no password; one that is easy to guess is refused. The cost of \
      deriving the key is chosen for this machine, and never falls below 64 MiB and 3 passes.

      The recovery key opens the vault on any machine. Write it down and keep it elsewhere.
      """,
    synonyms: ["create", "setup"],
    make: Init.init)

  private static let introduction = """
    If you forget your password, or move to another machine, this recovery key opens the
    vault. It is shown once. Write it down and keep it away from this machine:
    """

  init(
    passphrase: Bool, noRecoveryKey: Bool, asQRCode: Bool, unlockTime: DurationArgument?,
    duration: DurationArgument?
  ) throws(UsageError) {
    (self.passphrase, self.noRecoveryKey) = (passphrase, noRecoveryKey)
    self.asQRCode = asQRCode
    self.unlockTime = unlockTime?.duration ?? .seconds(1)
    self.duration = try SessionDuration.checked(duration, of: "--for DURATION")
  }

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    let path = try context.vaultPath()
    let shown = context.environment.abbreviated(path)
    if File.exists(path) { throw .vault(.exists, at: shown) }
    let opening = try opening(context)
    let derivation = try context.derivation(taking: unlockTime)
    var vault = NewVault()
    try context.sealing { () throws(SlotSet.Refusal) in
      try vault.slots.add(
        opening.kind, secret: opening.secret, derivation: derivation, label: opening.label)
    }
    try makeFolder(of: path, shown)
    if !noRecoveryKey {
      let key = try context.sealing { () throws(SlotSet.Refusal) in
        try vault.slots.addRecoveryKey(label: KeySlot.Kind.recovery.noun)
      }
      // It is shown before there is a vault, so that no vault has a key that nobody saw.
      try context.show(key, asQRCode: asQRCode, Self.introduction)
    }
    let key = try write(vault, to: path, shown)
    context.output.say("Your vault is ready: \(DisplayText.neutralised(shown))")
    context.output.say("It opens with your \(opening.label).")
    let sealed = try context.sealedVault()
    switch context.keep(key, in: sealed.session, for: duration) {
    case .success(let until): context.output.say("It is open until \(LocalTime(until).clock).")
    case .failure(let error):
      context.output.warn("it can't stay open: \(Failure.keyring(error))")
    }
    return .done
  }

  /// What will open the vault.
  private struct Opening: ~Copyable {
    let kind: KeySlot.Kind
    let secret: Secret
    var label: String { kind.noun }
  }

  private func opening(_ context: borrowing Context) throws(Failure) -> Opening {
    let password = try context.loginPassword(for: Self.command.name)
    if !passphrase, let password { return Opening(kind: .login, secret: password) }
    if !passphrase {
      context.output.say("PAM wants no password here, so the vault gets a passphrase of its own.")
    }
    return Opening(kind: .passphrase, secret: try context.newPassphrase(for: Self.command.name))
  }

  private func makeFolder(of path: String, _ shown: String) throws(Failure) {
    do throws(SystemError) {
      try File.makeFolder(of: path)
    } catch {
      throw .notMade(error, at: shown)
    }
  }

  private func write(
    _ vault: consuming NewVault, to path: String, _ shown: String
  ) throws(Failure) -> DataKey {
    do throws(VaultError) {
      return try vault.write(to: path)
    } catch {
      if case .unwritable(let error) = error { throw .notMade(error, at: shown) }
      throw .vault(error, at: shown)
    }
  }
}
