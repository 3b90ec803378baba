import FoundationEssentials

/// Small texts that anybody can seal for a vault's owner, and only the vault's key can open.
///
/// Source: docs/vault-format.md, “Notes”.
enum SealedNote {
  /// The padded length of a note's text is a multiple of this, in bytes.
  static let block = 256

  /// Seals a text; `nil` when the header's key for notes is none.
  static func seal(_ text: [UInt8], for header: VaultHeader) -> [UInt8]? {
    var padded = text
    Sodium.pad(&padded, toMultipleOf: block)
    return Sodium.sealNote(padded, to: header.notesKey.bytes)
  }

  /// Opens notes; those that don't verify are `nil`.
  static func open(_ notes: [[UInt8]], with key: borrowing DataKey) -> [[UInt8]?] {
    Sodium.openNotes(notes, seed: key.notesSeed).map { text in
      guard var text, Sodium.unpad(&text, block: block) else { return nil }
      return text
    }
  }
}
