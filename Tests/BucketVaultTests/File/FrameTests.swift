import Testing

@testable import BucketVault

@Suite struct FrameTests {
  private var key: Secret { .counting }
  private let tail = Tail.sample

  private static let steps: [(count: Int, padded: Int)] = [
    (0, 1024), (1, 1024), (1023, 1024), (1024, 2048), (2047, 2048), (2048, 4096), (4095, 4096),
    (4096, 8192), (8191, 8192), (8192, 16384), (16383, 16384), (16384, 32768), (32767, 32768),
    (32768, 65536), (65535, 65536), (65536, 131_072), (131_071, 131_072), (131_072, 196_608),
    (16_711_679, 16_711_680), (16_711_680, 16_777_216),
  ]

  @Test(arguments: steps)
  func `a text is padded to the next step above its length`(count: Int, padded: Int) {
    #expect(Frame.paddedCount(count) == padded)
  }

  /// Every length that a frame may have, as the format's text lists them.
  private static let lengths =
    [1064, 2088, 4136, 8232, 16424, 32808, 65576] + (2...255).map { ($0 << 16) + 40 }

  @Test func `only the lengths of padded texts are lengths of frames`() {
    let lengths = Set(Self.lengths)
    #expect(lengths.max() == 16_711_720)
    for length in lengths {
      for near in [length - 1, length, length + 1] {
        #expect(Frame.isLength(near) == lengths.contains(near), "\(near)")
      }
    }
    for length in 0...(1 << 17) {
      #expect(Frame.isLength(length) == lengths.contains(length), "\(length)")
    }
    for length in [-1, (16 << 20) + 40, 16 << 20, Int(UInt32.max), Int.max] {
      #expect(!Frame.isLength(length), "\(length)")
    }
  }

  @Test func `no flipped bit turns a length up to 64 KiB into another of those`() {
    let small = Self.lengths.prefix(7)
    for length in small {
      for bit in 0..<32 { #expect(!small.contains(length ^ 1 << bit), "\(length), bit \(bit)") }
    }
  }

  @Test(arguments: [
    0, 1, 1022, 1023, 1024, 1025, 2047, 2048, 32767, 32768, 65534, 65535, 65536, 65537, 131071,
    131072, 200_000,
  ])
  func `a text comes back from its frame`(count: Int) {
    let text = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let frame = Frame.seal(text, after: tail, key: key)
    #expect(frame.count == 4 + 40 + Frame.paddedCount(count))
    #expect(Int(UInt32(littleEndianBytes: frame[..<4])) == frame.count - 4)
    #expect(Frame.open(frame, after: tail, key: key) == text)
  }

  @Test func `a text that ends like padding keeps its end`() {
    for text: [UInt8] in [[0x80], [0x80, 0, 0], [0], Array(repeating: 0x80, count: 1024)] {
      let frame = Frame.seal(text, after: tail, key: key)
      #expect(Frame.open(frame, after: tail, key: key) == text)
    }
  }

  @Test func `the longest text fits`() {
    let text = [UInt8](repeating: 0x41, count: Frame.textLimit - 1)
    let frame = Frame.seal(text, after: tail, key: key)
    #expect(Frame.isLength(frame.count - 4))
    #expect(Frame.open(frame, after: tail, key: key) == text)
  }

  @Test func `a frame opens only where it belongs`() {
    let frame = Frame.seal(Array("text".utf8), after: tail, key: key)
    var other = tail
    other.sequence += 1
    #expect(Frame.open(frame, after: other, key: key) == nil)
    other = tail
    other.tag[15] ^= 1
    #expect(Frame.open(frame, after: other, key: key) == nil)
    other = Tail.sample(epoch: 2)
    #expect(Frame.open(frame, after: other, key: key) == nil)
    other = Tail.sample(vault: 9)
    #expect(Frame.open(frame, after: other, key: key) == nil)
    #expect(Frame.open(frame, after: tail, key: Secret(count: 32)) == nil)
    other = tail
    other.offset += 1
    #expect(Frame.open(frame, after: other, key: key) == Array("text".utf8))
  }

  @Test func `two frames of one text have nothing in common but their length`() {
    let one = Frame.seal(Array("text".utf8), after: tail, key: key)
    let other = Frame.seal(Array("text".utf8), after: tail, key: key)
    #expect(one.prefix(4) == other.prefix(4))
    #expect(one.dropFirst(4).prefix(24) != other.dropFirst(4).prefix(24))
    #expect(one.suffix(1040) != other.suffix(1040))
  }

  @Test(arguments: [0, 1, 1023, 1024, 1025, 2047, 2048])
  func `padding longer than laid down is refused`(count: Int) {
    var padded = [UInt8](repeating: 0x41, count: count) + [0x80]
    let full = Frame.paddedCount(count) * 2
    padded += [UInt8](repeating: 0, count: full - padded.count)
    #expect(Frame.open(frame(of: padded), after: tail, key: key) == nil)
  }

  @Test func `a frame without padding is refused`() {
    #expect(
      Frame.open(frame(of: [UInt8](repeating: 0, count: 1024)), after: tail, key: key) == nil)
    #expect(
      Frame.open(frame(of: [UInt8](repeating: 0x41, count: 1024)), after: tail, key: key) == nil)
  }

  @Test(arguments: [28, 43, 44, 1067])
  func `a piece of a frame doesn't open`(count: Int) {
    let frame = Frame.seal(Array("text".utf8), after: tail, key: key)
    #expect(Frame.open(Array(frame.prefix(count)), after: tail, key: key) == nil)
  }

  /// A frame that holds these bytes as they are.
  private func frame(of padded: [UInt8]) -> [UInt8] {
    let nonce = Sodium.randomBytes(24)
    return UInt32(padded.count + 40).littleEndianBytes + nonce
      + Sodium.sealText(padded, nonce: nonce, data: tail.associatedData, key: key)
  }
}
