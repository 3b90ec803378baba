import BucketPlaces

@testable import BucketCommand

/// A position as it is typed or pasted.
enum PositionTarget: FuzzTarget {
  static let name = "position"

  static func check(_ bytes: [UInt8]) throws {
    try check(String(decoding: bytes, as: UTF8.self))
  }

  static func check(_ text: String) throws {
    let position: PastedPosition
    do throws(CoordinateError) {
      position = try PastedPosition(parsing: text)
    } catch {
      return try check(error, text)
    }
    for doubt in position.doubts {
      try Violation.unless(!Failure.words(for: doubt).isEmpty, "nothing is said about \(doubt)")
    }
    let coordinate = position.coordinate
    for (text, resolution) in [
      (coordinate.description, 0.02), (coordinate.degreesAndMinutes, 2.0),
      (coordinate.geoURI, 0.02),
      (coordinate.mapLink, 0.02), (PlusCode(of: coordinate).text, 11.0),
    ] {
      let again = try PastedPosition(parsing: text)
      try Violation.unless(again.doubts.isEmpty, "\(text) is doubted")
      try Violation.unless(
        again.coordinate.distance(to: coordinate) < resolution, "a position moves as \(text)")
    }
  }

  private static func check(_ error: CoordinateError, _ text: String) throws {
    switch error {
    case .ambiguous(_, let readings), .letterO(let readings):
      try Violation.unless(!readings.isEmpty, "an ambiguous position has no reading")
    case .shortPlusCode(let code, _):
      let near = try Coordinate(latitude: 89.9, longitude: -179.9)
      let found = try PastedPosition(parsing: text, near: near).coordinate
      try Violation.unless(
        PlusCode(of: found, digits: 15).text.contains(code.text.prefix(4)),
        "\(code) isn't found near a place")
    default: break
    }
    let words = Failure.words(for: error)
    try Violation.unless(
      !words.message.isEmpty && !words.hint.isEmpty, "nothing is said about \(error)")
  }
}
