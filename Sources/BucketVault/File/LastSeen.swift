/// The state of a vault that this machine saw last, by which older copies are noticed.
///
/// It holds nothing secret. Source: docs/vault-format.md, “Rollback”.
struct LastSeen: Codable, Hashable, Sendable {
  let revision: Int
  let epoch: Int
  let sequence: Int
  let tag: HexBytes
  let offset: Int
  /// Tells that somebody with the key wrote the numbers. They are minded without it too, but no
  /// frame is written by them.
  let check: HexBytes?
  /// Where the vault file was, without links; `nil` where that isn't known.
  let path: String?

  init(_ tail: Tail, revision: Int, key: borrowing DataKey, path: String?) {
    (self.revision, self.path) = (revision, path)
    check = HexBytes(Self.check(tail, revision: revision, key: key))
    (epoch, sequence, offset) = (tail.epoch, tail.sequence, tail.offset)
    tag = HexBytes(tail.tag)
  }

  private init(_ other: LastSeen, path: String?) {
    (revision, epoch, sequence) = (other.revision, other.epoch, other.sequence)
    (tag, offset, check) = (other.tag, other.offset, other.check)
    self.path = path
  }

  /// The same state, wherever it was seen.
  var anywhere: LastSeen { LastSeen(self, path: nil) }

  /// The tail that is remembered, if it was written with the key and may belong to the frames behind
  /// this header.
  func tail(in header: VaultHeader, key: borrowing DataKey) -> Tail? {
    guard epoch == header.epoch, let check, isPossible else { return nil }
    var tail = Tail(of: header)
    (tail.sequence, tail.tag, tail.offset) = (sequence, tag.bytes, offset)
    let expected = Self.check(tail, revision: revision, key: key)
    return Sodium.equal(check.bytes, expected) ? tail : nil
  }

  /// Whether a file can hold as many frames, and bytes of them.
  var isPossible: Bool {
    sequence > 0 && sequence <= offset / FrameTrials.smallest && offset <= Self.offsetLimit
  }

  /// More bytes than any file system gives a file.
  private static let offsetLimit = Int.max / 2

  private static func check(_ tail: Tail, revision: Int, key: borrowing DataKey) -> [UInt8] {
    let numbers = [revision, tail.epoch, tail.sequence, tail.offset].flatMap(\.littleEndianBytes)
    return Sodium.hash(
      Array("bucket-vault 1 last seen".utf8) + tail.vault.bytes + numbers + tail.tag,
      key: key.lastSeenKey)
  }

  /// Whether this state has something that the other one doesn't have yet.
  func isNewer(than other: LastSeen) -> Bool {
    revision > other.revision || epoch > other.epoch
      || (epoch == other.epoch && sequence > other.sequence)
  }
}
