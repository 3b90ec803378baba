import TestSupport
import Testing

@testable import BucketPlaces

struct PositionRemovalTests {
  /// What is given on of a picture that comes in pieces of so many bytes.
  private func removed(
    _ kind: PictureKind, _ file: [UInt8], pieces: Int = 1 << 16
  ) throws -> [UInt8] {
    func run(_ total: Int?) throws -> [UInt8] {
      var rest = file[...]
      var result: [UInt8] = []
      try PositionRemoval.run(
        on: kind, count: total,
        next: {
          defer { rest = rest.dropFirst(pieces) }
          return rest.isEmpty ? nil : Array(rest.prefix(pieces))
        }, write: { result += $0 })
      return result
    }
    return try run(try run(nil).count)
  }

  private static let secrets = [PictureSample.secret, EXIFSample.secret, "GPS", "Photoshop"]

  static let samples: [(PictureKind, [UInt8], without: [UInt8])] = [
    (.jpeg, PictureSample.jpeg(), PictureSample.jpeg(nil)),
    (.png, PictureSample.png(), PictureSample.png(nil)),
    (.webp, PictureSample.webp(), PictureSample.webp(nil)),
    (.gif, PictureSample.gif(), PictureSample.gif(hasSecrets: false)),
  ]

  @Test(arguments: samples, [1, 2, 7, 64, 1 << 16])
  func `nothing of where it was taken is left, however it comes`(
    sample: (kind: PictureKind, file: [UInt8], without: [UInt8]), pieces: Int
  ) throws {
    let bytes = try removed(sample.kind, sample.file, pieces: pieces)
    let text = String(decoding: bytes, as: UTF8.self)
    for secret in Self.secrets { #expect(!text.contains(secret)) }
    #expect(PictureKind(start: bytes) == sample.kind)
    // What has nothing to be taken away stays as it is.
    #expect(try removed(sample.kind, bytes) == bytes)
    #expect(try removed(sample.kind, sample.without) == sample.without)
  }

  @Test func `a JPEG keeps which way is up, its camera and its day`() throws {
    let bytes = try removed(.jpeg, PictureSample.jpeg())
    let block = try #require(
      EXIFBlock.find(in: .jpeg) { count, offset in Array(bytes.dropFirst(offset).prefix(count)) })
    let facts = PhotoFacts(exif: block)
    #expect(facts.position == .none && facts.altitude == nil)
    #expect(facts.day?.description == "2026-03-12")
    guard let data = EXIFData(block) else {
      Issue.record("it isn't read again")
      return
    }
    let camera = data.text(0x010F, .image)
    #expect(camera == EXIFSample.camera)
    let hasOrientation = data.has(0x0112, .image)
    let count = data.count(.position) + data.count(.thumbnail)
    #expect(hasOrientation && count == 0)
  }

  @Test func `the picture itself stays byte by byte`() throws {
    var bytes = try removed(.jpeg, PictureSample.jpeg())
    // Behind the start and a segment of 18 bytes comes EXIF, with its length.
    let place = 20
    #expect(Array(bytes[place...].prefix(2)) == [0xFF, 0xE1])
    bytes.removeSubrange(place..<place + 2 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3]))
    #expect(bytes == PictureSample.jpeg(nil))
    let png = try removed(.png, PictureSample.png())
    #expect(png == PictureSample.png(nil))
    let webp = try removed(.webp, PictureSample.webp())
    #expect(webp.count == 12 + 18 + 22 && webp[20] == 0)
    #expect(Int(webp[4]) == webp.count - 8)
    #expect(try removed(.gif, PictureSample.gif()) == PictureSample.gif(hasSecrets: false))
  }

  @Test func `EXIF that nobody can read goes`() throws {
    let junk = [UInt8](repeating: 0xAB, count: 500)
    let bytes = try removed(.jpeg, PictureSample.jpeg(exifBlock: junk))
    #expect(bytes == PictureSample.jpeg(nil))
  }

  @Test func `a scan with fill bytes, stuffed ones and restarts is kept whole, and a second one`()
    throws
  {
    let scan: [UInt8] = [1, 0xFF, 0, 2, 0xFF, 0xD0, 3, 0xFF, 0xFF, 0, 4]
    let head: [UInt8] = [0xFF, 0xDA, 0, 3, 1]
    let file = [0xFF, 0xD8] + head + scan + [0xFF, 0xC4, 0, 3, 9] + head + scan + [0xFF, 0xD9]
    #expect(try removed(.jpeg, file + [1, 2, 3]) == file)
    let cut = [0xFF, 0xD8] + head + scan
    #expect(try removed(.jpeg, cut) == cut)
  }

  @Test(arguments: samples)
  func `a file that is cut anywhere is refused or has no secret`(
    sample: (kind: PictureKind, file: [UInt8], without: [UInt8])
  ) throws {
    for count in sample.file.indices {
      do {
        let bytes = try removed(sample.kind, Array(sample.file[..<count]))
        let text = String(decoding: bytes, as: UTF8.self)
        for secret in Self.secrets { #expect(!text.contains(secret)) }
      } catch let error as PictureError {
        #expect(error == .malformed(sample.kind))
      }
    }
  }

  @Test(arguments: [PictureKind.heic, .avif, .tiff])
  func `kinds in which a position may be anywhere are refused`(kind: PictureKind) {
    #expect(!PositionRemoval.isPossible(on: kind))
    #expect(throws: PictureError.kindUnclear(kind)) { try removed(kind, PictureSample.heic()) }
  }
}
