import Testing

@testable import BucketPlaces

@Suite struct GeoURITests {
  @Test(
    arguments: [
      ("geo:48.201,16.3695", 48.201, 16.3695, nil, nil),
      ("GEO:48.201,16.3695,183", 48.201, 16.3695, 183, nil),
      ("geo:48.201,-16.3695,-4.5;u=10", 48.201, -16.3695, -4.5, nil),
      ("geo:48.201,16.3695;CRS=WGS84;u=0;x=y;flag", 48.201, 16.3695, nil, nil),
      ("geo:48.201,16.3695?z=16", 48.201, 16.3695, nil, nil),
      ("geo:90,45", 90, 0, nil, nil), ("geo:5,-180", 5, -180, nil, nil),
      ("geo:0,0", 0, 0, nil, nil),
      ("geo:0,0?q=48.201,16.3695(Karlskirche)", 48.201, 16.3695, nil, "Karlskirche"),
      ("geo:0,0?q=48.201%2C16.3695%28Karl%27s+church%29", 48.201, 16.3695, nil, "Karl's church"),
      ("geo:0,0?z=9&q=48.201,16.3695(Karls kirche) behind", 48.201, 16.3695, nil, "Karls kirche"),
      ("geo:1,2?q=48.201,16.3695", 48.201, 16.3695, nil, nil),
      ("geo:0,0?q=48°12′3.6″N+16°22′10.2″E", 48.201, 16.3695, nil, nil),
      ("Meet at geo:48.201,16.3695.", 48.201, 16.3695, nil, nil),
      ("(geo:48.201,16.3695)", 48.201, 16.3695, nil, nil),
      ("geo:%2D48.201,\u{2212}16.3695", -48.201, -16.3695, nil, nil),
    ] as [(String, Double, Double, Double?, String?)])
  func `a geo URI tells position, altitude and label`(
    text: String, latitude: Double, longitude: Double, altitude: Double?, name: String?
  ) throws {
    let position = try PastedPosition(parsing: text)
    #expect(position.coordinate == (try Coordinate(latitude: latitude, longitude: longitude)))
    #expect(position.altitude == altitude)
    #expect(position.name == name)
    #expect(position.doubts.isEmpty)
  }

  @Test func `an uncertainty of more than 100 m makes it approximate`() throws {
    let position = try PastedPosition(parsing: "geo:48.201,16.3695;u=2500")
    #expect(position.doubts == [.uncertain(metres: 2500)])
    #expect(position.isApproximate)
  }

  @Test func `what is sought near a position is only near it`() throws {
    let position = try PastedPosition(parsing: "geo:48.201,16.3695?q=caf%C3%A9")
    #expect(position.name == "café")
    #expect(position.doubts == [.mapCenter(.geo)])
  }

  @Test(
    arguments: [
      ("geo:0,0?q=Karlskirche", .linkWithoutPosition(.geo, isShort: false)),
      ("geo:48.2,16.3;crs=nad27", .unknownReferenceSystem("nad27")),
      ("geo:48.2,16.3;crs=", .unknownReferenceSystem("")),
      ("geo:+48.2,16.3", .notANumber("+48.2")), ("geo:48.2e0,16.3", .notANumber("48.2e0")),
      ("geo:48.2,nan", .notANumber("nan")), ("geo:48.2,16.3,;u=1", .notANumber("")),
      ("geo:48.2", .notAPair("48.2")), ("geo:;u=1", .notAPair(";u=1")),
      ("geo:1,2,3,4", .notAPair("1,2,3,4")),
      ("geo:91,0", .swapped(latitude: 91, longitude: 0)), ("geo:5,181", .longitudeOutOfRange(181)),
      ("geo:0,0?q=95,181", .latitudeOutOfRange(95)),
    ] as [(String, CoordinateError)])
  func `a geo URI that tells no position of WGS 84 is refused`(
    text: String, error: CoordinateError
  ) {
    #expect(throws: error) { try PastedPosition(parsing: text) }
  }
}
