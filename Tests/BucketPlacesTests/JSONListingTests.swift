import FoundationEssentials
import Testing

@testable import BucketPlaces

@Suite struct JSONListingTests {
  private func text(_ places: [Place]) -> String {
    var text = ""
    JSONListing.write(places) { text += $0 }
    return text
  }

  private func places() throws -> [Place] {
    var later = try Place(id: UUID(beginning: "b41e"), name: "Camp")
    later.coordinate = try Coordinate(latitude: 1e-7, longitude: -123.45678901234567)
    later.unknownFields = ["plans": .array([.string("a/b")]), "Rating": .integer(5)]
    return [try Place.full(), later, try Place(id: UUID(beginning: "c0"), name: "A hut")]
  }

  @Test func `places are listed byte by byte as in the fixture`() throws {
    #expect(Data(text(try places()).utf8) == (try fixture("listing.json")))
  }

  @Test func `no places make an empty array`() {
    #expect(text([]) == "[]\n")
  }

  @Test func `the listing decodes to equal places`() throws {
    let places = try places()
    #expect(try JSONDecoder().decode([Place].self, from: Data(text(places).utf8)) == places)
  }

  @Test func `the listing has the members that a vault keeps`() throws {
    for place in try places() {
      let kept = try JSONEncoder.vault.encode([place])
      let listed = Data(text([place]).utf8)
      let decoder = JSONDecoder()
      #expect(
        try decoder.decode(JSONValue.self, from: kept)
          == decoder.decode(JSONValue.self, from: listed))
    }
  }
}
