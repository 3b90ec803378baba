/// Looks for frames in a damaged file, where a frame that doesn't verify is no reason to stop.
struct FrameSearch: ~Copyable {
  /// A stretch in which no frame verifies.
  struct Gap {
    let bytes: Range<Int>
    let firstFrame: Int
    let lastFrame: Int?
  }

  enum Finding {
    case frame(text: [UInt8], number: Int, isMended: Bool)
    case gap(Gap)
  }

  private let bytes: [UInt8]
  private let key: Secret
  private var tail: Tail
  private var offset: Int
  /// The frame behind a gap that was just told of.
  private var next: Place?

  /// A frame that verifies.
  private struct Place {
    let text: [UInt8]
    /// Where the chain stands behind it.
    let tail: Tail
    /// Where it lies in the file, in bytes.
    let range: Range<Int>
  }

  /// The longest frame in which a flipped bit is looked for, in bytes: each of its bits is a try.
  private static let mendingLimit = 1 << 13
  private static let smallest = Frame.lengthCount + Frame.overhead + 1 << 10
  /// How many frames more than there is room for may be missing, because a piece of the file is.
  private static let skipLimit = 4_096
  /// How many places are tried for that.
  private static let skipTries = 16

  /// - Parameters:
  ///   - start: Where the first frame should begin, in bytes.
  ///   - tail: The beginning of the chain.
  ///   - key: The frame key.
  init(_ bytes: [UInt8], from start: Int, tail: Tail, key: consuming Secret) {
    self.bytes = bytes
    self.tail = tail
    self.key = key
    offset = min(start, bytes.count)
  }

  /// Whether the frame that should be next is here.
  var isAtFrame: Bool { place(at: offset, after: tail) != nil }

  /// What comes next in the file; `nil` at its end.
  mutating func nextFinding() -> Finding? {
    if let place = next {
      next = nil
      return take(place, isMended: false)
    }
    guard offset < bytes.count else { return nil }
    if let place = place(at: offset, after: tail) { return take(place, isMended: false) }
    if let place = mended() { return take(place, isMended: true) }
    let start = offset
    let first = tail.sequence + 1
    guard let place = search() else {
      offset = bytes.count
      return .gap(Gap(bytes: start..<bytes.count, firstFrame: first, lastFrame: nil))
    }
    next = place
    return .gap(
      Gap(
        bytes: start..<place.range.lowerBound, firstFrame: first,
        lastFrame: place.tail.sequence - 1))
  }

  private mutating func take(_ place: Place, isMended: Bool) -> Finding {
    tail = place.tail
    offset = place.range.upperBound
    return .frame(text: place.text, number: place.tail.sequence, isMended: isMended)
  }

  /// The frame at an offset that follows a tail, if it verifies.
  ///
  /// - Parameter length: What its length field should be, if not what it is.
  private func place(at offset: Int, after tail: Tail, length: Int? = nil) -> Place? {
    guard let length = length ?? self.length(at: offset) else { return nil }
    let end = offset + Frame.lengthCount + length
    guard end <= bytes.count else { return nil }
    let frame = Array(bytes[offset..<end])
    guard let text = Frame.open(frame, after: tail, key: key) else { return nil }
    var tail = tail
    tail.advance(over: frame)
    return Place(text: text, tail: tail, range: offset..<end)
  }

  /// The length field at an offset, if a frame can have it and the file goes on as long.
  private func length(at offset: Int) -> Int? {
    guard offset + Self.smallest <= bytes.count else { return nil }
    let length = Int(
      UInt32(littleEndianBytes: bytes[offset..<(offset + Frame.lengthCount)]))
    guard Frame.isLength(length), offset + Frame.lengthCount + length <= bytes.count else {
      return nil
    }
    return length
  }

  /// The frame that should be here, with its length or one bit of it put right.
  private func mended() -> Place? {
    let left = bytes.count - offset - Frame.lengthCount
    for length in Frame.lengths where length <= left {
      if let place = place(at: offset, after: tail, length: length) { return place }
    }
    guard let length = length(at: offset), length <= Self.mendingLimit else { return nil }
    let range = offset..<(offset + Frame.lengthCount + length)
    var frame = Array(bytes[range])
    for bit in (8 * Frame.lengthCount)..<(8 * frame.count) {
      frame[bit / 8] ^= 1 << (bit % 8)
      if let text = Frame.open(frame, after: tail, key: key) {
        var tail = tail
        tail.advance(over: frame)
        return Place(text: text, tail: tail, range: range)
      }
      frame[bit / 8] ^= 1 << (bit % 8)
    }
    return nil
  }

  /// The next frame that verifies, whatever lies between.
  ///
  /// The tag of the frame before it is the 16 bytes before it, and its number is one of few.
  private func search() -> Place? {
    var tries = 0
    var candidate = offset + 1
    while candidate + Self.smallest <= bytes.count {
      defer { candidate += 1 }
      guard length(at: candidate) != nil else { continue }
      if let place = place(at: candidate, after: tail) { return place }
      guard candidate >= Sodium.tagCount else { continue }
      var before = tail
      before.tag = Array(bytes[(candidate - Sodium.tagCount)..<candidate])
      let room = (candidate - offset) / Self.smallest + 1
      tries += 1
      for skipped in 1...(room + (tries <= Self.skipTries ? Self.skipLimit : 0)) {
        before.sequence = tail.sequence + skipped
        if let place = place(at: candidate, after: before) { return place }
      }
    }
    return nil
  }
}
