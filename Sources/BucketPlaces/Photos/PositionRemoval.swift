/// Gives a picture on without what tells where it was taken.
///
/// Only those parts of a file are given on that are needed to show it, and of EXIF those that tell how
/// it was taken: of whatever else there may be, nobody knows what is in it. What follows the end of the
/// picture stays away.
public struct PositionRemoval {
  var stream: PictureStream
  let kind: PictureKind

  static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Whether files of a kind can be given on without a position.
  public static func isPossible(on kind: PictureKind) -> Bool {
    switch kind {
    case .jpeg, .png, .webp, .gif: true
    case .heic, .avif, .tiff: false
    }
  }

  /// Reads a picture from its beginning, and gives on what stays, all in pieces.
  ///
  /// - Parameters:
  ///   - count: How many bytes that came to when it was done before; only then what is given on is
  ///     sure to be right, and before it is for counting.
  ///   - next: Gives the next bytes; `nil` at the end.
  public static func run(
    on kind: PictureKind, count: Int? = nil, next: @escaping () -> [UInt8]?,
    write: @escaping ([UInt8]) -> Void
  ) throws(PictureError) {
    var removal = PositionRemoval(stream: PictureStream(next: next, write: write), kind: kind)
    switch kind {
    case .jpeg: try removal.runOnJPEG()
    case .png: try removal.runOnPNG()
    case .webp: try removal.runOnWebP(count: count)
    case .gif: try removal.runOnGIF()
    case .heic, .avif, .tiff: throw .kindUnclear(kind)
    }
    removal.stream.flush()
  }

  func need<Value>(_ value: Value?) throws(PictureError) -> Value {
    guard let value else { throw .malformed(kind) }
    return value
  }

  func need(_ condition: Bool) throws(PictureError) {
    if !condition { throw .malformed(kind) }
  }

  // MARK: EXIF

  /// Size and resolution, orientation, camera, dates, author.
  private static let imageTags: Set<UInt32> = [
    0x010F, 0x0110, 0x0112, 0x011A, 0x011B, 0x0128, 0x0131, 0x0132, 0x013B, 0x0213, 0x8298,
  ]
  /// How the photo was taken: no note of the maker, no comment, no time zone.
  private static let photoTags: Set<UInt32> = Set([
    0x829A, 0x829D, 0x8822, 0x8827, 0x8830, 0x9000, 0x9003, 0x9004, 0x9101, 0x9102,
  ]).union(0x9201...0x920A).union([0x9214]).union(0x9290...0x9292).union(0xA000...0xA003).union([
    0xA20E, 0xA20F, 0xA210, 0xA215, 0xA217, 0xA300, 0xA301,
  ]).union(0xA401...0xA40A).union([0xA40C, 0xA432, 0xA433, 0xA434])

  /// A block of EXIF with what tells how a photo was taken, and to be shown; `nil` where nothing of
  /// that is in it.
  static func cleaned(_ block: [UInt8]) -> [UInt8]? {
    guard var data = EXIFData(block) else { return nil }
    data.keepOnly(image: imageTags, photo: photoTags)
    guard data.count(.image) + data.count(.photo) > 0, let written = data.written(),
      let again = EXIFData(written), again.count(.position) == 0
    else { return nil }
    return written
  }
}
