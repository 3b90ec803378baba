public import FoundationEssentials

/// The ways to one vault's key while they are being changed.
public struct SlotSet: ~Copyable {
  let key: DataKey
  private let header: VaultHeader
  public private(set) var slots: [KeySlot]

  init(key: consuming DataKey, _ header: VaultHeader) {
    self.key = key
    self.header = header
    slots = header.slots
  }

  /// Wraps the key under one more secret.
  public mutating func add(
    _ kind: KeySlot.Kind, secret: borrowing Secret, derivation: KeyDerivation, label: String,
    created: Date = Date()
  ) throws(KeySlot.Refusal) {
    precondition(slots.count < VaultHeader.slotLimit, "more slots than a vault may have")
    slots.append(
      try KeySlot.wrapping(
        key, under: secret, kind: kind, derivation: derivation, label: label,
        vault: header.vault, created: created))
  }

  /// Makes a recovery key and a slot for it.
  ///
  /// - Returns: The letters to write down; they can't be had again.
  public mutating func addRecoveryKey(
    label: String, created: Date = Date()
  ) throws(KeySlot.Refusal) -> Secret {
    let secret = Secret.random(count: 32)
    try add(.recovery, secret: secret, derivation: .blake2b, label: label, created: created)
    return RecoveryKey.text(of: secret)
  }

  /// Wraps the key under another secret in the place of a slot, which opens nothing any more.
  public mutating func rewrap(
    _ slot: KeySlot, under secret: borrowing Secret, created: Date = Date()
  ) throws(KeySlot.Refusal) {
    guard let place = slots.firstIndex(where: { $0.id == slot.id }) else { return }
    slots[place] = try KeySlot.wrapping(
      key, under: secret, kind: slot.kind, derivation: slot.derivation, label: slot.label,
      vault: header.vault, created: created)
  }

  var nextHeader: VaultHeader {
    var next = header
    next.slots = slots
    next.revision += 1
    return next
  }
}
