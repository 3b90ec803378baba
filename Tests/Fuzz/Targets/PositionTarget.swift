import BucketPlaces

@testable import BucketCommand

/// A position as it is typed.
enum PositionTarget: FuzzTarget {
  static let name = "position"

  static func check(_ bytes: [UInt8]) throws {
    let coordinate: Coordinate
    do throws(CoordinateError) {
      coordinate = try Coordinate(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      if case .ambiguous(_, let readings) = error {
        try Violation.unless(!readings.isEmpty, "an ambiguous position has no reading")
      }
      return try Violation.unless(
        !Failure.words(for: error).message.isEmpty, "nothing is said about \(error)")
    }
    let again = try Coordinate(parsing: coordinate.description)
    try Violation.unless(
      again.description == coordinate.description, "a position isn't read as it was written")
    try Violation.unless(
      abs(again.latitude - coordinate.latitude) < 1e-7
        && abs(again.longitude - coordinate.longitude) < 1e-7,
      "a position moves when it is written")
  }
}
