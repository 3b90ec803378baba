import BucketPlaces

@testable import BucketVault

/// What somebody without a key can do to the frames of a vault, as a script of changes.
enum AlteredFramesTarget: FuzzTarget {
  static let name = "altered-frames"

  /// How many places there are after each whole batch.
  private static let states = [0, 1, 2, 4]

  static func check(_ bytes: [UInt8]) throws {
    let frames = KnownVault.frames(of: SampleBatches.texts)
    let altered = FileAlteration.apply(bytes, to: frames)
    guard let ledger = try KnownVaultFile(frames: altered).contents() else { return }
    let names = ledger.records.map(\.name)
    try Violation.unless(
      states.contains(names.count) && SampleBatches.names.starts(with: names),
      "an altered vault holds \(names)")
    try Violation.unless(
      frames.starts(with: altered.prefix(ledger.tail.offset)), "a frame verifies that was altered")
  }
}
