/// Source: RFC 9649, 2.
extension PositionRemoval {
  /// What a chunk begins with.
  private struct ChunkHead {
    let type: String
    let count: Int
    /// With the byte that makes it even.
    var padded: Int { count + count % 2 }
    var bytes: [UInt8] {
      Array(type.utf8) + (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
    }
  }

  private static let frameHeadCount = 16

  mutating func runOnWebP(count: Int?) throws(PictureError) {
    let riff = try chunkHead()
    try need(riff.type == "RIFF" && riff.count >= 4 && stream.take(4) == Array("WEBP".utf8))
    stream.write(ChunkHead(type: riff.type, count: (count ?? 8) - 8).bytes + Array("WEBP".utf8))
    var left = riff.count - 4
    var seen: Set<String> = []
    while left >= 8 {
      let chunk = try chunkHead()
      left -= 8 + chunk.padded
      let isKept =
        switch chunk.type {
        case "ANMF": true
        case "VP8X", "ANIM", "VP8 ", "VP8L", "ALPH", "ICCP": seen.insert(chunk.type).inserted
        default: false
        }
      switch chunk.type {
      case _ where !isKept: try need(stream.pass(chunk.padded, isKept: false))
      case "ANMF": try keepFrame(chunk)
      case "VP8X":
        // It says whether there are a profile, transparency and frames; EXIF and XMP are no more.
        try keepStart(of: chunk, count: 10) { [$0[0] & 0x32, 0, 0, 0] + $0[4...] }
      case "ANIM": try keepStart(of: chunk, count: 6) { $0 }
      default: try keep(chunk)
      }
    }
  }

  private mutating func chunkHead() throws(PictureError) -> ChunkHead {
    let head = try need(stream.take(8))
    return ChunkHead(
      type: String(decoding: head[..<4], as: UTF8.self),
      count: EXIFBlock.number(head[4...].reversed()))
  }

  private mutating func keep(_ chunk: ChunkHead) throws(PictureError) {
    stream.write(chunk.bytes)
    try need(stream.pass(chunk.count, isKept: true))
    try passPadding(of: chunk)
  }

  private mutating func passPadding(of chunk: ChunkHead) throws(PictureError) {
    guard chunk.padded > chunk.count else { return }
    try need(stream.pass(1, isKept: false))
    stream.write([0])
  }

  /// Gives on so many bytes that a chunk begins with, as a chunk of that length.
  private mutating func keepStart(
    of chunk: ChunkHead, count: Int, _ change: ([UInt8]) -> [UInt8]
  ) throws(PictureError) {
    try need(chunk.count >= count)
    stream.write(ChunkHead(type: chunk.type, count: count).bytes)
    stream.write(change(try need(stream.take(count))))
    try need(stream.pass(chunk.padded - count, isKept: false))
  }

  /// Gives on a frame of an animation, in which nothing but its picture may be: how long it is was
  /// said before it is known what would have to go.
  private mutating func keepFrame(_ frame: ChunkHead) throws(PictureError) {
    var left = frame.padded - Self.frameHeadCount
    try need(left >= 0 && frame.padded == frame.count)
    stream.write(frame.bytes + (try need(stream.take(Self.frameHeadCount))))
    var seen: Set<String> = []
    while left > 0 {
      let chunk = try chunkHead()
      left -= 8 + chunk.padded
      try need(left >= 0 && ["ALPH", "VP8 ", "VP8L"].contains(chunk.type))
      try need(seen.insert(chunk.type).inserted)
      try keep(chunk)
    }
  }
}
