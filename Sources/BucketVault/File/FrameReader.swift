/// Reads frames one after the other, with few calls of the system.
struct FrameReader {
  /// What was found where a frame might begin.
  enum Finding {
    case frame([UInt8])
    /// The file ends here.
    case end
    /// The file ends before what begins here is whole.
    case incomplete
    /// No frame begins like this.
    case damage
  }

  private static let readAhead = 1 << 20
  /// The most zero bytes that pass for an interrupted write: more than any batch takes.
  private static let blankLimit = 256 << 20
  private let size: Int
  private var buffer: [UInt8] = []
  private var bufferStart = 0

  /// - Parameter size: The length of the file in bytes.
  init(size: Int) { self.size = size }

  /// Reads the frame at an offset in bytes.
  mutating func frame(at offset: Int, of file: borrowing Descriptor) throws(SystemError) -> Finding
  {
    let left = size - offset
    if left <= 0 { return .end }
    let start = try bytes(min(left, Frame.lengthCount), at: offset, of: file)
    guard start.count == Frame.lengthCount else { return .incomplete }
    let length = Int(UInt32(littleEndianBytes: start))
    guard Frame.isLength(length) else {
      return try isBlank(from: offset, of: file) ? .incomplete : .damage
    }
    let count = Frame.lengthCount + length
    guard left >= count else { return .incomplete }
    let frame = try bytes(count, at: offset, of: file)
    guard frame.count == count else { return .incomplete }
    // A file system may lengthen a file before it writes the data, of one frame or of a whole batch;
    // no real tag is all zero.
    if frame.suffix(Sodium.tagCount).allSatisfy({ $0 == 0 }),
      try isBlank(from: offset + count, of: file)
    {
      return .incomplete
    }
    return .frame(frame)
  }

  /// Whether a whole frame begins at an offset, but for one flipped bit of its length.
  ///
  /// - Parameter opens: Whether a frame verifies, whatever its length field says.
  mutating func isLengthFlipped(
    at offset: Int, of file: borrowing Descriptor, opens: ([UInt8]) -> Bool
  ) throws(SystemError) -> Bool {
    let left = size - offset
    guard left > Frame.lengthCount else { return false }
    let length = UInt32(littleEndianBytes: try bytes(Frame.lengthCount, at: offset, of: file))
    for bit in 0..<UInt32.bitWidth {
      let other = Int(length ^ 1 << bit)
      guard Frame.isLength(other), Frame.lengthCount + other <= left else { continue }
      if opens(try bytes(Frame.lengthCount + other, at: offset, of: file)) { return true }
    }
    return false
  }

  /// Whether nothing but zeros follows, as after a power cut on some file systems.
  private mutating func isBlank(from offset: Int, of file: borrowing Descriptor) throws(SystemError)
    -> Bool
  {
    guard size - offset <= Self.blankLimit else { return false }
    var place = offset
    while place < size {
      let piece = try bytes(min(Self.readAhead, size - place), at: place, of: file)
      // The file was cut back meanwhile.
      if piece.isEmpty { return true }
      guard piece.allSatisfy({ $0 == 0 }) else { return false }
      place += piece.count
    }
    return true
  }

  private mutating func bytes(
    _ count: Int, at offset: Int, of file: borrowing Descriptor
  ) throws(SystemError) -> [UInt8] {
    if offset < bufferStart || offset + count > bufferStart + buffer.count {
      buffer = try file.read(
        count: min(max(count, Self.readAhead), size - offset), at: offset)
      bufferStart = offset
    }
    return Array(buffer.dropFirst(offset - bufferStart).prefix(count))
  }
}
