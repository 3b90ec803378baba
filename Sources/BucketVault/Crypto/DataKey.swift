/// The 32 random bytes from which every key of one vault is derived; key slots only wrap it.
///
/// Source: docs/vault-format.md, “Keys”.
public struct DataKey: ~Copyable, Sendable {
  let secret: Secret

  init(_ secret: consuming Secret) {
    precondition(secret.count == DataKey.count, "a data key of the wrong length")
    self.secret = secret
  }

  static let count = 32

  /// Makes the key of a new vault.
  static func random() -> DataKey { DataKey(Secret.random(count: count)) }

  /// The same key once more.
  public var copy: DataKey { DataKey(secret.prefix(DataKey.count)) }

  /// Whether the system granted that the key stays out of swap.
  public var isLocked: Bool { secret.isLocked }

  /// Keys the check of the header.
  var headerKey: Secret { Sodium.deriveKey(from: secret, id: 1, context: "bkt1head") }
  /// Seals the frames.
  var frameKey: Secret { Sodium.deriveKey(from: secret, id: 2, context: "bkt1fram") }
  /// The seed of the X25519 key pair to which notes are sealed: failed attempts, drafts.
  var notesSeed: Secret { Sodium.deriveKey(from: secret, id: 3, context: "bkt1note") }
  /// From it come the keys of each attachment, and its name.
  var attachmentsKey: Secret { Sodium.deriveKey(from: secret, id: 4, context: "bkt1atta") }
  /// Keys the check of what is kept in the kernel keyring.
  var sessionKey: Secret { Sodium.deriveKey(from: secret, id: 6, context: "bkt1sess") }
  /// Keys the check of what this machine remembers.
  var lastSeenKey: Secret { Sodium.deriveKey(from: secret, id: 5, context: "bkt1seen") }
}
