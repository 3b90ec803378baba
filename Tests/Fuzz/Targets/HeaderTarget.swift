@testable import BucketVault

/// The beginning of a file, as it is.
enum HeaderTarget: FuzzTarget {
  static let name = "header"

  static func check(_ bytes: [UInt8]) throws {
    let sealed: VaultHeader.Sealed
    do throws(VaultError) {
      sealed = try VaultHeader.read(bytes)
    } catch {
      // Any refusal is right, but one by the key, which isn't asked here.
      return try Violation.unless(
        error != .tampered(.header), "a header is refused for its MAC without a key")
    }
    let written = sealed.header.bytes(under: KnownVault.key)
    let checkedCount = sealed.count - 2 * VaultHeader.checkCount
    try Violation.unless(sealed.count <= bytes.count, "a header is longer than its file")
    try Violation.unless(
      written.count == sealed.count
        && written.prefix(checkedCount) == bytes.prefix(checkedCount),
      "a header has two spellings")
  }
}
