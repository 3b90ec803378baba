import BucketPlaces

/// A picture, of which the block of EXIF is looked for and read.
enum PhotoFactsTarget: FuzzTarget {
  static let name = "photo-facts"

  static func check(_ bytes: [UInt8]) throws {
    guard let kind = PictureKind(start: Array(bytes.prefix(PictureKind.startCount))) else { return }
    let block = EXIFBlock.find(in: kind) { count, offset in
      offset >= 0 && offset < bytes.count ? Array(bytes[offset...].prefix(count)) : []
    }
    guard let block else { return }
    try Violation.unless(block.count <= bytes.count, "a block is longer than its file")
    _ = PhotoFacts(exif: block)
  }
}
