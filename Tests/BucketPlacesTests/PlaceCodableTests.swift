import FoundationEssentials
import Testing

@testable import BucketPlaces

@Suite struct PlaceCodableTests {
  private func decode(_ json: String) throws -> Place {
    try JSONDecoder().decode(Place.self, from: Data(json.utf8))
  }

  private func encode(_ place: Place) throws -> String {
    String(decoding: try JSONEncoder.vault.encode(place), as: UTF8.self)
  }

  private func underlying<Fact: Error & Equatable>(_ json: String, _ fact: Fact.Type) -> Fact? {
    do {
      _ = try decode(json)
      return nil
    } catch DecodingError.dataCorrupted(let context) {
      return context.underlyingError as? Fact
    } catch {
      return nil
    }
  }

  @Test func `records of the example app decode as they are`() throws {
    let places = try JSONDecoder().decode([Place].self, from: fixture("example-app.json"))
    #expect(places.map(\.name) == ["Buckingham Palace", "New location"])
    #expect(places.map(\.description) == ["Lit by over 40,000 lightbulbs.", ""])
    #expect(places[0].id == UUID(uuidString: "5C5D5B3E-4A6B-4D61-8B3E-0D1B7B6C9A10"))
    #expect(places[0].coordinate == (try Coordinate(latitude: 51.501, longitude: -0.141)))
    #expect(places.allSatisfy { $0.tags.isEmpty && $0.unknownFields.isEmpty })
  }

  @Test func `a full place comes back equal`() throws {
    let place = try Place.full()
    #expect(try decode(encode(place)) == place)
  }

  @Test func `times are by the Gregorian calendar, also before it began`() throws {
    let json = """
      {"created":"1013-03-13T14:47:00Z","id":"3f9c0000-0000-0000-0000-000000000000",\
      "modified":"0001-01-01T00:00:00Z","name":"Camp"}
      """
    let place = try decode(json)
    #expect(place.created == Timestamp.parse("1013-03-13T14:47:00Z"))
    #expect(try encode(place) == json)
  }

  @Test func `nil and empty fields are left out`() throws {
    let place = try Place(id: UUID(beginning: "3F9C"), name: "A hut without a road")
    #expect(
      try encode(place)
        == #"{"id":"3f9c0000-0000-0000-0000-000000000000","name":"A hut without a road"}"#)
  }

  @Test func `nulls and blanks count as left out`() throws {
    let place = try decode(
      """
      {"id":"3F9C0000-0000-0000-0000-000000000000","name":"Camp","description":"","category":"",
       "latitude":null,"longitude":null,"tags":[],"address":null,"visited":null,"source":null}
      """)
    #expect(try place == Place(id: UUID(beginning: "3f9c"), name: "Camp"))
  }

  @Test func `fields of a later version survive`() throws {
    let unknown = #"""
      "plans":[{"bytes":9223372036854775807,"id":"a/b"}],"rating":4.5,"seen":18446744073709551615,\#
      "tide":null,"wheelchair":false,"zero":0,"zone":{"low":-9223372036854775808,"é":"\n\"\\"}
      """#
    let json = #"{"id":"3f9c0000-0000-0000-0000-000000000000","name":"Camp",\#(unknown)}"#
    var place = try decode(json)
    #expect(try encode(place) == json)
    try place.setName("Camp 2")
    #expect(try encode(place) == json.split(separator: "Camp").joined(separator: "Camp 2"))
  }

  @Test func `a value that a place can't have is refused with the fact`() {
    let head = #"{"id":"3f9c0000-0000-0000-0000-000000000000","name":"#
    #expect(underlying(head + #""  "}"#, PlaceError.self) == .emptyName)
    #expect(underlying(head + #""a\u0000b"}"#, PlaceError.self) == .controlCharacter(.name, "\0"))
    #expect(underlying(head + #""a","latitude":1}"#, PlaceError.self) == .halfAPosition)
    #expect(underlying(head + #""a","longitude":1}"#, PlaceError.self) == .halfAPosition)
    #expect(
      underlying(head + #""a","latitude":91,"longitude":91}"#, CoordinateError.self)
        == .latitudeOutOfRange(91))
    #expect(
      underlying(head + #""a","latitude":100,"longitude":14}"#, CoordinateError.self)
        == .swapped(latitude: 100, longitude: 14))
    #expect(
      underlying(head + #""a","altitude":1e99}"#, PlaceError.self) == .altitudeOutOfRange(1e99))
    #expect(
      underlying(head + #""a","source":{"program":"x","id":"y\u0007y"}}"#, PlaceError.self)
        == .controlCharacter(.source, "\u{7}"))
  }

  @Test(arguments: [
    #"{"name":"Camp"}"#, #"{"id":"3f9c0000-0000-0000-0000-000000000000"}"#,
    #"{"id":"3f9c","name":"a"}"#,
    #"{"id":"3f9c0000-0000-0000-0000-000000000000","name":"a","latitude":"51","longitude":"0"}"#,
    #"{"id":"3f9c0000-0000-0000-0000-000000000000","name":"a","visited":"yesterday"}"#,
    #"{"id":"3f9c0000-0000-0000-0000-000000000000","name":"a","tags":"x"}"#, "[]", "null",
  ])
  func `what isn't a place is refused`(json: String) {
    #expect(throws: DecodingError.self) { try decode(json) }
  }
}
