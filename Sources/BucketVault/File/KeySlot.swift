public import FoundationEssentials

/// One way to the data key: the key, wrapped under what a person knows or keeps.
///
/// Source: docs/vault-format.md, “Key slots”.
public struct KeySlot: Hashable, Sendable {
  /// What the secret of a slot is.
  public enum Kind: String, Sendable, CaseIterable, Codable {
    case login, passphrase, recovery
  }

  /// Why a slot doesn't open.
  public enum Refusal: Error, Hashable, Sendable {
    case cost(KeyDerivation.CostProblem)
    case notEnoughMemory(needed: Int, MemoryLimit)
    case wrongSecret
    case tampered
  }

  let identifier: HexBytes
  public let kind: Kind
  public let label: String
  /// When the key was wrapped under this secret.
  public let created: Date
  public let derivation: KeyDerivation
  let salt: HexBytes
  let nonce: HexBytes
  let wrapped: HexBytes
  let commitment: HexBytes

  /// The name of the slot: 16 hexadecimal digits.
  public var id: String { identifier.text }

  static let identifierCount = 8
  static let saltCount = 16
  static let wrappedCount = DataKey.count + Sodium.tagCount
  static let commitmentCount = 32
  /// The most bytes of UTF-8 that a label may have.
  public static let labelLimit = 64

  /// What may not change without the wrap failing: the associated data of the wrap.
  private struct Description: Encodable {
    let format = "bucket-vault 1"
    let id: HexBytes
    let kdf: KeyDerivation
    let kind: Kind
    let salt: HexBytes
    let vault: HexBytes
  }

  private func description(in vault: HexBytes) -> [UInt8] {
    CanonicalJSON.encode(
      Description(id: identifier, kdf: derivation, kind: kind, salt: salt, vault: vault))
  }

  /// Wraps a data key under a secret.
  static func wrapping(
    _ dataKey: borrowing DataKey, under secret: borrowing Secret, kind: Kind,
    derivation: KeyDerivation, label: String, vault: HexBytes, created: Date
  ) throws(Refusal) -> KeySlot {
    precondition(isLabel(label), "a label that the format doesn't allow")
    let blank = KeySlot(
      identifier: HexBytes(Sodium.randomBytes(identifierCount)), kind: kind, label: label,
      created: created, derivation: derivation, salt: HexBytes(Sodium.randomBytes(saltCount)),
      nonce: HexBytes(Sodium.randomBytes(Sodium.nonceCount)), wrapped: HexBytes([]),
      commitment: HexBytes([]))
    let key = try blank.key(from: secret)
    let description = blank.description(in: vault)
    let wrapKey = Sodium.deriveKey(from: key, id: 1, context: "bkt1wrap")
    let wrapped = dataKey.secret.withBytes {
      Sodium.seal($0, nonce: blank.nonce.bytes, data: description, key: wrapKey)
    }
    return KeySlot(
      identifier: blank.identifier, kind: kind, label: label, created: created,
      derivation: derivation, salt: blank.salt, nonce: blank.nonce, wrapped: HexBytes(wrapped),
      commitment: HexBytes(
        commitment(under: key, description: description, nonce: blank.nonce, wrapped: wrapped)))
  }

  /// Unwraps the data key.
  func open(with secret: borrowing Secret, vault: HexBytes) throws(Refusal) -> DataKey {
    let key = try key(from: secret)
    let description = description(in: vault)
    let expected = Self.commitment(
      under: key, description: description, nonce: nonce, wrapped: wrapped.bytes)
    guard Sodium.equal(commitment.bytes, expected) else { throw .wrongSecret }
    let wrapKey = Sodium.deriveKey(from: key, id: 1, context: "bkt1wrap")
    let opened = Sodium.open(
      wrapped.bytes, nonce: nonce.bytes, data: description, key: wrapKey)
    guard let dataKey = opened else { throw .tampered }
    return DataKey(dataKey)
  }

  /// Checks what opening the slot would cost, before anything runs and before a secret is asked.
  public func checkCost() throws(Refusal) {
    if let problem = derivation.costProblem { throw .cost(problem) }
    if case .argon2id(_, let memory) = derivation {
      let limit = MemoryLimit.current()
      if memory > limit.bytes { throw .notEnoughMemory(needed: memory, limit) }
    }
  }

  private func key(from secret: borrowing Secret) throws(Refusal) -> Secret {
    try checkCost()
    guard let key = derivation.key(from: secret, salt: salt.bytes) else {
      guard case .argon2id(_, let memory) = derivation else { throw .wrongSecret }
      throw .notEnoughMemory(needed: memory, MemoryLimit.current())
    }
    return key
  }

  /// Binds the wrap to one key, which XChaCha20-Poly1305 alone doesn't.
  private static func commitment(
    under key: borrowing Secret, description: [UInt8], nonce: HexBytes, wrapped: [UInt8]
  ) -> [UInt8] {
    let commitKey = Sodium.deriveKey(from: key, id: 2, context: "bkt1comm")
    return Sodium.hash(
      Array("bucket-vault 1 commitment".utf8) + nonce.bytes + wrapped + description, key: commitKey)
  }

  /// Whether the fields have the lengths that the format lays down and belong together.
  var isWellFormed: Bool {
    let derivationFits =
      switch (kind, derivation) {
      case (.login, .argon2id), (.passphrase, .argon2id), (.recovery, .blake2b): true
      default: false
      }
    return derivationFits && identifier.bytes.count == Self.identifierCount
      && salt.bytes.count == Self.saltCount && nonce.bytes.count == Sodium.nonceCount
      && wrapped.bytes.count == Self.wrappedCount
      && commitment.bytes.count == Self.commitmentCount && Self.isLabel(label)
  }

  /// Whether a text can be a label.
  public static func isLabel(_ text: String) -> Bool {
    text.utf8.count <= labelLimit
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}

extension KeySlot: Codable {
  private enum CodingKeys: String, CodingKey {
    case identifier = "id"
    case kind, label, created
    case derivation = "kdf"
    case salt, nonce, wrapped, commitment
  }
}

extension KeyDerivation: Codable {
  private enum CodingKeys: String, CodingKey { case name, passes, memory }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(String.self, forKey: .name) {
    case "argon2id13":
      self = .argon2id(
        passes: try container.decode(Int.self, forKey: .passes),
        memory: try container.decode(Int.self, forKey: .memory))
    case "blake2b":
      self = .blake2b
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .name, in: container, debugDescription: "an unknown key derivation")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .argon2id(let passes, let memory):
      try container.encode("argon2id13", forKey: .name)
      try container.encode(passes, forKey: .passes)
      try container.encode(memory, forKey: .memory)
    case .blake2b:
      try container.encode("blake2b", forKey: .name)
    }
  }
}
