public import FoundationEssentials

/// A vault that is not on disk yet.
public struct NewVault: ~Copyable {
  private let header: VaultHeader
  /// The ways to the key; at least one is needed.
  public var slots: SlotSet

  /// Makes the data key.
  public init(created: Date = Date()) {
    let key = DataKey.random()
    header = VaultHeader.new(for: key, created: created)
    slots = SlotSet(key: key, header)
  }

  /// Writes the vault to a path where nothing is.
  ///
  /// - Returns: The key, for the session.
  public consuming func write(to path: String) throws(VaultError) -> DataKey {
    var whole = header
    whole.slots = slots.slots
    try VaultFile.create(path, header: whole, key: slots.key)
    return DataKey(slots.key.secret.prefix(DataKey.count))
  }
}
