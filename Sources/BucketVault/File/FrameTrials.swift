/// Tries whether bytes of a damaged file are frames.
///
/// Tries that fail are paid for from fixed amounts of work, so that no file, whatever it holds, keeps
/// one waiting for long: once they are used up, only what costs little is tried.
struct FrameTrials: ~Copyable {
  /// A frame that verifies.
  struct Place {
    let text: [UInt8]
    /// Where the chain stands behind it.
    let tail: Tail
    /// Where it lies in the file, in bytes.
    let range: Range<Int>
  }

  let bytes: [UInt8]
  private let key: Secret
  /// Told where in the file something is tried, in bytes.
  private let isTrying: (Int) -> Void
  /// How many bytes may still be looked at in vain, for frames and for flipped bits.
  private(set) var searchingLeft = 8 << 30
  private var mendingLeft = 32 << 30
  /// Whether something was not tried because it would have taken too long.
  private(set) var hasGivenUp = false

  /// The bytes of the shortest frame.
  static let smallest = Frame.lengthCount + Frame.overhead + Frame.smallestText
  /// What a try costs beside its bytes, in bytes.
  private static let overhead = 512
  /// The frames that are tried even when all work is used up, in bytes.
  private static let cheap = 1 << 16 + Frame.lengthCount + Frame.overhead
  /// The longest frame in which a flipped bit is looked for, in bytes: each of its bits is a try.
  private static let mendingLimit = cheap
  /// How many letters one flipped bit spoils at most, and the byte that begins the padding.
  private static let spoiltLimit = 4
  /// The bytes of text by which a frame of ours is told from others.
  private static let beginning = 64

  /// - Parameter key: The frame key.
  init(_ bytes: [UInt8], key: consuming Secret, isTrying: @escaping (Int) -> Void) {
    (self.bytes, self.isTrying) = (bytes, isTrying)
    self.key = key
  }

  // MARK: Where a frame may be

  /// The length field at an offset, if a frame can have it and the file goes on as long.
  func length(at offset: Int) -> Int? {
    guard offset + Self.smallest <= bytes.count else { return nil }
    let length = Int(UInt32(littleEndianBytes: bytes[offset..<(offset + Frame.lengthCount)]))
    guard Frame.isLength(length), offset + Frame.lengthCount + length <= bytes.count else {
      return nil
    }
    return length
  }

  /// The first offset from one on where a length field may be and a text of ours begins.
  func nextFrame(from offset: Int) -> Int? {
    var place = offset
    let (start, highest) = (Frame.lengthStart, Frame.lengthCount - 1)
    let last = bytes.count - Self.smallest
    while place <= last {
      // The highest byte of a length is zero.
      if bytes[place] == start, bytes[place + highest] == 0,
        length(at: place) != nil, beginsText(at: place)
      {
        return place
      }
      place += 1
    }
    return nil
  }

  /// Whether a frame at an offset, if there is one, begins with JSON under the frame key.
  func beginsText(at offset: Int) -> Bool {
    let nonce = offset + Frame.lengthCount
    let start = nonce + Sodium.nonceCount
    guard start + Self.beginning <= bytes.count else { return false }
    let text = Sodium.unverifiedText(
      bytes[start..<(start + Self.beginning)], nonce: bytes[nonce..<start], key: key)
    let opening = text.first { !Self.isWhiteSpace($0) }
    return (opening == UInt8(ascii: "{") || opening == UInt8(ascii: "["))
      && text.allSatisfy { !Self.isControl($0) }
  }

  private static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Whether JSON can't hold this byte.
  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && !isWhiteSpace(byte) }

  // MARK: Trying

  /// The frame at an offset that follows a tail, if it verifies.
  ///
  /// - Parameter length: What its length field should be, if not what it is.
  mutating func place(at offset: Int, after tail: Tail, length: Int? = nil) -> Place? {
    guard let length = length ?? self.length(at: offset) else { return nil }
    let range = offset..<(offset + Frame.lengthCount + length)
    guard range.upperBound <= bytes.count, range.count <= Self.cheap || maySearch() else {
      return nil
    }
    isTrying(offset)
    if Frame.verifies(bytes[range], data: tail.associatedData, key: key) {
      return place(of: Array(bytes[range]), at: offset, after: tail)
    }
    searchingLeft -= range.count + Self.overhead
    return nil
  }

  /// The frame at an offset whose tag before is known, if it verifies with one of some numbers.
  ///
  /// - Parameter floor: How much work is to be left.
  mutating func place(
    at offset: Int, after tail: Tail, numbers: some Sequence<Int>, leaving floor: Int = 0
  ) -> Place? {
    var before = tail
    for number in numbers {
      guard maySearch(), searchingLeft > floor else { return nil }
      before.sequence = number - 1
      if let place = place(at: offset, after: before) { return place }
    }
    return nil
  }

  /// The frame that should be at an offset, with its length or one bit of it put right.
  mutating func mended(at offset: Int, after tail: Tail) -> Place? {
    let begins = beginsText(at: offset)
    if begins {
      let left = bytes.count - offset - Frame.lengthCount
      for length in Frame.lengths where length <= left && length != self.length(at: offset) {
        if let place = place(at: offset, after: tail, length: length) { return place }
      }
    }
    guard let length = length(at: offset), Frame.lengthCount + length <= Self.mendingLimit else {
      return nil
    }
    var frame = Array(bytes[offset..<(offset + Frame.lengthCount + length)])
    var end = frame.count
    if !begins {
      // The bit would be in what the beginning of the text depends on.
      end = min(end, Frame.lengthCount + Sodium.nonceCount + Self.beginning)
    } else if !mayDifferByABit(frame) {
      return nil
    }
    let data = tail.associatedData
    for bit in (8 * Frame.lengthCount)..<(8 * end) {
      guard mendingLeft > 0 else {
        hasGivenUp = true
        return nil
      }
      isTrying(offset)
      frame[bit / 8] ^= 1 << (bit % 8)
      if Frame.verifies(frame[...], data: data, key: key) {
        return place(of: frame, at: offset, after: tail)
      }
      frame[bit / 8] ^= 1 << (bit % 8)
      mendingLeft -= frame.count + Self.overhead
    }
    return nil
  }

  /// Whether the text of a frame may be whole but for one bit, which spoils few letters.
  private func mayDifferByABit(_ frame: [UInt8]) -> Bool {
    let nonce = Frame.lengthCount..<(Frame.lengthCount + Sodium.nonceCount)
    let sealed = frame[nonce.upperBound..<(frame.count - Sodium.tagCount)]
    var text = Sodium.unverifiedText(sealed, nonce: frame[nonce], key: key)[...]
    // The padding.
    while text.last == 0 { text.removeLast() }
    let spoilt = String(decoding: text, as: UTF8.self).unicodeScalars.count { $0 == "\u{FFFD}" }
    return spoilt <= Self.spoiltLimit && text.count { Self.isControl($0) && $0 != 0 } <= 1
  }

  private func place(of frame: [UInt8], at offset: Int, after tail: Tail) -> Place? {
    guard let text = Frame.open(frame, after: tail, key: key) else { return nil }
    var tail = tail
    tail.advance(over: frame)
    return Place(text: text, tail: tail, range: offset..<(offset + frame.count))
  }

  private mutating func maySearch() -> Bool {
    if searchingLeft <= 0 { hasGivenUp = true }
    return searchingLeft > 0
  }
}
