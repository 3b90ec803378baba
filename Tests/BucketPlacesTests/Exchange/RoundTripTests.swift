import FoundationEssentials
import TestSupport
import Testing

@testable import BucketPlaces

@Suite struct RoundTripTests {
  @Test(
    arguments: [ExportFormat.geojson, .gpx, .kml, .csv, .spreadsheet, .json], SeededGenerator.seeds)
  func `what is written comes back equal`(format: ExportFormat, seed: UInt64) throws {
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    let places = try Place.awkward(300, using: &generator)
    var text = ""
    format.write(places) { text += $0 }
    let file = try FoundFile(content: text)
    let written = Dictionary(uniqueKeysWithValues: places.map { ($0.id, $0.exactly(in: format)) })
    let read = Dictionary(
      uniqueKeysWithValues: file.places.map { ($0.id, $0.exactly(in: format)) })
    for (id, place) in written {
      let other = read[id] ?? ""
      let same = zip(place.utf8, other.utf8).prefix { $0 == $1 }.count
      let (around, found) = (place.utf8.dropFirst(same - 20), other.utf8.dropFirst(same - 20))
      #expect(
        other.utf8.elementsEqual(place.utf8),
        """
        \(String(decoding: around.prefix(60), as: UTF8.self)) came back as \
        \(String(decoding: found.prefix(60), as: UTF8.self))
        """)
    }
    #expect(file.findings.count == places.count)
    let changed = file.found.filter { !$0.isIdentified || $0.isUnnamed || !$0.remarks.isEmpty }
    #expect(changed.isEmpty)
  }

  @Test(arguments: [ExportFormat.geojson, .gpx, .kml, .csv, .spreadsheet, .json])
  func `an export without places is known for one`(format: ExportFormat) throws {
    var text = ""
    format.write([]) { text += $0 }
    #expect(try FoundFile(content: text).findings.isEmpty)
  }
}

extension Place {
  /// All that there is to the place as a format holds it, byte for byte.
  fileprivate func exactly(in format: ExportFormat) -> String {
    // The list of our own has every digit of a position; the others have seven decimals.
    guard format != .json, let coordinate else { return exactly }
    let (altitude, isNear) = (altitude, approximate)
    var rounded = self
    func round(_ number: Double) -> Double {
      Double(FixedPoint(number, decimals: Position.decimals).fixed) ?? .nan
    }
    rounded.coordinate = try? Coordinate(
      latitude: round(coordinate.latitude), longitude: round(coordinate.longitude))
    try? rounded.setAltitude(altitude)
    rounded.approximate = isNear
    return rounded.exactly
  }
}
