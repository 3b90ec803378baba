/// The block of EXIF in a picture: where it is, and its bytes.
///
/// Only the way to it is looked at, never the picture itself, and no more than ``countLimit`` bytes
/// are given to anybody.
public enum EXIFBlock {
  /// Gives up to so many bytes at an offset, fewer where the file ends.
  public typealias Reading = (_ count: Int, _ offset: Int) -> [UInt8]

  /// The longest block that is looked at, in bytes: what fits into a segment of JPEG.
  static let countLimit = 0xFFFE
  /// What stands before it in JPEG, and must not elsewhere.
  static let mark = Array("Exif\0\0".utf8)
  /// The most parts of a file that are gone over.
  static let partLimit = 100_000

  /// The kinds in which it is looked for.
  public static func isRead(_ kind: PictureKind) -> Bool {
    switch kind {
    case .jpeg, .png, .webp, .heic, .avif: true
    case .gif, .tiff: false
    }
  }

  /// The block of a picture, without its mark; `nil` where it has none, or none that can be found.
  public static func find(in kind: PictureKind, _ read: @escaping Reading) -> [UInt8]? {
    let block =
      switch kind {
      case .jpeg: inJPEG(read)
      case .png: inPNG(read)
      case .webp: inWebP(read)
      case .heic, .avif: inHEIF(read)
      case .gif, .tiff: [UInt8]?.none
      }
    guard let block, block.count <= countLimit else { return nil }
    return block.starts(with: mark) ? Array(block.dropFirst(mark.count)) : block
  }

  private static func inJPEG(_ read: @escaping Reading) -> [UInt8]? {
    var offset = 2
    for _ in 0..<partLimit {
      let head = read(4, offset)
      guard head.count == 4, head[0] == 0xFF else { return nil }
      if head[1] == 0xFF {
        offset += 1
        continue
      }
      // The picture begins, or the file ends.
      if head[1] == 0xDA || head[1] == 0xD9 { return nil }
      let length = Int(head[2]) << 8 | Int(head[3])
      guard length >= 2 else { return nil }
      if head[1] == 0xE1 {
        let segment = read(length - 2, offset + 4)
        if segment.starts(with: mark), segment.count == length - 2 { return segment }
      }
      offset += 2 + length
    }
    return nil
  }

  /// PNG 3rd edition, 11.3.4.
  private static func inPNG(_ read: @escaping Reading) -> [UInt8]? {
    var offset = PositionRemoval.pngSignature.count
    for _ in 0..<partLimit {
      let head = read(8, offset)
      guard head.count == 8 else { return nil }
      let length = number(head[..<4])
      if head[4...].elementsEqual("eXIf".utf8) { return whole(length, offset + 8, read) }
      offset += 12 + length
    }
    return nil
  }

  private static func inWebP(_ read: @escaping Reading) -> [UInt8]? {
    var offset = 12
    for _ in 0..<partLimit {
      let head = read(8, offset)
      guard head.count == 8 else { return nil }
      let length = number(head[4...].reversed())
      if head[..<4].elementsEqual("EXIF".utf8) { return whole(length, offset + 8, read) }
      offset += 8 + length + length % 2
    }
    return nil
  }

  /// So many bytes, unless they are more than a block may have, or the file ends before.
  static func whole(_ count: Int, _ offset: Int, _ read: @escaping Reading) -> [UInt8]? {
    guard count <= countLimit + 4 else { return nil }
    let bytes = read(count, offset)
    return bytes.count == count ? bytes : nil
  }

  /// What up to seven bytes stand for, the highest one first.
  static func number(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
