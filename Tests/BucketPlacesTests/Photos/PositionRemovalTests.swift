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
    let head: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
    let start: [UInt8] =
      [0xFF, 0xD8, 0xFF, 0xC2, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0] + head + scan
    let file = start + [0xFF, 0xDD, 0, 4, 0, 1] + head + scan + [0xFF, 0xD9]
    #expect(try removed(.jpeg, file + [1, 2, 3]) == file)
    let cut = start
    #expect(try removed(.jpeg, cut) == cut)
  }

  // MARK: Parts that nobody knows

  private static let hidden = Array(PictureSample.secret.utf8)

  private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
  }

  private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    [0, 0, 0, UInt8(content.count)] + Array(type.utf8) + content + [1, 2, 3, 4]
  }

  private static func webpChunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    Array(type.utf8) + [UInt8(content.count), 0, 0, 0] + content
      + (content.count.isMultiple(of: 2) ? [] : [7])
  }

  private static func webp(_ chunks: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + [UInt8(chunks.count + 4), 0, 0, 0] + Array("WEBP".utf8) + chunks
  }

  @Test(
    arguments: [
      0x02, 0xC8, 0xCC, 0xDC, 0xDE, 0xDF, 0xE0, 0xE2, 0xE3, 0xEC, 0xEE, 0xEF, 0xF0, 0xF7,
      0xFD, 0xFE,
    ] as [UInt8])
  func `segments of a JPEG that aren't known go`(marker: UInt8) throws {
    var file = PictureSample.jpeg(nil)
    file.insert(contentsOf: Self.segment(marker, Self.hidden), at: 20)
    #expect(try removed(.jpeg, file) == PictureSample.jpeg(nil))
    // Behind a scan as well, where more scans may come.
    let end = [0xFF, 0xD9] as [UInt8]
    file = PictureSample.jpeg(nil).dropLast(2) + Self.segment(marker, Self.hidden) + end
    #expect(try removed(.jpeg, file) == PictureSample.jpeg(nil))
  }

  @Test(arguments: [0xC0, 0xC2, 0xC4, 0xDA, 0xDB, 0xDD] as [UInt8])
  func `segments of a JPEG that are longer than what they hold are refused`(marker: UInt8) throws {
    var file = PictureSample.jpeg(nil)
    let place = file.indices.dropLast(3).first { file[$0] == 0xFF && file[$0 + 1] == marker } ?? 20
    file.insert(contentsOf: Self.segment(marker, Self.hidden), at: place)
    #expect(throws: PictureError.malformed(.jpeg)) { try removed(.jpeg, file) }
  }

  @Test func `what programs add to a JPEG keeps its length and comes once`() throws {
    let plain = PictureSample.jpeg(nil)
    var file = plain
    // A smaller picture, 4 × 1 points, in the segment of JFIF, and another one in one of its own.
    let jfif = Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 4, 1] + Self.hidden.prefix(12)
    let adobe = Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1]
    let added =
      Self.segment(0xE0, jfif) + Self.segment(0xE0, Array("JFXX\0".utf8) + Self.hidden)
      + Self.segment(0xE0, jfif) + Self.segment(0xEE, adobe + Self.hidden)
      + Self.segment(0xEE, adobe) + [0xFF, 0xD3, 0xFF, 0x01]
    file.replaceSubrange(2..<20, with: added)
    #expect(try removed(.jpeg, file) == plain[..<20] + Self.segment(0xEE, adobe) + plain[20...])
  }

  @Test(
    arguments: [[0xFF, 0xD8], [0xFF, 0x00], [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]] as [[UInt8]])
  func `a JPEG that begins again, or with a scan, is damaged`(added: [UInt8]) throws {
    var file = PictureSample.jpeg(nil)
    file.insert(contentsOf: added, at: 20)
    #expect(throws: PictureError.malformed(.jpeg)) { try removed(.jpeg, file) }
    file = PictureSample.jpeg(nil).dropLast(2) + [0xFF, 0xD8] + file
    #expect(throws: PictureError.malformed(.jpeg)) { try removed(.jpeg, file) }
  }

  @Test(arguments: ["ABCD", "vpAg", "zTXt", "eXIf", "tIME", "sPLT", "gAMA", "sRGB", "cHRM", "acTL"])
  func `chunks of a PNG that aren't known go, critical ones too`(type: String) throws {
    let (plain, hidden) = (PictureSample.png(nil), Self.chunk(type, Self.hidden))
    // Behind the signature, IHDR and gAMA, and before the end.
    for place in [33 + 16, plain.count - 12] {
      var file = plain
      file.insert(contentsOf: hidden, at: place)
      #expect(try removed(.png, file) == plain)
    }
    var file = plain
    file.insert(contentsOf: hidden, at: 8)
    #expect(throws: PictureError.malformed(.png)) { try removed(.png, file) }
  }

  @Test(arguments: ["IHDR", "PLTE", "IEND"])
  func `chunks that show a PNG and have another length are refused`(type: String) throws {
    var file = PictureSample.png(nil)
    file.insert(contentsOf: Self.chunk(type, Self.hidden.dropLast()), at: 33)
    #expect(throws: PictureError.malformed(.png)) { try removed(.png, file) }
  }

  @Test func `extensions of a GIF have one block of their length`() throws {
    let plain = PictureSample.gif(hasSecrets: false)
    let block = [UInt8(Self.hidden.count)] + Self.hidden
    let text: [UInt8] = [0x21, 0x01, 12] + [UInt8](repeating: 0, count: 12)
    let colours = [0x21, 0xFF, 11] + Array("ICCRGBG1012".utf8)
    let repetition = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8)
    for added in [
      text + block + [0], colours + block + [0], repetition + block + [0],
      [0x21, 0xF9] + block + [0],
      [0x21, 0x77] + block + [0], [0x21, 0xF9, 0], repetition + [0],
    ] {
      var file = plain
      file.insert(contentsOf: added, at: 19)
      #expect(try removed(.gif, file) == plain)
    }
    var file = plain
    // Behind the blocks of both that are there, and once more.
    file.insert(contentsOf: block, at: 45)
    file.insert(contentsOf: block + [0] + repetition + [3, 1, 7, 7], at: 37)
    #expect(try removed(.gif, file) == plain)
  }

  @Test func `chunks of a WebP are cut to their length, and those that aren't known go`() throws {
    let point = Self.webpChunk("VP8L", [0x2F, 0, 0, 0, 1])
    let frame = [UInt8](repeating: 1, count: 16)
    let file = Self.webp(
      Self.webpChunk("VP8X", [0xFF, 9, 9, 9, 1, 0, 0, 1, 0, 0] + Self.hidden.prefix(9))
        + Self.webpChunk("ANIM", [1, 2, 3, 4, 5, 6] + Self.hidden.prefix(9))
        + Self.webpChunk("ANMF", frame + point) + Self.webpChunk("ABCD", Self.hidden)
        + point + point + Self.webpChunk("VP8X", Self.hidden))
    let clean = Array("VP8L".utf8) + [5, 0, 0, 0, 0x2F, 0, 0, 0, 1, 0]
    #expect(
      try removed(.webp, file)
        == Self.webp(
          Self.webpChunk("VP8X", [0x32, 0, 0, 0, 1, 0, 0, 1, 0, 0])
            + Self.webpChunk("ANIM", [1, 2, 3, 4, 5, 6])
            + Self.webpChunk("ANMF", frame + clean) + clean))
    let contents: [[UInt8]] = [
      frame + point + Self.webpChunk("ABCD", Self.hidden), frame + point + point,
      frame + point + Self.hidden.prefix(4), frame + [0], [1],
    ]
    for content in contents {
      #expect(throws: PictureError.malformed(.webp)) {
        try removed(.webp, Self.webp(Self.webpChunk("ANMF", content)))
      }
    }
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
