import BucketPlaces
import BucketVault

/// Gives the vault one more key.
struct KeysAdd: Action {
  let kind: Kind
  let label: String?
  let asQRCode: Bool
  let unlockTime: Duration

  /// The kinds as they are typed.
  enum Kind: String, CaseIterable, ArgumentValue { case passphrase, recovery, login }

  static let command = Command(
    "keys add", "Give the vault one more key.",
    examples: [
      Example("bucket keys add passphrase", "a passphrase, asked for twice"),
      Example("bucket keys add recovery --qr", "a recovery key, shown once, also as a QR code"),
    ],
    .required("KIND", "passphrase, recovery or login"),
    .optional("--label TEXT", "what to call it; the file shows it to everybody"),
    .flag("--qr", "show a recovery key as a QR code too"),
    .optional("--unlock-time DURATION", "how long the key may take to derive here: 1s is usual"),
    discussion: """
      A passphrase that is easy to guess is refused. Deriving its key costs at least what it costs for \
      the keys that are there. login is for a vault that has no key for your login password yet.
      """,
    synonyms: ["keys new", "keys create"]
  ) { kind, label, asQRCode, unlockTime in
    KeysAdd(
      kind: kind, label: label, asQRCode: asQRCode,
      unlockTime: (unlockTime as DurationArgument?)?.duration ?? .seconds(1))
  }

  private static let introduction = """
    This recovery key opens the vault from now on. It is shown once. Write it down and keep
    it away from this machine:
    """

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    if let label, !KeySlot.isLabel(label) { throw .labelRefused(label) }
    let vault = try context.openVault()
    let shown = try context.shownVaultPath()
    switch kind {
    case .recovery: try addRecoveryKey(to: vault, context)
    case .passphrase: try add(.passphrase, try context.newPassphrase(shown), to: vault, context)
    case .login:
      guard let password = try context.loginPassword(shown) else { throw .noLoginPassword }
      try add(.login, password, to: vault, context)
    }
    context.output.say("bucket keys shows all that opens the vault")
    return .done
  }

  private func add(
    _ kind: KeySlot.Kind, _ secret: consuming Secret, to vault: borrowing Vault<Place>,
    _ context: borrowing Context
  ) throws(Failure) {
    let derivation = try context.derivation(
      taking: unlockTime, atLeast: vault.file.header.slots.map(\.derivation))
    try context.replaceSlots(of: vault) { slots throws(SlotSet.Refusal) in
      try slots.add(kind, secret: secret, derivation: derivation, label: label ?? kind.noun)
    }
    context.output.say("the vault opens with the new \(kind.noun) too")
  }

  private func addRecoveryKey(
    to vault: borrowing Vault<Place>, _ context: borrowing Context
  ) throws(Failure) {
    let secret = RecoveryKey.random()
    // It is shown before it opens anything, so that no key is one that nobody saw.
    try context.show(RecoveryKey.text(of: secret), asQRCode: asQRCode, Self.introduction)
    do throws(Failure) {
      try context.replaceSlots(of: vault) { slots throws(SlotSet.Refusal) in
        try slots.add(
          .recovery, secret: secret, derivation: .blake2b,
          label: label ?? KeySlot.Kind.recovery.noun)
      }
    } catch {
      throw error.afterRecoveryKey
    }
    context.output.say("the vault opens with the new recovery key too")
  }
}
