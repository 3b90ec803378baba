/// Source: GIF89a, appendix B.
extension PositionRemoval {
  /// What applications add that says how often it is shown.
  private static let repetitions = ["NETSCAPE2.0", "ANIMEXTS1.0"]

  mutating func runOnGIF() throws(PictureError) {
    let head = try need(stream.take(13))
    stream.write(head)
    try keepColours(head[10])
    var isRepetitionKnown = false
    while true {
      let introducer = try need(stream.take(1))[0]
      switch introducer {
      case 0x3B:
        stream.write([introducer])
        return
      case 0x2C:
        let head = try need(stream.take(9))
        stream.write([introducer] + head)
        try keepColours(head[8])
        try need(stream.pass(1, isKept: true))
        try passBlocks(isKept: true)
      case 0x21: try passExtension(&isRepetitionKnown)
      default: throw .malformed(kind)
      }
    }
  }

  private mutating func keepColours(_ flags: UInt8) throws(PictureError) {
    if flags & 0x80 != 0 { try need(stream.pass(3 << (Int(flags & 7) + 1), isKept: true)) }
  }

  /// Gives on how a frame is shown and how often all of them are, one block of fixed length each.
  private mutating func passExtension(_ isRepetitionKnown: inout Bool) throws(PictureError) {
    let label = try need(stream.take(1))[0]
    let first = try takeBlock()
    // An empty one has no other blocks, but for its end, which was read.
    if first.isEmpty { return }
    if label == 0xF9, first.count == 4 {
      stream.write([0x21, label, 4] + first + [0])
    } else if label == 0xFF, Self.repetitions.contains(String(decoding: first, as: UTF8.self)) {
      let second = try takeBlock()
      if second.isEmpty { return }
      if second.count == 3, second[0] == 1, !isRepetitionKnown {
        isRepetitionKnown = true
        stream.write([0x21, label, UInt8(first.count)] + first + [3] + second + [0])
      }
    }
    try passBlocks(isKept: false)
  }

  private mutating func takeBlock() throws(PictureError) -> [UInt8] {
    try need(stream.take(Int(try need(stream.take(1))[0])))
  }

  private mutating func passBlocks(isKept: Bool) throws(PictureError) {
    while true {
      let count = try need(stream.take(1))
      if isKept { stream.write(count) }
      if count[0] == 0 { return }
      try need(stream.pass(Int(count[0]), isKept: isKept))
    }
  }
}
