import Testing

@testable import BucketPlaces

@Suite struct GooglePlaceLinkTests {
  /// The first half of an id: the S2 cell at the middle of face 0.
  private static let cell = "0x1000000000000001"

  @Test(
    arguments: [
      ("http://maps.google.com/?cid=2620800624131760", 2_620_800_624_131_760, false, nil),
      (
        "http://maps.google.com/?q=Old+Hut,+Hill+1&ftid=\(cell):0x94f9ab23a7eb0",
        2_620_800_624_131_760, true, "Old Hut, Hill 1"
      ),
      (
        "https://www.google.com/maps/place/Old+Hut/data=!4m2!3m1!1s\(cell):0x94f9ab23a7eb0",
        2_620_800_624_131_760, true, "Old Hut"
      ),
      (
        "https://www.google.com/maps/place/Caf%C3%A9/data=!4m2!3m1!1s\(cell)%3A0x7b?x", 123, true,
        "Café"
      ),
      ("https://www.google.com/search?q=Old+Hut&ludocid=123&ibp=gwp;0,7", 123, false, "Old Hut"),
      ("https://www.google.com/maps/place//data=!4m2!3m1!1s0x0:0x7b", 123, false, nil),
      ("https://www.google.com/maps/search/51.5,-0.1", nil, false, nil),
      ("https://maps.google.com/?q=51.5,-0.1(Hut)", nil, false, nil),
      ("https://maps.google.com/?cid=x&ftid=0x1", nil, false, nil),
      ("https://maps.google.com/?ftid=0xFFFFFFFFFFFFFFFFF:0x10000000000000000", nil, false, nil),
      ("https://maps.google.com/?cid=18446744073709551615", UInt64.max, false, nil),
    ] as [(String, UInt64?, Bool, String?)])
  func `a link tells the number of its place, its cell and what it seeks`(
    text: String, cid: UInt64?, hasCell: Bool, query: String?
  ) throws {
    let link = try #require(GooglePlaceLink(text))
    #expect(link.cid == cid)
    #expect((link.cell != nil) == hasCell)
    #expect(link.query == query)
  }

  @Test(arguments: [
    "", "51.5,-0.1", "https://osm.org/?q=x", "https://maps.app.goo.gl/x",
    "https://example.org/?cid=1",
  ])
  func `what is no long link of Google Maps tells nothing`(text: String) {
    #expect(GooglePlaceLink(text) == nil)
  }

  @Test func `a link with an id alone leads near its cell`() throws {
    let text = "https://maps.google.com/?q=Old+Hut&ftid=\(Self.cell):0x7b"
    let position = try PastedPosition(parsing: text)
    #expect(position.coordinate.distance(to: try Coordinate(latitude: 0, longitude: 0)) < 1)
    #expect(position.doubts == [.cellOfID] && position.isApproximate)
    #expect(position.name == "Old Hut")
  }
}
