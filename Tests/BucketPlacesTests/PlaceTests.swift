import FoundationEssentials
import Testing

@testable import BucketPlaces

@Suite struct PlaceTests {
  @Test(arguments: [
    "Lake Baikal", "👩‍👩‍👧‍👦 Park 🏞️", "\u{200F}ים המלח\u{200E}", "e\u{301}\u{323}\u{302}", "東京タワー",
    "\u{202E}x", "A",
    "क्षेत्र", String(repeating: "é", count: 2048),
  ])
  func `a name is kept as given, byte by byte`(name: String) throws {
    #expect(try Array(Place(name: name).name.utf8) == Array(name.utf8))
  }

  @Test(arguments: [" Camp ", "\tCamp\r\n", "\u{3000}Camp\u{A0}", "\n\n Camp\u{2028}"])
  func `white space around a name goes`(name: String) throws {
    #expect(try Place(name: name).name == "Camp")
  }

  @Test func `a mark on a space at the edge is no white space`() throws {
    #expect(
      try Place(name: " \u{301}a").name.unicodeScalars.elementsEqual(" \u{301}a".unicodeScalars))
  }

  @Test(arguments: [
    "", " ", "\n\t", "\u{200B}", "\u{200D}\u{FE0F}", "\u{3164}", " \u{2060} \u{AD}",
  ])
  func `a name of which nothing can be seen is refused`(name: String) {
    #expect(throws: PlaceError.emptyName) { try Place(name: name) }
  }

  @Test(
    arguments: [
      "\0", "\u{1}", "\n", "\r", "\t", "\u{1B}", "\u{1F}", "\u{7F}", "\u{80}", "\u{9B}", "\u{9F}",
      "\u{2028}", "\u{2029}",
    ] as [Unicode.Scalar])
  func `a control character within a single line is refused`(scalar: Unicode.Scalar) throws {
    let text = "a" + String(scalar) + "b"
    #expect(throws: PlaceError.controlCharacter(.name, scalar)) { try Place(name: text) }
    var place = try Place(name: "Camp")
    #expect(throws: PlaceError.controlCharacter(.category, scalar)) { try place.setCategory(text) }
    #expect(throws: PlaceError.controlCharacter(.tags, scalar)) { try place.setTags(["x", text]) }
    #expect(throws: PlaceError.controlCharacter(.address, scalar)) { try place.setAddress(text) }
    #expect(throws: PlaceError.controlCharacter(.link, scalar)) { try place.setLink(text) }
    #expect(throws: PlaceError.controlCharacter(.source, scalar)) {
      try Place.Source(program: text, id: "1")
    }
    #expect(try place == Place(id: place.id, name: "Camp"))
  }

  @Test func `a description holds anything but NUL`() throws {
    var place = try Place(name: "Camp")
    let text = " \r\n\u{1B}[31m\u{9B}\u{2028} "
    try place.setDescription(text)
    #expect(Array(place.description.utf8) == Array(text.utf8))
    #expect(throws: PlaceError.controlCharacter(.description, "\0")) {
      try place.setDescription("a\0")
    }
    #expect(Array(place.description.utf8) == Array(text.utf8))
  }

  @Test(arguments: Place.Field.allCases)
  func `a field takes as many bytes as it may and not one more`(field: Place.Field) throws {
    func set(_ text: String) throws(PlaceError) {
      var place = try Place(name: "Camp")
      switch field {
      case .name: try place.setName(text)
      case .description: try place.setDescription(text)
      case .category: try place.setCategory(text)
      case .tags: try place.setTags([text])
      case .address: try place.setAddress(text)
      case .link: try place.setLink(text)
      case .source: place.source = try Place.Source(program: "OsmAnd", id: text)
      case .photo:
        place.photos = [
          try Place.Photo(id: UUID(), name: text, type: "image/png", byteCount: 1, hash: "")
        ]
      }
    }
    let longest = String(repeating: "é", count: field.limit / 2)
    try set(longest)
    #expect(throws: PlaceError.tooLong(field, bytes: field.limit + 1, limit: field.limit)) {
      try set(longest + "x")
    }
  }

  @Test func `a name of a megabyte is refused with its size`() {
    #expect(throws: PlaceError.tooLong(.name, bytes: 1 << 20, limit: 4096)) {
      try Place(name: String(repeating: "x", count: 1 << 20))
    }
  }

  @Test func `blank category, address and link are none`() throws {
    var place = try Place.full()
    try place.setCategory(" ")
    try place.setAddress("")
    try place.setLink("\u{200B}")
    #expect(place.category == nil)
    #expect(place.address == nil)
    #expect(place.link == nil)
  }

  @Test func `tags are trimmed, and the same tag is kept once`() throws {
    var place = try Place(name: "Camp")
    try place.setTags([" Winter ", "été", "WINTER", "ete", "Trip 1/Day 1"])
    #expect(place.tags == ["Winter", "été", "Trip 1/Day 1"])
    #expect(throws: PlaceError.emptyTag) { try place.setTags(["a", " "]) }
    #expect(place.tags == ["Winter", "été", "Trip 1/Day 1"])
  }

  @Test func `moving a place drops what described the old position`() throws {
    var place = try Place.full()
    place.coordinate = try Coordinate(latitude: 53.5, longitude: 108.2)
    #expect(place.altitude == 455.5)
    #expect(place.approximate == true)
    place.coordinate = try Coordinate(latitude: 0, longitude: 0)
    #expect(place.altitude == nil)
    #expect(place.approximate == nil)
  }

  @Test func `a first position keeps the altitude that was known`() throws {
    var place = try Place(name: "Camp")
    try place.setAltitude(3000)
    place.coordinate = try Coordinate(latitude: 1, longitude: 2)
    #expect(place.altitude == 3000)
    #expect(place.latitude == 1)
    #expect(place.longitude == 2)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e8.nextUp, -1e25])
  func `an altitude beyond all reason is refused`(altitude: Double) throws {
    var place = try Place(name: "Camp")
    #expect {
      try place.setAltitude(altitude)
    } throws: { error in
      if case PlaceError.altitudeOutOfRange = error { true } else { false }
    }
  }

  @Test func `times are kept to the second`() throws {
    var place = try Place(name: "Camp", created: Date(timeIntervalSince1970: 1.9))
    place.modified = Date(timeIntervalSince1970: -0.1)
    #expect(place.created == Date(timeIntervalSince1970: 1))
    #expect(place.modified == Date(timeIntervalSince1970: -1))
  }

  @Test(arguments: [-62_135_596_801, 253_402_300_800, .infinity, .nan] as [Double])
  func `a time that a vault couldn't read back is none`(seconds: Double) throws {
    let date = Date(timeIntervalSince1970: seconds)
    var place = try Place(name: "Camp", created: date)
    place.modified = date
    #expect(place.created == nil && place.modified == nil)
    place.created = Date(timeIntervalSince1970: -62_135_596_800)
    place.modified = Date(timeIntervalSince1970: 253_402_300_799.5)
    #expect(
      try JSONDecoder().decode(Place.self, from: JSONEncoder.vault.encode(place)) == place)
  }
}
