/// The kinds of pictures that are known, by what their files begin with.
public enum PictureKind: String, CaseIterable, Sendable {
  case jpeg, png, webp, gif, heic, avif, tiff

  /// How many bytes of a file are enough to know its kind.
  public static let startCount = 64

  /// The kind of a file; `nil` where it is none of them, or too short for what it begins with.
  ///
  /// - Parameters:
  ///   - start: What the file begins with, whatever it is called.
  ///   - count: How many bytes it has in all, if that is known.
  public init?(start: [UInt8], count: Int = .max) {
    func has(_ text: String, at offset: Int = 0) -> Bool {
      start.dropFirst(offset).starts(with: text.utf8)
    }
    switch start {
    case _ where Self.isJPEG(start, count: count): self = .jpeg
    case _
    where start.starts(with: PositionRemoval.pngSignature + [0, 0, 0, 13]) && has("IHDR", at: 12):
      self = .png
    // The head of a chunk, the size of the picture, the offset of its first list of fields.
    case _ where has("RIFF") && has("WEBP", at: 8) && start.count >= 20: self = .webp
    case _ where (has("GIF87a") || has("GIF89a")) && start.count >= 13: self = .gif
    case _ where (has("II*\0") || has("MM\0*")) && start.count >= 8: self = .tiff
    case _ where has("ftyp", at: 4):
      guard let kind = Self.kind(ofBrands: start) else { return nil }
      self = kind
    default: return nil
    }
  }

  /// The kind that the ending of a file's name stands for; `nil` for any other ending.
  public init?(ending: some StringProtocol) {
    switch ending.lowercased() {
    case "jpg": self = .jpeg
    case "heif": self = .heic
    case "tif": self = .tiff
    case let ending: self.init(rawValue: ending)
    }
  }

  /// What it is called in the registry of media types.
  public var mediaType: String { "image/\(rawValue)" }

  /// Whether a first segment follows the beginning, and is in the file as a whole.
  private static func isJPEG(_ start: [UInt8], count: Int) -> Bool {
    guard start.starts(with: [0xFF, 0xD8, 0xFF]) else { return false }
    let segment = start.dropFirst(2).drop { $0 == 0xFF }.prefix(3)
    guard segment.count == 3, let marker = segment.first else { return false }
    let length = EXIFBlock.number(segment.dropFirst())
    // Those before and between have no length: T.81, table B.1.
    return marker >= 0xC0 && !(0xD0...0xD9).contains(marker) && length >= 2
      && segment.endIndex - 2 + length <= count
  }

  /// The kind by the brands of an ISO base media file (ISO/IEC 14496-12, 4.3).
  private static func kind(ofBrands start: [UInt8]) -> PictureKind? {
    let size = Int(start[3]) | Int(start[2]) << 8 | (start[0] | start[1] == 0 ? 0 : 1 << 16)
    let offsets = [8] + stride(from: 16, to: min(size, start.count) - 3, by: 4)
    let brands = Set(
      offsets.filter { $0 + 4 <= start.count }.map {
        String(decoding: start[$0..<$0 + 4], as: UTF8.self)
      })
    if !brands.isDisjoint(with: ["avif", "avis"]) { return .avif }
    return brands.isDisjoint(with: ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"])
      ? nil : .heic
  }
}
