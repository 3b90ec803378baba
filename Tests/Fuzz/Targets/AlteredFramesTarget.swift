import BucketPlaces
import FoundationEssentials

@testable import BucketVault

/// What somebody without a key can do to the frames of a vault, as a script of changes.
enum AlteredFramesTarget: FuzzTarget {
  static let name = "altered-frames"

  /// Two batches of a frame each, and one of two frames.
  private static let texts = [
    #"{"batch":"\#(id(1))","changes":[\#(put(1))]}"#,
    #"{"batch":"\#(id(2))","changes":[\#(put(2))]}"#,
    #"{"batch":"\#(id(3))","changes":[\#(put(3))],"more":true}"#,
    #"{"batch":"\#(id(3))","changes":[\#(put(4))]}"#,
  ].map { Array($0.utf8) }
  /// How many places there are after each whole batch.
  private static let states = [0, 1, 2, 4]

  static func check(_ bytes: [UInt8]) throws {
    let frames = KnownVault.frames(of: texts)
    let altered = FileAlteration.apply(bytes, to: frames)
    guard let ledger = try KnownVaultFile(frames: altered).contents() else { return }
    let names = ledger.records.map(\.name)
    try Violation.unless(
      states.contains(names.count) && names == (0..<names.count).map { "place \($0 + 1)" },
      "an altered vault holds \(names)")
    try Violation.unless(
      frames.starts(with: altered.prefix(ledger.tail.offset)), "a frame verifies that was altered")
  }

  private static func put(_ number: Int) -> String {
    #"{"id":"\#(id(10 + number))","at":"2026-03-12T14:47:00Z","put":"#
      + #"{"id":"\#(id(20 + number))","name":"place \#(number)"}}"#
  }

  private static func id(_ number: Int) -> String {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number))).uuidString
  }
}
