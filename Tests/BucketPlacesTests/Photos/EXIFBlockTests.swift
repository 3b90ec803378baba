import TestSupport
import Testing

@testable import BucketPlaces

struct EXIFBlockTests {
  private func block(_ kind: PictureKind, _ file: [UInt8]) -> [UInt8]? {
    EXIFBlock.find(in: kind) { count, offset in
      offset < file.count && count > 0 ? Array(file[offset...].prefix(count)) : []
    }
  }

  static let samples: [(PictureKind, [UInt8])] = [
    (.jpeg, PictureSample.jpeg()), (.png, PictureSample.png()), (.webp, PictureSample.webp()),
    (.heic, PictureSample.heic()), (.heic, PictureSample.heic(isWithin: true)),
  ]

  @Test(arguments: samples)
  func `the block is found in each kind, whatever is around it`(
    kind: PictureKind, file: [UInt8]
  ) {
    #expect(PictureKind(start: file) == kind)
    #expect(block(kind, file) == EXIFSample().bytes)
  }

  @Test(arguments: samples)
  func `a file that is cut anywhere has a whole block or none`(kind: PictureKind, file: [UInt8]) {
    for count in file.indices {
      let found = block(kind, Array(file[..<count]))
      #expect(found == nil || found == EXIFSample().bytes)
    }
  }

  @Test(
    arguments: [
      (.jpeg, PictureSample.jpeg(nil)), (.png, PictureSample.png(nil)),
      (.webp, PictureSample.webp(nil)), (.gif, PictureSample.gif()),
    ] as [(PictureKind, [UInt8])])
  func `a picture without one has none`(kind: PictureKind, file: [UInt8]) {
    #expect(PictureKind(start: file) == kind)
    #expect(block(kind, file) == nil)
  }

  @Test(
    arguments: [
      ("#!/bin/sh\n", nil), ("", nil), ("II*\0\u{8}\0\0\0", .tiff),
      ("MM\0*\0\0\0\u{8}", .tiff), ("GIF87a\0\0\0\0\0\0\0", .gif), ("GIF87a", nil), ("II*\0", nil),
      ("RIFF\0\0\0\0WEBP", nil),
      ("RIFF....WAVE", nil), ("\0\0\0\u{18}ftypmp42\0\0\0\0isommp42", nil),
      ("\0\0\0\u{1C}ftypmif1\0\0\0\0avifmif1miaf", .avif), ("\0\0\0\u{14}ftypheic\0\0\0\0", .heic),
    ] as [(String, PictureKind?)])
  func `what a file begins with tells its kind`(start: String, kind: PictureKind?) {
    #expect(PictureKind(start: Array(start.utf8)) == kind)
  }

  @Test(arguments: samples)
  func `what ends where a picture begins is none`(kind: PictureKind, file: [UInt8]) {
    for count in 0..<6 { #expect(PictureKind(start: Array(file[..<count])) == nil) }
  }

  @Test func `a JPEG has a first segment, all of it`() {
    let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xFF, 0xE0, 0, 16]
    #expect(PictureKind(start: start) == .jpeg)
    #expect(PictureKind(start: start, count: 21) == .jpeg)
    #expect(PictureKind(start: start, count: 20) == nil)
    for end: [UInt8] in [
      [], [0xE0], [0xE0, 0], [0xE0, 0, 1], [0xD8, 0, 9], [0xD9, 0, 9], [0, 0, 9],
    ] {
      #expect(PictureKind(start: [0xFF, 0xD8, 0xFF] + end) == nil)
    }
  }
}
