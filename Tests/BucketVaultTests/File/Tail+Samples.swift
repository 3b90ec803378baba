import FoundationEssentials

@testable import BucketVault

extension Tail {
  /// Somewhere in the frames of some vault.
  static let sample = sample()

  static func sample(vault: UInt8 = 1, epoch: Int = 1) -> Tail {
    let key = DataKey(.counting)
    var header = VaultHeader.new(for: key, created: Date(timeIntervalSince1970: 0))
    header = VaultHeader(
      vault: HexBytes([UInt8](repeating: vault, count: 16)), revision: 1, epoch: epoch,
      created: header.created, notesKey: header.notesKey, requires: [], slots: [])
    var tail = Tail(of: header)
    tail.sequence = 4
    tail.tag = Array(1...16)
    tail.offset = 4 * 1068
    return tail
  }
}
