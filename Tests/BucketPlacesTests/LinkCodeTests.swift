import TestSupport
import Testing

@testable import BucketPlaces

/// The codes of letters in links, against encoders that do the opposite.
@Suite struct LinkCodeTests {
  private func points(_ seed: UInt64) throws -> [Coordinate] {
    var generator = SeededGenerator(seed: seed)
    let edges = [(-90.0, -180.0), (90, 180), (0, 0), (-90, 180), (89.999999, -0.0000001)]
    return try edges.map { try Coordinate(latitude: $0.0, longitude: $0.1) }
      + (0..<40).map { _ in
        try Coordinate(
          latitude: .random(in: -90...90, using: &generator),
          longitude: .random(in: -180...180, using: &generator))
      }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `a short link of OpenStreetMap comes back`(seed: UInt64) throws {
    for point in try points(seed) {
      for count in 3...10 {
        let code = openStreetMapCode(of: point, count: count)
        let dashes = String(repeating: "-", count: count % 3)
        for (text, doubts) in [
          ("https://osm.org/go/\(code)\(dashes)?m", []),
          ("https://www.openstreetmap.org/go/\(code.replacing("~", with: "@"))?m=&layers=N", []),
          ("osm.org/go/\(code)\(dashes)", [.mapCenter(.openStreetMap)]),
        ] as [(String, [PastedPosition.Doubt])] {
          let position = try PastedPosition(parsing: text)
          let cell = 180 / Double(1 << (3 * count))
          #expect(abs(position.coordinate.latitude - point.latitude) <= cell + 1e-12, "\(text)")
          let across = (position.coordinate.longitude - point.longitude).remainder(dividingBy: 360)
          #expect(abs(across) <= 2 * cell + 1e-12, "\(text)")
          #expect(position.doubts == doubts, "\(text)")
        }
      }
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `a link of Organic Maps comes back`(seed: UInt64) throws {
    for point in try points(seed) {
      for count in 3...9 {
        let code = organicMapsCode(of: point, count: count)
        for text in [
          "ge0://\(code)/Old_Hut", "https://omaps.app/\(code)/Old_Hut",
          "http://ge0.me/\(code)/Old_Hut",
        ] {
          let position = try PastedPosition(parsing: text)
          let half = 90 / Double(1 << (3 * count))
          #expect(abs(position.coordinate.latitude - point.latitude) <= half + 1e-6, "\(text)")
          let across = (position.coordinate.longitude - point.longitude).remainder(dividingBy: 360)
          #expect(abs(across) <= 2 * half + 1e-6, "\(text)")
          #expect(position.name == "Old Hut" && position.doubts.isEmpty)
        }
      }
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `a geohash of Waze comes back`(seed: UInt64) throws {
    for point in try points(seed) {
      let code = geohash(of: point)
      for text in ["https://waze.com/ul/h\(code)", "https://www.waze.com/ul?h=\(code)"] {
        let position = try PastedPosition(parsing: text)
        #expect(position.coordinate.distance(to: point) < 0.2, "\(text)")
      }
    }
  }

  @Test(arguments: [
    "", "A", "A!", "-", "--A", "AAAAAAAAAAA", "AAAAAAAAAAAA", "é", "A é", "AB CD",
  ])
  func `letters that are no code are refused`(text: String) {
    #expect(OrganicMapsCode(text) == nil || text == "--A")
    #expect(OpenStreetMapCode(text) == nil || text == "A")
    #expect(Geohash(text) == nil)
  }

  @Test(arguments: [
    ("https://osm.org/go/0EEQjE--?m", "51.5107727,0.0549316"),
    ("ge0://o4B4pYZsRs/Zoo_Zürich", "47.3859303,8.5766597"),
    ("om://o4B4pYZsRs/Zoo_Zürich", "47.3859303,8.5766597"),
    ("https://waze.com/ul/hu4pruydqqvj", "57.6491106,10.4074397"),
  ])
  func `codes that are known lead where they are known to`(text: String, position: String) throws {
    #expect(try PastedPosition(parsing: text).coordinate.description == position)
  }

  /// The fraction of a turn, in so many bits.
  private func bits(_ fraction: Double, _ count: Int) -> UInt64 {
    let steps = UInt64(1) << UInt64(count)
    return min(UInt64(fraction * Double(steps)), steps - 1)
  }

  private func letters(_ values: [Int], _ alphabet: String) -> String {
    let alphabet = Array(alphabet)
    return String(values.map { alphabet[$0] })
  }

  /// Groups of so many bits, of which the first is the first number's.
  private func interleaved(_ first: UInt64, _ second: UInt64, bits: Int, by group: Int) -> [Int] {
    let all = (0..<UInt64(bits)).reversed().flatMap { bit -> [Int] in
      [Int(first >> bit & 1), Int(second >> bit & 1)]
    }
    return stride(from: 0, to: all.count, by: group).map { start in
      all[start..<(start + group)].reduce(0) { $0 << 1 | $1 }
    }
  }

  private func openStreetMapCode(of point: Coordinate, count: Int) -> String {
    letters(
      interleaved(
        bits((point.longitude + 180) / 360, 3 * count),
        bits((point.latitude + 90) / 180, 3 * count),
        bits: 3 * count, by: 6),
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~")
  }

  private func organicMapsCode(of point: Coordinate, count: Int) -> String {
    "o"
      + letters(
        interleaved(
          bits((point.latitude + 90) / 180, 3 * count),
          bits((point.longitude + 180) / 360, 3 * count),
          bits: 3 * count, by: 6),
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
  }

  private func geohash(of point: Coordinate) -> String {
    letters(
      interleaved(
        bits((point.longitude + 180) / 360, 30), bits((point.latitude + 90) / 180, 30), bits: 30,
        by: 5),
      "0123456789bcdefghjkmnpqrstuvwxyz")
  }
}
