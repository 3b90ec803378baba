@testable import BucketVault

/// The JSON of a slot, opened with a secret where that takes no time.
enum KeySlotTarget: FuzzTarget {
  static let name = "key-slot"

  static func check(_ bytes: [UInt8]) throws {
    guard let slot = CanonicalJSON.decode(KeySlot.self, from: bytes) else { return }
    try Violation.unless(
      CanonicalJSON.decode(KeySlot.self, from: CanonicalJSON.encode(slot)) == slot,
      "a slot isn't read as it was written")
    guard slot.isWellFormed, slot.kind == .recovery else { return }
    let key: DataKey
    do throws(KeySlot.Refusal) {
      key = try slot.open(with: KnownVault.recoverySecret, vault: KnownVault.header.vault)
    } catch {
      return try Violation.unless(
        error == .wrongSecret && !isKnown(slot), "a slot is refused as \(error)")
    }
    try Violation.unless(isKnown(slot), "a slot opens that was changed")
    try Violation.unless(key.secret.equals(KnownVault.key.secret), "a slot opens to another key")
  }

  /// Whether all that the commitment binds is as it was made.
  private static func isKnown(_ slot: KeySlot) -> Bool {
    let known = KnownVault.slot
    return slot.identifier == known.identifier && slot.derivation == known.derivation
      && slot.salt == known.salt && slot.nonce == known.nonce && slot.wrapped == known.wrapped
      && slot.commitment == known.commitment
  }
}
