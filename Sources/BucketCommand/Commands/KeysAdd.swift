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
    let header = vault.file.header
    let command = "\(Self.command.name) \(kind.rawValue)"
    let label = try newLabel(in: header, for: command)
    try context.sealing { () throws(SlotSet.Refusal) in try SlotSet.checkRoom(in: header) }
    switch kind {
    case .recovery: try addRecoveryKey(to: vault, label, context)
    case .passphrase:
      let passphrase = try context.newPassphrase(for: command)
      for slot in header.slots where slot.kind == .passphrase {
        if header.opens(slot, with: passphrase) { throw .samePassphrase(header.describe(slot)) }
      }
      try add(.passphrase, passphrase, to: vault, label, context)
    case .login:
      if header.kinds.contains(.login) { throw .loginKeyExists }
      guard let password = try context.loginPassword(for: command) else { throw .noLoginPassword }
      try add(.login, password, to: vault, label, context)
    }
    context.output.advise("bucket keys shows all that opens the vault")
    return .done
  }

  /// A label that no other key has.
  private func newLabel(in header: VaultHeader, for command: String) throws(Failure) -> String {
    let taken = Set(header.slots.map(\.label))
    if let label {
      if !label.isEmpty, taken.contains(label) { throw .labelTaken(label, command) }
      return label
    }
    let noun = KeySlot.Kind(kind).noun
    // More names than keys.
    let names = [noun] + (2...header.slots.count + 2).map { "\(noun) \($0)" }
    return names.first { !taken.contains($0) } ?? noun
  }

  private func add(
    _ kind: KeySlot.Kind, _ secret: consuming Secret, to vault: borrowing Vault<Place>,
    _ label: String, _ context: borrowing Context
  ) throws(Failure) {
    let derivation = try context.derivation(
      taking: unlockTime, atLeast: vault.file.header.slots.map(\.derivation))
    try context.replaceSlots(of: vault) { slots throws(SlotSet.Refusal) in
      try slots.add(kind, secret: secret, derivation: derivation, label: label)
    }
    context.output.say("the vault opens with the new \(kind.noun) too")
    if kind == .passphrase, vault.file.header.kinds.contains(.login) {
      context.output.advise("bucket unlock --passphrase asks for it instead of your login password")
    }
  }

  private func addRecoveryKey(
    to vault: borrowing Vault<Place>, _ label: String, _ context: borrowing Context
  ) throws(Failure) {
    let secret = RecoveryKey.random()
    // It is shown before it opens anything, so that no key is one that nobody saw.
    try context.show(RecoveryKey.text(of: secret), asQRCode: asQRCode, Self.introduction)
    do throws(Failure) {
      try context.replaceSlots(of: vault) { slots throws(SlotSet.Refusal) in
        try slots.add(.recovery, secret: secret, derivation: .blake2b, label: label)
      }
    } catch {
      throw error.afterRecoveryKey
    }
    context.output.say("the vault opens with the new recovery key too")
  }
}

extension KeySlot.Kind {
  fileprivate init(_ kind: KeysAdd.Kind) {
    self =
      switch kind {
      case .passphrase: .passphrase
      case .recovery: .recovery
      case .login: .login
      }
  }
}
