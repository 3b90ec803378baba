import FoundationEssentials
import TestSupport
import Testing

@testable import BucketPlaces

@Suite struct GeoJSONTests {
  private func text(_ places: [Place]) -> String {
    var text = ""
    ExportFormat.geojson.write(places) { text += $0 }
    return text
  }

  private func boundingBox(_ places: [Place]) throws -> [Double]? {
    struct Collection: Decodable { let bbox: [Double]? }
    return try JSONDecoder().decode(Collection.self, from: Data(text(places).utf8)).bbox
  }

  @Test func `places are written byte by byte as in the fixture`() throws {
    var hut = try Place(id: UUID(beginning: "b41e"), name: "A hut without a road")
    try hut.setAltitude(2100)
    let places = [
      try Place.full(), hut, try Place.at(14, 100, id: "c0"),
      try Place.at(-77.8463, 166.6681841, id: "c1"),
      try Place.at(1.23456789, -0.00000001, id: "c2"),
    ]
    #expect(Data(text(places).utf8) == (try fixture("places.geojson")))
  }

  @Test func `no places make an empty collection without a bounding box`() throws {
    #expect(text([]) == "{\"type\":\"FeatureCollection\",\"features\":[\n]}\n")
    #expect(try boundingBox([Place(name: "Camp")]) == nil)
  }

  @Test(
    arguments: [
      ([(14, 100)], [100, 14, 100, 14]),
      ([(10, 20), (-10, -20)], [-20, -10, 20, 10]),
      ([(-18, 178), (-17, -179)], [178, -18, -179, -17]),
      ([(0, 180)], [180, 0, 180, 0]), ([(0, -180)], [-180, 0, -180, 0]),
      ([(0, 180), (0, -180)], [180, 0, -180, 0]),
      ([(0, 170), (0, -180)], [170, 0, -180, 0]),
      ([(0, -90), (0, 90)], [-90, 0, 90, 0]),
      ([(0, 0), (0, 120), (0, -120)], [-120, 0, 120, 0]),
      ([(0, 0), (0, 120), (0, -119)], [-119, 0, 120, 0]),
      ([(0, 0), (0, 120), (0, -121)], [0, 0, -121, 0]),
      ([(90, 12), (60, 20)], [-180, 60, 180, 90]), ([(-90, 0)], [-180, -90, 180, -90]),
      ([(89.99999999, 0)], [-180, 90, 180, 90]),
      ([(52.5, 13.4), (52.5, 13.4)], [13.4, 52.5, 13.4, 52.5]),
    ] as [([(Double, Double)], [Double])])
  func `the bounding box is the least, across 180° and about the poles too`(
    positions: [(Double, Double)], box: [Double]
  ) throws {
    let places = try positions.map { try Place.at($0.0, $0.1) }
    #expect(try boundingBox(places) == box)
    #expect(try boundingBox(places.reversed() + [Place(name: "Camp")]) == box)
  }

  @Test func `an altitude gives the bounding box three axes`() throws {
    var high = try Place.at(1, 2)
    try high.setAltitude(3000.25)
    var low = try Place.at(3, 4)
    try low.setAltitude(-10)
    #expect(try boundingBox([high, low, Place.at(0, 0)]) == [0, 0, -10, 4, 3, 3000.25])
  }

  @Test(arguments: SeededGenerator.seeds)
  func `every place lies in the bounding box, and the gap outside is the widest`(
    seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let longitudes = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
        Double(Int.random(in: -180...180, using: &generator))
      }
      let box = try #require(try boundingBox(longitudes.map { try Place.at(0, $0) }))
      let (west, east) = (box[0], box[2])
      let width = east - west + (west > east ? 360 : 0)
      for longitude in longitudes {
        let inside =
          west > east ? longitude >= west || longitude <= east : (west...east).contains(longitude)
        #expect(inside, "\(longitudes)")
      }
      // No box that begins at another place and holds all of them is narrower.
      for start in longitudes {
        let reach = longitudes.map { $0 - start + ($0 < start ? 360 : 0) }.max() ?? 0
        #expect(width <= reach, "\(longitudes)")
      }
    }
  }

  @Test func `what a later version wrote is left out`() throws {
    var place = try Place(name: "Camp")
    place.unknownFields = ["secret": .bool(true)]
    #expect(!text([place]).contains("secret"))
  }

  @Test func `an error of the sink ends the writing`() throws {
    struct DiskFull: Error {}
    var parts = 0
    #expect(throws: DiskFull.self) {
      try GeoJSON.write([try Place(name: "A"), try Place(name: "B")]) { _ throws(DiskFull) in
        parts += 1
        if parts == 2 { throw DiskFull() }
      }
    }
    #expect(parts == 2)
  }
}
