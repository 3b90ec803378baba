/// The state of a vault that this machine saw last, by which older copies are noticed.
///
/// It holds nothing secret. Source: docs/vault-format.md, “Rollback”.
struct LastSeen: Codable, Hashable, Sendable {
  let revision: Int
  let epoch: Int
  let sequence: Int
  let tag: HexBytes
  let offset: Int

  init(_ tail: Tail, revision: Int) {
    self.revision = revision
    (epoch, sequence, offset) = (tail.epoch, tail.sequence, tail.offset)
    tag = HexBytes(tail.tag)
  }

  /// The tail that is remembered, if it may belong to the frames behind this header.
  func tail(in header: VaultHeader) -> Tail? {
    guard epoch == header.epoch, sequence > 0, offset > 0, tag.bytes.count == Sodium.tagCount
    else { return nil }
    var tail = Tail(of: header)
    (tail.sequence, tail.tag, tail.offset) = (sequence, tag.bytes, offset)
    return tail
  }

  /// Whether this state has something that the other one doesn't have yet.
  func isNewer(than other: LastSeen) -> Bool {
    revision > other.revision || epoch > other.epoch
      || (epoch == other.epoch && sequence > other.sequence)
  }
}
