/// Source: GIF89a, appendix B.
extension PositionRemoval {
  /// What applications add that changes how it is shown.
  private static let shownApplications = ["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]

  mutating func runOnGIF() throws(PictureError) {
    let head = try need(stream.take(13))
    stream.write(head)
    try keepColours(head[10])
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
      case 0x21: try passExtension()
      default: throw .malformed(kind)
      }
    }
  }

  private mutating func keepColours(_ flags: UInt8) throws(PictureError) {
    if flags & 0x80 != 0 { try need(stream.pass(3 << (Int(flags & 7) + 1), isKept: true)) }
  }

  private mutating func passExtension() throws(PictureError) {
    let head = try need(stream.take(2))
    let first = try need(stream.take(Int(head[1])))
    let isKept =
      switch head[0] {
      case 0x01, 0xF9: true
      case 0xFF: Self.shownApplications.contains(String(decoding: first, as: UTF8.self))
      default: false
      }
    if isKept { stream.write([0x21] + head + first) }
    // An empty one has no other blocks, but for its end, which was read.
    if !first.isEmpty { try passBlocks(isKept: isKept) }
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
