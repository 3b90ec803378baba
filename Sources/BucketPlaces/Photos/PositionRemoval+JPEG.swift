/// Source: ITU-T T.81, annex B.
extension PositionRemoval {
  mutating func runOnJPEG() throws(PictureError) {
    try need(stream.take(2) == [0xFF, 0xD8])
    stream.write([0xFF, 0xD8])
    var hasEXIF = false
    while true {
      let marker = try nextMarker()
      switch marker {
      case 0xD9:
        stream.write([0xFF, marker])
        return
      case 0x01, 0xD0...0xD7:
        stream.write([0xFF, marker])
        continue
      default: break
      }
      let head = try need(stream.take(2))
      let length = Int(head[0]) << 8 | Int(head[1])
      try need(length >= 2)
      let content = try need(stream.take(length - 2))
      switch marker {
      case 0xE1:
        if content.starts(with: EXIFBlock.mark), !hasEXIF { keepEXIF(content) }
        hasEXIF = true
      case 0xE0 where content.starts(with: "JFIF\0".utf8),
        0xE2 where content.starts(with: "ICC_PROFILE\0".utf8),
        0xEE where content.starts(with: "Adobe".utf8):
        stream.write([0xFF, marker] + head + content)
      case 0xE0...0xEF, 0xFE: break
      default: stream.write([0xFF, marker] + head + content)
      }
      // A picture that ends before it should is given on as it is.
      if marker == 0xDA, try !keepScan() { return }
    }
  }

  private mutating func nextMarker() throws(PictureError) -> UInt8 {
    try need(stream.take(1) == [0xFF])
    while true {
      let byte = try need(stream.take(1))[0]
      if byte != 0xFF { return byte }
    }
  }

  private mutating func keepEXIF(_ segment: [UInt8]) {
    guard let block = Self.cleaned(Array(segment.dropFirst(EXIFBlock.mark.count))) else { return }
    let length = 2 + EXIFBlock.mark.count + block.count
    guard length <= 0xFFFF else { return }
    stream.write([0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + EXIFBlock.mark + block)
  }

  /// Gives on the data of a picture, up to the next marker that is none of it.
  ///
  /// - Returns: Whether there is one; it is still to be read.
  private mutating func keepScan() throws(PictureError) -> Bool {
    while stream.keep(before: 0xFF) {
      guard let next = stream.peek(2) else {
        _ = stream.pass(1, isKept: true)
        return false
      }
      switch next[1] {
      case 0x00, 0xD0...0xD7:
        stream.write(next)
        _ = stream.pass(2, isKept: false)
      case 0xFF: _ = stream.pass(1, isKept: true)
      default: return true
      }
    }
    return false
  }
}
