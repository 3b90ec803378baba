import BucketVault

extension Secret {
  /// A secret of bytes that are none.
  init(_ bytes: [UInt8]) {
    self.init(count: bytes.count)
    for (place, byte) in bytes.enumerated() { self[place] = byte }
  }
}
