import Testing

@testable import BucketPlaces

@Suite struct QueryNearTests {
  private func book() throws -> PlaceBook {
    PlaceBook([
      try Place.at(0, 179.9, id: "a1"), try Place.at(89.9, 10, id: "a2"),
      try Place.at(0, 170, id: "a3"),
      try Place(id: .init(beginning: "a4"), name: "Nowhere"), try Place.at(0, -179.9, id: "a5"),
      try Place.at(89.9, -170, id: "a6"),
    ])
  }

  private func ids(_ change: (inout Query) -> Void) throws -> [String] {
    var query = Query()
    change(&query)
    return query.apply(to: try book()).map { String($0.id.hexadecimal.prefix(2)) }
  }

  @Test func `the nearest come first, across 180° and the pole, those without a position last`()
    throws
  {
    let edge = try Coordinate(latitude: 0, longitude: 180)
    #expect(
      try ids { ($0.near, $0.sort) = (edge, .distance) } == ["a1", "a5", "a3", "a6", "a2", "a4"])
    let pole = try Coordinate(latitude: 90, longitude: 0)
    #expect(
      try ids { ($0.near, $0.sort) = (pole, .distance) } == ["a2", "a6", "a1", "a3", "a5", "a4"])
  }

  @Test func `only what is within a distance is found, the end of it included`() throws {
    let edge = try Coordinate(latitude: 0, longitude: -180)
    let far = edge.distance(to: try Coordinate(latitude: 0, longitude: 179.9))
    #expect(try ids { ($0.near, $0.within) = (edge, far) } == ["a1", "a5"])
    #expect(try ids { ($0.near, $0.within) = (edge, far - 1) } == [])
    #expect(try ids { ($0.near, $0.within) = (edge, 1.2e6) } == ["a1", "a3", "a5"])
  }
}
