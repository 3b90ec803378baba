public import FoundationEssentials

/// The ways to one vault's key while they are being changed.
public struct SlotSet: ~Copyable {
  /// Why they can't be changed like this.
  public enum Refusal: Error, Hashable, Sendable {
    case slot(KeySlot.Refusal)
    /// There is no such slot any more.
    case gone
    /// The vault has no other slot.
    case last
    /// A vault can't have more slots than this.
    case tooMany(limit: Int)
  }

  let key: DataKey
  private let header: VaultHeader
  public private(set) var slots: [KeySlot]
  /// The slots as they were found.
  let former: [KeySlot]

  init(key: consuming DataKey, _ header: VaultHeader) {
    self.key = key
    self.header = header
    slots = header.slots
    former = header.slots
  }

  /// A new key for a vault, without a slot yet: those of before open it no more.
  public init(rotating header: VaultHeader) {
    let key = DataKey.random()
    var next = header
    next.notesKey = HexBytes(Sodium.boxPublicKey(seed: key.notesSeed))
    self.key = key
    self.header = next
    former = header.slots
    slots = []
  }

  /// Finds out whether one more slot has room, before anything is asked or shown.
  public static func checkRoom(in header: VaultHeader) throws(Refusal) {
    if header.slots.count >= VaultHeader.slotLimit { throw .tooMany(limit: VaultHeader.slotLimit) }
  }

  /// Wraps the key under one more secret.
  public mutating func add(
    _ kind: KeySlot.Kind, secret: borrowing Secret, derivation: KeyDerivation, label: String,
    created: Date = Date()
  ) throws(Refusal) {
    guard slots.count < VaultHeader.slotLimit else { throw .tooMany(limit: VaultHeader.slotLimit) }
    slots.append(try wrapped(kind, secret, derivation, label, created))
  }

  /// Makes a recovery key and a slot for it.
  ///
  /// - Returns: The letters to write down; they can't be had again.
  public mutating func addRecoveryKey(
    label: String, created: Date = Date()
  ) throws(Refusal) -> Secret {
    let secret = RecoveryKey.random()
    try add(.recovery, secret: secret, derivation: .blake2b, label: label, created: created)
    return RecoveryKey.text(of: secret)
  }

  /// Wraps the key under another secret in the place of a slot, which opens nothing any more.
  ///
  /// - Parameter derivation: Another cost than that of the slot; never a lower one.
  public mutating func rewrap(
    _ slot: KeySlot, under secret: borrowing Secret, derivation: KeyDerivation? = nil,
    created: Date = Date()
  ) throws(Refusal) {
    let place = try place(of: slot)
    slots[place] = try wrapped(
      slot.kind, secret, slot.derivation.raised(to: derivation ?? slot.derivation), slot.label,
      created)
  }

  /// Wraps a new key under the secret of a slot of before, once that has opened it.
  public mutating func carryOver(
    _ slot: KeySlot, secret: borrowing Secret, created: Date = Date()
  ) throws(Refusal) {
    do throws(KeySlot.Refusal) {
      _ = try slot.open(with: secret, vault: header.vault)
    } catch {
      throw .slot(error)
    }
    try add(
      slot.kind, secret: secret, derivation: slot.derivation, label: slot.label, created: created)
  }

  /// Takes a slot away; the last one stays.
  public mutating func remove(_ slot: KeySlot) throws(Refusal) {
    let place = try place(of: slot)
    guard slots.count > 1 else { throw .last }
    slots.remove(at: place)
  }

  private func wrapped(
    _ kind: KeySlot.Kind, _ secret: borrowing Secret, _ derivation: KeyDerivation, _ label: String,
    _ created: Date
  ) throws(Refusal) -> KeySlot {
    do throws(KeySlot.Refusal) {
      return try KeySlot.wrapping(
        key, under: secret, kind: kind, derivation: derivation, label: label, vault: header.vault,
        created: created)
    } catch {
      throw .slot(error)
    }
  }

  private func place(of slot: KeySlot) throws(Refusal) -> Int {
    guard let place = slots.firstIndex(where: { $0.id == slot.id }) else { throw .gone }
    return place
  }

  /// The header that follows one, with these slots.
  func header(following current: VaultHeader) throws(VaultError) -> VaultHeader {
    var next = header
    next.slots = slots
    (next.revision, next.epoch) = (current.revision, current.epoch)
    try next.raiseRevision()
    return next
  }
}
