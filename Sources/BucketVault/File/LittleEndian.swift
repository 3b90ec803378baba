extension FixedWidthInteger {
  /// The bytes of the number, the lowest first.
  var littleEndianBytes: [UInt8] {
    (0..<(Self.bitWidth / 8)).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
  }

  /// Puts a number together from its bytes, the lowest first.
  init(littleEndianBytes bytes: some Collection<UInt8>) {
    precondition(bytes.count == Self.bitWidth / 8, "a number of another width")
    self = bytes.reversed().reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
  }
}
