/// Where a chain of frames stands: behind its last whole batch.
///
/// Source: docs/vault-format.md, “Frames”.
struct Tail: Hashable, Sendable {
  let vault: HexBytes
  var epoch: Int
  /// The number of frames so far.
  var sequence: Int
  /// The tag of the last frame, all zero before the first.
  var tag: [UInt8]
  /// Where the next frame begins, in bytes from the beginning of the first frame.
  var offset: Int

  /// The beginning of the chain.
  init(of header: VaultHeader) {
    vault = header.vault
    epoch = header.epoch
    sequence = 0
    tag = [UInt8](repeating: 0, count: Sodium.tagCount)
    offset = 0
  }

  /// The associated data of the next frame.
  var associatedData: [UInt8] {
    Array("bucket-vault 1 frame".utf8) + vault.bytes + UInt64(epoch).littleEndianBytes
      + UInt64(sequence + 1).littleEndianBytes + tag
  }

  /// Seals a text as the next frame, and moves behind it.
  ///
  /// - Parameter key: The frame key.
  mutating func seal(_ text: [UInt8], key: borrowing Secret) -> [UInt8] {
    let frame = Frame.seal(text, after: self, key: key)
    advance(over: frame)
    return frame
  }

  /// Moves behind a frame of this many bytes, which ends with its tag.
  mutating func advance(over frame: [UInt8]) {
    sequence += 1
    tag = Array(frame.suffix(Sodium.tagCount))
    offset += frame.count
  }
}
