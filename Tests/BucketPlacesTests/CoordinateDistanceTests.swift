import BucketPlaces
import FoundationEssentials
import TestSupport
import Testing

@Suite struct CoordinateDistanceTests {
  private static let radius = 6_371_008.8
  private static let halfCircle = Double.pi * radius

  private func metres(
    _ latitude: Double, _ longitude: Double, _ otherLatitude: Double, _ otherLongitude: Double
  ) throws -> Double {
    try Coordinate(latitude: latitude, longitude: longitude)
      .distance(to: Coordinate(latitude: otherLatitude, longitude: otherLongitude))
  }

  @Test(
    arguments: [
      (0.0, 0.0, 0.0, 1.0, halfCircle / 180), (10, 20, 11, 20, halfCircle / 180),
      (0, 0, 90, 77, halfCircle / 2), (-90, 3, 90, -140, halfCircle),
      (0, 179.5, 0, -179.5, halfCircle / 180), (30, 0, -30, 180, halfCircle),
      (12.25, 34.5, -12.25, -145.5, halfCircle), (0, -90, 0, 90, halfCircle),
      (89, 0, 89, 180, halfCircle / 90), (60, 0, 60, 180, halfCircle / 3),
    ])
  func `degrees of a great circle are as long as they are`(
    latitude: Double, longitude: Double, otherLatitude: Double, otherLongitude: Double,
    expected: Double
  ) throws {
    let metres = try metres(latitude, longitude, otherLatitude, otherLongitude)
    #expect(abs(metres - expected) < 1e-6, "\(metres)")
  }

  @Test func `the README's tour has the distance that is measured`() throws {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let tour = try String(
      decoding: Data(contentsOf: URL(filePath: root + "/README.md")), as: UTF8.self)
    let metres = try metres(53.5, 108.2, 52.29, 104.3)
    #expect(tour.contains("    0 m  Lake Baikal  53.5000, 108.2000 "))
    #expect(
      tour.contains("  \(Int((metres / 1000).rounded())) km  Irkutsk      52.2900, 104.3000 "))
  }

  @Test(
    arguments: [
      (90.0, 0.0, 90.0, 90.0), (-90, -180, -90, 12.5), (5, 180, 5, -180),
      (53.5, 108.2, 53.5, 108.2),
    ])
  func `a point is nowhere else under another name`(
    latitude: Double, longitude: Double, otherLatitude: Double, otherLongitude: Double
  ) throws {
    #expect(try metres(latitude, longitude, otherLatitude, otherLongitude) == 0)
  }

  @Test func `places a step apart are told apart`() throws {
    let metres = try metres(53.5, 108.2, 53.500_000_1, 108.2)
    #expect(abs(metres - 0.0111195) < 1e-6)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `a distance is the same both ways, and no more than half the circle`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func any() throws -> Coordinate {
      try Coordinate(
        latitude: .random(in: -90...90, using: &generator),
        longitude: .random(in: -180...180, using: &generator))
    }
    for _ in 0..<1000 {
      let (one, other) = (try any(), try any())
      let metres = one.distance(to: other)
      #expect(metres == other.distance(to: one))
      #expect((0...Self.halfCircle).contains(metres))
      let antipode = try Coordinate(
        latitude: -one.latitude,
        longitude: one.longitude > 0 ? one.longitude - 180 : one.longitude + 180)
      #expect(abs(metres + antipode.distance(to: other) - Self.halfCircle) < 1e-5)
    }
  }
}
