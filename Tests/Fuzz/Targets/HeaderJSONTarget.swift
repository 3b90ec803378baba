@testable import BucketVault

/// The JSON of a header, with checks that fit.
enum HeaderJSONTarget: FuzzTarget {
  static let name = "header-json"

  static func check(_ bytes: [UInt8]) throws {
    let key = KnownVault.key
    let checked = VaultHeader.magic + UInt32(bytes.count).littleEndianBytes + bytes
    let withMAC = checked + Sodium.hash(checked, key: key.headerKey)
    let file = withMAC + Sodium.hash(withMAC)
    let sealed: VaultHeader.Sealed
    do throws(VaultError) {
      sealed = try VaultHeader.read(file)
    } catch {
      return try check(error, of: bytes)
    }
    try sealed.verify(with: key)
    let header = sealed.header
    try Violation.unless(header.bytes(under: key) == file, "a header has two spellings")
    for slot in header.slots {
      try Violation.unless(
        slot.kind == .recovery || isCostChecked(slot), "a cost out of bounds passes")
    }
  }

  private static func check(_ error: VaultError, of json: [UInt8]) throws(Violation) {
    switch error {
    case .tampered(.malformedHeader), .newerFormat(.feature): return
    case .damaged(.header):
      try Violation.unless(json.count > VaultHeader.lengthLimit, "a whole header is damaged")
    default: throw Violation(description: "a header with checks that fit is refused as \(error)")
    }
  }

  /// Whether a slot that Argon2id could be run for asks for no more than is allowed.
  private static func isCostChecked(_ slot: KeySlot) -> Bool {
    do throws(KeySlot.Refusal) {
      try slot.checkCost()
    } catch {
      return true
    }
    guard case .argon2id(let passes, let memory) = slot.derivation else { return false }
    return KeyDerivation.passesAllowed.contains(passes)
      && KeyDerivation.memoryAllowed.contains(memory)
  }
}
