/// Source: PNG, 3rd edition, 11.
extension PositionRemoval {
  /// Whether a chunk is one of those that show the picture, and as long as they are.
  private static func isShown(_ type: String, count: Int) -> Bool {
    switch type {
    case "IDAT", "iCCP": true
    case "IHDR": count == 13
    case "PLTE": count <= 768 && count % 3 == 0
    case "IEND": count == 0
    case "tRNS": count <= 256
    case "gAMA": count == 4
    case "cHRM": count == 32
    case "sRGB": count == 1
    case "sBIT": (1...4).contains(count)
    case "bKGD": [1, 2, 6].contains(count)
    case "pHYs": count == 9
    case "hIST": count <= 512 && count % 2 == 0
    case "acTL": count == 8
    case "fcTL": count == 26
    case "fdAT": count >= 4
    default: false
    }
  }

  /// The chunks that may come again.
  private static let repeated: Set<String> = ["IDAT", "fcTL", "fdAT"]
  /// The chunks without which nothing is shown.
  private static let needed: Set<String> = ["IHDR", "PLTE", "IDAT", "IEND"]

  mutating func runOnPNG() throws(PictureError) {
    try need(stream.take(8) == Self.pngSignature)
    stream.write(Self.pngSignature)
    var seen: Set<String> = []
    while true {
      let head = try need(stream.take(8))
      let type = String(decoding: head[4...], as: UTF8.self)
      let count = EXIFBlock.number(head[..<4])
      try need(seen.isEmpty == (type == "IHDR"))
      let isNew = seen.insert(type).inserted
      let isKept = (isNew || Self.repeated.contains(type)) && Self.isShown(type, count: count)
      try need(isKept || !Self.needed.contains(type))
      if isKept { stream.write(head) }
      // A check of four bytes is behind the content.
      try need(stream.pass(count + 4, isKept: isKept))
      if type == "IEND" { return }
    }
  }
}
