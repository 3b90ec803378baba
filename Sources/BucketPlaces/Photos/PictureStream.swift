import Glibc

/// The bytes of a picture as they come, of which some are given on.
struct PictureStream {
  private let next: () -> [UInt8]?
  private let sink: ([UInt8]) -> Void
  private var buffer: ArraySlice<UInt8> = []
  private var output: [UInt8] = []
  private static let outputCount = 1 << 16

  init(next: @escaping () -> [UInt8]?, write: @escaping ([UInt8]) -> Void) {
    (self.next, sink) = (next, write)
  }

  /// Gives bytes on, sooner or later.
  mutating func write(_ bytes: some Collection<UInt8>) {
    output += bytes
    if output.count >= Self.outputCount { flush() }
  }

  /// Gives on what is still waiting.
  mutating func flush() {
    if !output.isEmpty { sink(output) }
    output.removeAll(keepingCapacity: true)
  }

  /// Whether anything is there to be read.
  private mutating func fill() -> Bool {
    while buffer.isEmpty {
      guard let more = next() else { return false }
      buffer = more[...]
    }
    return true
  }

  /// The next `count` bytes, which are few; `nil` where there are fewer.
  mutating func take(_ count: Int) -> [UInt8]? {
    var taken: [UInt8] = []
    while taken.count < count {
      guard fill() else { return nil }
      let piece = buffer.prefix(count - taken.count)
      taken += piece
      buffer = buffer.dropFirst(piece.count)
    }
    return taken
  }

  /// The next `count` bytes, which are still to be read; `nil` where there are fewer.
  mutating func peek(_ count: Int) -> [UInt8]? {
    while buffer.count < count {
      guard let more = next() else { return nil }
      buffer = (Array(buffer) + more)[...]
    }
    return Array(buffer.prefix(count))
  }

  /// Goes over the next `count` bytes, however many, and gives them on or not.
  ///
  /// - Returns: Whether they were there.
  mutating func pass(_ count: Int, isKept: Bool) -> Bool {
    var left = count
    while left > 0 {
      guard fill() else { return false }
      let piece = buffer.prefix(left)
      if isKept { write(piece) }
      left -= piece.count
      buffer = buffer.dropFirst(piece.count)
    }
    return true
  }

  /// Gives on all bytes before the next one of this value.
  ///
  /// - Returns: Whether there is one.
  mutating func keep(before byte: UInt8) -> Bool {
    while fill() {
      let place = Self.place(of: byte, in: buffer)
      write(buffer.prefix(place ?? buffer.count))
      buffer = buffer.dropFirst(place ?? buffer.count)
      if place != nil { return true }
    }
    return false
  }

  private static func place(of byte: UInt8, in bytes: ArraySlice<UInt8>) -> Int? {
    unsafe bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress,
        let found = unsafe memchr(start, CInt(byte), bytes.count)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - start
    }
  }
}
