public import FoundationEssentials

/// What a vault file tells without a key: which vault it is, and the ways to its key.
///
/// Source: docs/vault-format.md, “Header”.
public struct VaultHeader: Hashable, Sendable {
  let vault: HexBytes
  /// Grows by one at every change of the header.
  public internal(set) var revision: Int
  /// Grows by one whenever the frames are written anew.
  public internal(set) var epoch: Int
  public let created: Date
  /// Tells the data keys of one vault apart, beside its use for notes.
  var notesKey: HexBytes
  let requires: [String]
  public internal(set) var slots: [KeySlot]

  /// The name of the vault: 32 hexadecimal digits.
  public var id: String { vault.text }

  /// Whether this copy of a vault was given another data key after the other one had its own.
  public func hasNewerKey(than other: VaultHeader) -> Bool {
    // A new data key makes all slots anew.
    guard !hasSameKey(as: other), let first = slots.map(\.created).min(),
      let last = other.slots.map(\.created).max()
    else { return false }
    return last < first || (last == first && other.epoch < epoch)
  }

  /// Whether the frames behind both are sealed under one data key, as far as the headers say.
  public func hasSameKey(as other: VaultHeader) -> Bool { notesKey == other.notesKey }

  static let magic = Array("bucket-vault 1\n".utf8)
  static let magicStart = Array("bucket-vault ".utf8)
  static let lengthLimit = 1 << 16
  static let slotLimit = 16
  static let checkCount = 32

  /// Whether a secret opens a key; no as well where that can't be found out here.
  public func opens(_ slot: KeySlot, with secret: borrowing Secret) -> Bool {
    do throws(KeySlot.Refusal) {
      _ = try slot.open(with: secret, vault: vault)
      return true
    } catch {
      return false
    }
  }

  /// The kinds of keys that it has.
  public var kinds: Set<KeySlot.Kind> { Set(slots.map(\.kind)) }

  /// The header of a new vault, without slots.
  static func new(for key: borrowing DataKey, created: Date) -> VaultHeader {
    VaultHeader(
      vault: HexBytes(Sodium.randomBytes(16)), revision: 1, epoch: 1, created: created,
      notesKey: HexBytes(Sodium.boxPublicKey(seed: key.notesSeed)), requires: [], slots: [])
  }

  /// The header as it is written, with its two checks behind it.
  func bytes(under key: borrowing DataKey) -> [UInt8] {
    let json = CanonicalJSON.encode(self)
    precondition(json.count <= Self.lengthLimit, "a header that is too long")
    let checked = Self.magic + UInt32(json.count).littleEndianBytes + json
    let withMAC = checked + Sodium.hash(checked, key: key.headerKey)
    return withMAC + Sodium.hash(withMAC)
  }

  /// Counts one more change of the header.
  mutating func raiseRevision() throws(VaultError) {
    guard revision < .max else { throw .countedOut(.revision) }
    revision += 1
  }

  /// Counts one more rewriting of the frames.
  mutating func raiseEpoch() throws(VaultError) {
    guard epoch < .max else { throw .countedOut(.epoch) }
    epoch += 1
  }

  var isWellFormed: Bool {
    vault.bytes.count == 16 && revision >= 1 && epoch >= 1 && notesKey.bytes.count == 32
      && (1...Self.slotLimit).contains(slots.count) && slots.allSatisfy(\.isWellFormed)
      && Set(slots.map(\.identifier)).count == slots.count
  }
}

extension VaultHeader: Codable {
  private enum CodingKeys: String, CodingKey {
    case vault, revision, epoch, created
    case notesKey = "notes_key"
    case requires, slots
  }
}

extension VaultHeader {
  /// A header with what is needed to check it once a key is known.
  struct Sealed: Sendable {
    let header: VaultHeader
    fileprivate let checked: [UInt8]
    fileprivate let mac: [UInt8]

    /// The length of the header with its checks, in bytes: where the frames begin.
    var count: Int { checked.count + 2 * VaultHeader.checkCount }

    /// Checks the header under the vault's key.
    func verify(with key: borrowing DataKey) throws(VaultError) {
      guard Sodium.equal(mac, Sodium.hash(checked, key: key.headerKey)) else {
        throw .tampered(.header)
      }
    }
  }

  /// The most bytes that a header with its checks takes.
  static let countLimit = magic.count + 4 + lengthLimit + 2 * checkCount

  /// Only what a later version may have added: looked at before the header is read strictly.
  private struct Requirements: Decodable {
    struct Slot: Decodable { let kind: String }
    let requires: [String]
    let slots: [Slot]
  }

  /// Reads the beginning of a vault file, at least ``countLimit`` bytes of it where there are.
  static func read(_ bytes: [UInt8]) throws(VaultError) -> Sealed {
    if bytes.isEmpty { throw .notAVault(.empty) }
    let start = Array(bytes.prefix(magic.count))
    guard start == magic else {
      if magic.starts(with: start) { throw .damaged(.truncated(at: bytes.count)) }
      // The checksum covers the magic: one that fits the right magic tells a flipped bit from a
      // later version and from another kind of file.
      let repaired = magic + bytes.dropFirst(magic.count)
      if (try? checked(repaired)) != nil { throw .damaged(.magic) }
      if start.starts(with: magicStart) {
        let version = bytes.dropFirst(magicStart.count).prefix(16).prefix { $0 > 0x20 && $0 < 0x7F }
        throw .newerFormat(.version(String(decoding: version, as: UTF8.self)))
      }
      throw .notAVault(.otherContent)
    }
    let (checked, json, mac) = try checked(bytes)
    if let wanted = CanonicalJSON.decode(Requirements.self, from: json) {
      if let feature = wanted.requires.first { throw .newerFormat(.feature(feature)) }
      if let slot = wanted.slots.first(where: { KeySlot.Kind(rawValue: $0.kind) == nil }) {
        throw .newerFormat(.feature("slot \(slot.kind)"))
      }
    }
    guard let header = CanonicalJSON.decode(VaultHeader.self, from: json), header.isWellFormed,
      CanonicalJSON.encode(header) == json
    else { throw .tampered(.malformedHeader) }
    return Sealed(header: header, checked: checked, mac: mac)
  }

  private static func checked(
    _ bytes: [UInt8]
  ) throws(VaultError) -> (checked: [UInt8], json: [UInt8], mac: [UInt8]) {
    let jsonStart = magic.count + 4
    guard bytes.count >= jsonStart else { throw .damaged(.truncated(at: bytes.count)) }
    let length = Int(UInt32(littleEndianBytes: bytes[magic.count..<jsonStart]))
    guard length <= lengthLimit else { throw .damaged(.header) }
    let jsonEnd = jsonStart + length
    let checksumStart = jsonEnd + checkCount
    let end = checksumStart + checkCount
    guard bytes.count >= end else { throw .damaged(.truncated(at: bytes.count)) }
    guard
      Sodium.equal(
        Sodium.hash(Array(bytes[..<checksumStart])), Array(bytes[checksumStart..<end]))
    else { throw .damaged(.header) }
    return (
      Array(bytes[..<jsonEnd]), Array(bytes[jsonStart..<jsonEnd]),
      Array(bytes[jsonEnd..<checksumStart])
    )
  }
}
