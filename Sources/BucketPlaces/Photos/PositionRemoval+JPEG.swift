/// Sources: ITU-T T.81, annex B; ITU-T T.871 for JFIF, T.872 for the segment of Adobe.
extension PositionRemoval {
  mutating func runOnJPEG() throws(PictureError) {
    try need(stream.take(2) == [0xFF, 0xD8])
    stream.write([0xFF, 0xD8])
    var seen: Set<UInt8> = []
    while true {
      let marker = try nextMarker()
      switch marker {
      case 0xD9:
        stream.write([0xFF, marker])
        return
      // None of them has a place here, nor a length.
      case 0x00, 0xD8: throw .malformed(kind)
      case 0x01, 0xD0...0xD7: continue
      default: break
      }
      let head = try need(stream.take(2))
      let length = Int(head[0]) << 8 | Int(head[1])
      try need(length >= 2)
      let content = try need(stream.take(length - 2))
      switch marker {
      case 0xC4, 0xDB, 0xDD, 0xDA, 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        try need(Self.isPart(content, marker))
        if Self.isFrame(marker) { seen.insert(0xC0) }
        write(content, marker)
      default: keepApplication(content, marker, &seen)
      }
      guard marker == 0xDA else { continue }
      try need(seen.contains(0xC0))
      // A picture that ends before it should is given on as it is.
      if try !keepScan() { return }
    }
  }

  private mutating func nextMarker() throws(PictureError) -> UInt8 {
    try need(stream.take(1) == [0xFF])
    while true {
      let byte = try need(stream.take(1))[0]
      if byte != 0xFF { return byte }
    }
  }

  private mutating func write(_ content: [UInt8], _ marker: UInt8) {
    let length = content.count + 2
    stream.write([0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content)
  }

  // MARK: What describes the picture

  /// Whether a marker begins a frame: SOF0 to SOF15, between which DHT, JPG and DAC lie.
  private static func isFrame(_ marker: UInt8) -> Bool {
    switch marker {
    case 0xC4, 0xC8, 0xCC: false
    default: (0xC0...0xCF).contains(marker)
    }
  }

  /// Whether a segment is as long as what it holds, so that nothing else is in it.
  private static func isPart(_ content: [UInt8], _ marker: UInt8) -> Bool {
    switch marker {
    case 0xDB: isTables(content, of: quantisationCount)
    case 0xC4: isTables(content, of: codeCount)
    case 0xDD: content.count == 2
    case 0xDA: (1...4).contains(content.first ?? 0) && content.count == 4 + 2 * Int(content[0])
    default:
      // Without a number of lines it would come in a segment of its own, behind the first scan.
      content.count >= 9 && content.count == 6 + 3 * Int(content[5])
        && content[1] | content[2] != 0
    }
  }

  /// Whether a segment is a row of tables and nothing else.
  ///
  /// - Parameter count: How long the table is with which bytes begin.
  private static func isTables(
    _ content: [UInt8], of count: (ArraySlice<UInt8>) -> Int?
  ) -> Bool {
    var rest = content[...]
    while !rest.isEmpty {
      guard let count = count(rest), count <= rest.count else { return false }
      rest = rest.dropFirst(count)
    }
    return !content.isEmpty
  }

  private static func quantisationCount(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first, first >> 4 <= 1, first & 15 <= 3 else { return nil }
    return first >> 4 == 0 ? 65 : 129
  }

  private static func codeCount(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first, first >> 4 <= 1, first & 15 <= 3, bytes.count >= 17 else {
      return nil
    }
    let codes = bytes.dropFirst().prefix(16).reduce(0) { $0 + Int($1) }
    return codes <= 256 ? 17 + codes : nil
  }

  // MARK: What programs add

  private static let jfif = Array("JFIF\0".utf8)
  private static let adobe = Array("Adobe".utf8)
  private static let jfifCount = 14
  private static let adobeCount = 12

  /// Gives on of a segment what its kind has, if it is of a kind that says how the picture is shown.
  private mutating func keepApplication(
    _ content: [UInt8], _ marker: UInt8, _ seen: inout Set<UInt8>
  ) {
    switch marker {
    case 0xE0 where content.starts(with: Self.jfif) && content.count >= Self.jfifCount:
      // The last two are how large a smaller picture behind them is.
      if seen.insert(marker).inserted {
        write(content.prefix(Self.jfifCount - 2) + [0, 0], marker)
      }
    case 0xEE where content.starts(with: Self.adobe) && content.count >= Self.adobeCount:
      if seen.insert(marker).inserted { write(Array(content.prefix(Self.adobeCount)), marker) }
    case 0xE1 where content.starts(with: EXIFBlock.mark):
      if seen.insert(marker).inserted { keepEXIF(content) }
    case 0xE2 where content.starts(with: "ICC_PROFILE\0".utf8): write(content, marker)
    default: break
    }
  }

  private mutating func keepEXIF(_ segment: [UInt8]) {
    guard let block = Self.cleaned(Array(segment.dropFirst(EXIFBlock.mark.count))),
      2 + EXIFBlock.mark.count + block.count <= 0xFFFF
    else { return }
    write(EXIFBlock.mark + block, 0xE1)
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
