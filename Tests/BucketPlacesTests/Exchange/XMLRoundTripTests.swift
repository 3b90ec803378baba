import FoundationEssentials
import TestSupport
import Testing

@testable import BucketPlaces

@Suite struct XMLRoundTripTests {
  @Test(arguments: [ExportFormat.gpx, .kml], SeededGenerator.seeds)
  func `what is written comes back equal`(format: ExportFormat, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let places = try Place.awkward(300, using: &generator)
    var text = ""
    format.write(places) { text += $0 }
    let file = try FoundFile(xml: text)
    let written = Dictionary(uniqueKeysWithValues: places.map { ($0.id, $0.exactly) })
    let read = Dictionary(uniqueKeysWithValues: file.places.map { ($0.id, $0.exactly) })
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
    #expect(file.found.allSatisfy { $0.isIdentified && $0.remarks.isEmpty })
  }
}
