import TestSupport

@testable import BucketVault

/// The ways in which a vault's frames are written anew.
enum RewritingKind: CaseIterable {
  case packing, purging, newDataKey

  /// A vault that is worth packing, and has the past of one record to purge.
  static func sample(at place: String? = nil) throws -> VaultSample {
    let vault = try VaultSample(at: place)
    try vault.add(notes: 300)
    try vault.add([Batch([Change(at: VaultSample.time, by: nil, action: .put(edited))])])
    return vault
  }

  private static let edited = Note("0", "edited")
  static var texts: [String] { [edited.text] + Array(repeating: "", count: 299) }

  /// Has another process write the vault anew.
  ///
  /// - Returns: The data key that the vault has from then on.
  @discardableResult
  func rewrite(_ vault: VaultSample, notices: Notices = Notices()) throws(VaultError) -> [UInt8] {
    let opened = try vault.open(notices: notices)
    switch self {
    case .packing: _ = try opened.pack(try opened.read())
    case .purging: _ = try opened.purge { _ in ["0"] }
    case .newDataKey: return try Self.rotate(opened)
    }
    return vault.secret.revealed
  }

  /// Gives a vault a new data key, wrapped under a new recovery key.
  @discardableResult
  static func rotate(_ vault: borrowing Vault<Note>) throws(VaultError) -> [UInt8] {
    var slots = SlotSet(rotating: vault.file.header)
    do throws(SlotSet.Refusal) {
      _ = try slots.addRecoveryKey(label: "new paper")
    } catch {
      throw .slotRefused(error)
    }
    var bytes: [UInt8] = []
    _ = try vault.rotate(to: slots) { _, key throws(VaultError) in bytes = key.secret.revealed }
    return bytes
  }
}
