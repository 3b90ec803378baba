@testable import BucketVault

/// Bytes behind the header of a vault whose key is known, as they are.
enum FramesTarget: FuzzTarget {
  static let name = "frames"

  static func check(_ bytes: [UInt8]) throws {
    guard let ledger = try KnownVaultFile(frames: bytes).contents() else { return }
    let whole = Array(bytes.prefix(ledger.tail.offset))
    let again = try KnownVaultFile(frames: whole).contents()
    try Violation.unless(
      again?.records == ledger.records && again?.tail == ledger.tail,
      "a vault without its interrupted write holds something else")
  }
}
