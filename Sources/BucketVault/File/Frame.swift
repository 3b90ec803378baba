/// One sealed piece of a vault: its length, a nonce, and padded text with a tag.
///
/// Source: docs/vault-format.md, “Frames”.
enum Frame {
  /// The bytes of a frame's length field.
  static let lengthCount = 4
  /// What the length field counts beside the padded text: nonce and tag.
  static let overhead = Sodium.nonceCount + Sodium.tagCount
  /// The most padded text that a frame holds, in bytes.
  static let textLimit = 16 << 20 - 1 << 16
  static let smallestText = 1 << 10
  private static let step = 1 << 16

  /// The padded length of a text, in bytes: a power of two from 1 KiB to 64 KiB, then multiples of
  /// 64 KiB.
  static func paddedCount(_ count: Int) -> Int {
    if count >= step { return (count / step + 1) * step }
    var padded = smallestText
    while padded <= count { padded *= 2 }
    return padded
  }

  /// Whether a frame's length field can hold this number.
  static func isLength(_ length: Int) -> Bool {
    let padded = length - overhead
    return padded >= smallestText && padded <= textLimit && paddedCount(padded - 1) == padded
  }

  /// Every number that a frame's length field can hold.
  static var lengths: [Int] {
    let powers = (0..<6).map { smallestText << $0 }
    return (powers + stride(from: step, through: textLimit, by: step)).map { $0 + overhead }
  }

  /// The lowest byte of every length field; padded lengths have none.
  static let lengthStart = UInt8(overhead)

  /// Seals a text as the frame that follows a tail.
  static func seal(_ text: [UInt8], after tail: Tail, key: borrowing Secret) -> [UInt8] {
    var padded = text
    let count = paddedCount(text.count)
    Sodium.pad(&padded, toMultipleOf: min(count, step))
    precondition(padded.count == count && count <= textLimit, "a text that no frame can hold")
    let nonce = Sodium.randomBytes(Sodium.nonceCount)
    let sealed = Sodium.sealText(padded, nonce: nonce, data: tail.associatedData, key: key)
    return UInt32(count + overhead).littleEndianBytes + nonce + sealed
  }

  /// Whether a frame verifies, whatever its text is.
  ///
  /// - Parameter data: The associated data of the tail that it follows.
  static func verifies(_ frame: ArraySlice<UInt8>, data: [UInt8], key: borrowing Secret) -> Bool {
    let body = frame.dropFirst(lengthCount)
    return Sodium.verifies(
      body.dropFirst(Sodium.nonceCount), nonce: body.prefix(Sodium.nonceCount),
      data: data, key: key)
  }

  /// Opens the frame that follows a tail; `nil` when it doesn't verify or isn't padded as laid down.
  static func open(_ frame: [UInt8], after tail: Tail, key: borrowing Secret) -> [UInt8]? {
    let body = frame.dropFirst(lengthCount)
    guard
      var text = Sodium.openText(
        Array(body.dropFirst(Sodium.nonceCount)), nonce: Array(body.prefix(Sodium.nonceCount)),
        data: tail.associatedData, key: key)
    else { return nil }
    let count = text.count
    guard Sodium.unpad(&text, block: min(count, step)), paddedCount(text.count) == count else {
      return nil
    }
    return text
  }
}
