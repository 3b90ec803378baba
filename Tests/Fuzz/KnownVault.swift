import FoundationEssentials

@testable import BucketVault

/// The header of a vault whose key everybody knows, the same at every run.
enum KnownVault {
  static var key: DataKey { DataKey(secret(Array(0..<32))) }

  /// What opens ``slot``.
  static var recoverySecret: Secret { secret(Array(32..<64)) }

  static let header = VaultHeader(
    vault: HexBytes(Array(64..<80)), revision: 1, epoch: 1,
    created: Date(timeIntervalSince1970: 1_773_326_820),
    notesKey: HexBytes(Sodium.boxPublicKey(seed: key.notesSeed)), requires: [], slots: [slot])

  static let headerBytes = header.bytes(under: key)

  private static let frameKey = key.frameKey

  /// Texts as the frames of the vault, the first one first.
  static func frames(of texts: some Sequence<[UInt8]>) -> [UInt8] {
    var tail = Tail(of: header)
    return texts.flatMap { tail.seal($0, key: frameKey) }
  }

  /// A slot of a recovery key, as the program made it once.
  static let slot: KeySlot = {
    let json = """
      {"commitment":"8ccdea7a59d062a974f543eda56aee601c9c8f3b1fd7501e5cd399594bebfd48",\
      "created":"2026-03-12T14:47:00Z","id":"b50aa2f78e8a6883","kdf":{"name":"blake2b"},\
      "kind":"recovery","label":"paper","nonce":"71d065e97305b5e51b8c6c5c69be442d6790972f8e93621b",\
      "salt":"a79e2840e8dcd6a6e506fb7ae9fa227b","wrapped":"3a8cc13af64a2f29d198f8bc8a95a557acc9\
      da5f536546d6a82192d6860ac9b14a5c0b82e438f05a628e64a3237b9c0f"}
      """
    guard let slot = CanonicalJSON.decode(KeySlot.self, from: Array(json.utf8)) else {
      preconditionFailure("the known slot can't be read")
    }
    return slot
  }()

  static func secret(_ bytes: [UInt8]) -> Secret { unsafe Secret(copying: bytes.span.bytes) }
}
