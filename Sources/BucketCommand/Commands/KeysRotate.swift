import BucketPlaces
import BucketVault
import FoundationEssentials

/// Gives the vault a new data key.
struct KeysRotate: Action {
  let yes: Bool
  let asQRCode: Bool

  static let command = Command(
    "keys rotate", "Give the vault a new key, and seal everything anew.",
    examples: [Example("bucket keys rotate", "after somebody else may have had a key")],
    .flag("-y, --yes", "don't ask whether; secrets are asked for all the same"),
    .flag("--qr", "show the new recovery key as a QR code too"),
    discussion: """
      Whoever had a copy of the vault and one of its keys could read this file for ever, also after \
      the key was removed; they can't any more after this. The login password and each passphrase are \
      asked for, since they seal the new key: an empty answer takes a passphrase away, once that is \
      confirmed. A recovery key \
      is made anew and shown once. What was copied before stays open to what opened it then.

      With --password-stdin the answers are, in this order: what opens the vault if it is locked, the \
      login password if the vault has a key for it, and each passphrase in the order of bucket keys.
      """,
    synonyms: ["keys rekey", "keys renew"],
    make: KeysRotate.init)

  init(yes: Bool, asQRCode: Bool) { (self.yes, self.asQRCode) = (yes, asQRCode) }

  private static let introduction = """
    This recovery key opens the vault from now on, in the place of those that you have. It is
    shown once. Write it down and keep it away from this machine:
    """
  /// How often somebody at a terminal may mistype a passphrase.
  private static let tries = 3

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    let vault = try context.openVault()
    let header = vault.file.header
    if !yes, !context.person.isScript {
      let question =
        "Give the vault a new key? Everything is sealed anew, and what opens it is asked for."
      guard try context.confirms(question) else {
        context.output.say("nothing was changed")
        return .failed
      }
    }
    var slots = SlotSet(rotating: header)
    try carryOver(header, to: &slots, context)
    try addRecoveryKey(header, to: &slots, context)
    if slots.slots.isEmpty { throw .noKeyLeft }
    do throws(Failure) {
      try context.rotate(vault, to: slots)
    } catch {
      let isShown = slots.slots.contains { $0.kind == .recovery }
      throw isShown ? error.afterRecoveryKey : error
    }
    tell(header, slots.slots, context)
    return .done
  }

  /// Asks for the secret of each key that a person knows.
  private func carryOver(
    _ header: VaultHeader, to slots: inout SlotSet, _ context: borrowing Context
  ) throws(Failure) {
    if let slot = header.slots.first(where: { $0.kind == .login }) {
      if let password = try context.loginPassword(for: Self.command.name) {
        try context.sealing { () throws(SlotSet.Refusal) in
          try slots.add(
            .login, secret: password, derivation: slot.derivation, label: slot.label)
        }
      } else {
        context.output.warn("PAM wants no password, so the \(header.describe(slot)) is left out")
      }
    }
    for slot in header.slots where slot.kind == .passphrase {
      try carryOver(slot, header, to: &slots, context)
    }
  }

  private func carryOver(
    _ slot: KeySlot, _ header: VaultHeader, to slots: inout SlotSet, _ context: borrowing Context
  ) throws(Failure) {
    let name = header.describe(slot)
    var tries = context.person.isScript ? 1 : Self.tries
    while true {
      let secret = try context.secret(of: name, for: Self.command.name)
      if secret.count == 0 {
        guard try leavesOut(name, context) else { continue }
        context.output.say("the \(name) is left out: the vault opens with it no more")
        return
      }
      let isRight = try context.sealing { () throws(SlotSet.Refusal) in
        do throws(SlotSet.Refusal) {
          try slots.carryOver(slot, secret: secret)
          return true
        } catch {
          if error == .slot(.wrongSecret) { return false }
          throw error
        }
      }
      if isRight { return }
      tries -= 1
      if tries == 0 { throw .wrongKeySecret(name) }
      context.output.show(.wrongKeySecret(name))
    }
  }

  /// Whether a key is to go that nothing was typed for. A script's empty line has been written on
  /// purpose; Enter at a terminal is soon pressed.
  private func leavesOut(_ name: String, _ context: borrowing Context) throws(Failure) -> Bool {
    if context.person.isScript { return true }
    return try context.confirms(
      "Nothing was typed. Take the \(name) away, so that it opens the vault no more?")
  }

  /// Makes one recovery key in the place of all that there were.
  private func addRecoveryKey(
    _ header: VaultHeader, to slots: inout SlotSet, _ context: borrowing Context
  ) throws(Failure) {
    guard let slot = header.slots.last(where: { $0.kind == .recovery }) else { return }
    let secret = RecoveryKey.random()
    // It is shown before it opens anything, so that no key is one that nobody saw.
    try context.show(RecoveryKey.text(of: secret), asQRCode: asQRCode, Self.introduction)
    try context.sealing { () throws(SlotSet.Refusal) in
      try slots.add(.recovery, secret: secret, derivation: .blake2b, label: slot.label)
    }
  }

  private func tell(
    _ header: VaultHeader, _ slots: [KeySlot], _ context: borrowing Context
  ) {
    let kinds = KeySlot.Kind.allCases.filter { kind in slots.contains { $0.kind == kind } }
    let nouns = Failure.choice(of: kinds.map(\.noun), last: "and")
    let former = Failure.choice(of: header.slots.map { header.describe($0) }, last: "and")
    context.output.say("the vault has a new key, which opens by your \(nouns)")
    context.output.say(
      "copies and backups from before still open with what opened the vault then: \(former), and keys taken "
        + "away before that; destroy those you don't need")
  }
}
