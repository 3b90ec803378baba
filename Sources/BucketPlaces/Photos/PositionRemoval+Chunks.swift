/// Formats that are rows of chunks, each with its length.
extension PositionRemoval {
  /// Chunks of PNG besides the critical ones that change how it looks: PNG 3rd edition, 11.3.
  private static let shownChunks: Set<String> = [
    "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "cICP", "mDCV", "cLLI", "bKGD", "pHYs", "acTL",
    "fcTL", "fdAT",
  ]

  mutating func runOnPNG() throws(PictureError) {
    try need(stream.take(8) == Self.pngSignature)
    stream.write(Self.pngSignature)
    while true {
      let head = try need(stream.take(8))
      let type = String(decoding: head[4...], as: UTF8.self)
      // Critical chunks have a capital first.
      let isKept = head[4] & 0x20 == 0 || Self.shownChunks.contains(type)
      if isKept { stream.write(head) }
      // A check of four bytes is behind the content.
      try need(stream.pass(EXIFBlock.number(head[..<4]) + 4, isKept: isKept))
      if type == "IEND" { return }
    }
  }

  /// RFC 9649.
  mutating func runOnWebP(count: Int?) throws(PictureError) {
    let head = try need(stream.take(12))
    var left = EXIFBlock.number(head[4..<8].reversed()) - 4
    try need(head.starts(with: "RIFF".utf8) && head[8...].elementsEqual("WEBP".utf8) && left >= 0)
    stream.write(head[..<4])
    stream.write(UInt32(clamping: (count ?? 8) - 8).littleEndian.bytes)
    stream.write(head[8...])
    while left >= 8 {
      let head = try need(stream.take(8))
      let length = EXIFBlock.number(head[4...].reversed())
      let padded = length + length % 2
      left -= 8 + padded
      switch String(decoding: head[..<4], as: UTF8.self) {
      case "VP8X":
        try need((10...64).contains(length))
        var content = try need(stream.take(padded))
        // It says whether there are EXIF and XMP.
        content[0] &= ~0x0C
        stream.write(head + content)
      case "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP":
        stream.write(head)
        try need(stream.pass(padded, isKept: true))
      default: try need(stream.pass(padded, isKept: false))
      }
    }
  }
}

extension UInt32 {
  fileprivate var bytes: [UInt8] {
    unsafe withUnsafeBytes(of: self) { unsafe Array($0) }
  }
}
