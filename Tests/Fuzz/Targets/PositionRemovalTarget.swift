@testable import BucketPlaces

/// A picture that is to be given on without its position.
enum PositionRemovalTarget: FuzzTarget {
  static let name = "position-removal"

  static func check(_ bytes: [UInt8]) throws {
    guard let kind = PictureKind(start: Array(bytes.prefix(PictureKind.startCount))) else { return }
    let once: [UInt8]
    do {
      once = try removed(bytes, kind)
    } catch is PictureError {
      return
    }
    // Whatever it was, what is given on is a picture in which nothing is left to be taken away.
    try Violation.unless(try removed(once, kind) == once, "something is taken away the second time")
    guard kind == .jpeg,
      let block = EXIFBlock.find(
        in: kind, { count, offset in Array(once.dropFirst(offset).prefix(count)) })
    else { return }
    try Violation.unless(PhotoFacts(exif: block).position == .none, "a position is left")
  }

  private static func removed(_ bytes: [UInt8], _ kind: PictureKind) throws -> [UInt8] {
    func run(_ count: Int?) throws -> [UInt8] {
      var rest = bytes[...]
      var result: [UInt8] = []
      // In pieces, so that what is looked for may lie across two.
      try PositionRemoval.run(
        on: kind, count: count,
        next: {
          defer { rest = rest.dropFirst(1_000) }
          return rest.isEmpty ? nil : Array(rest.prefix(1_000))
        }, write: { result += $0 })
      return result
    }
    return try run(try run(nil).count)
  }
}
