import FoundationEssentials

/// What belongs to one attachment alone: its name, and the keys that it is sealed with.
///
/// Source: docs/vault-format.md, “Attachments”.
struct AttachmentKeys: ~Copyable {
  /// The name of its file, which tells nothing.
  let name: String
  /// Keys the check of the header.
  let header: Secret
  /// Seals the chunks.
  let stream: Secret

  private static let nameCount = 16
  /// The number of digits of a name.
  static let digitCount = 2 * nameCount

  /// - Parameter vault: The vault's id.
  init(of id: UUID, in vault: [UInt8], from attachmentsKey: borrowing Secret) {
    let identity = unsafe withUnsafeBytes(of: id.uuid) { unsafe Array($0) }
    let key = Sodium.hash(
      secretly: Array("bucket-vault 1 attachment".utf8) + vault + identity, key: attachmentsKey)
    let name = Sodium.deriveKey(from: key, id: 1, context: "bkt1atnm")
    self.name = HexBytes((0..<Self.nameCount).map { name[$0] }).text
    header = Sodium.deriveKey(from: key, id: 2, context: "bkt1athd")
    stream = Sodium.deriveKey(from: key, id: 3, context: "bkt1atst")
  }

  /// Whether a file may be an attachment by its name.
  static func isName(_ name: String) -> Bool {
    name.utf8.count == digitCount && HexBytes(name) != nil
  }
}
