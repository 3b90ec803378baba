import FoundationEssentials
import Testing

@testable import BucketPlaces

@Suite struct XMLWriterTests {
  private func text(_ places: [Place], _ format: ExportFormat) -> String {
    var text = ""
    format.write(places) { text += $0 }
    return text
  }

  @Test(arguments: [ExportFormat.gpx, .kml])
  func `places are written byte by byte as in the fixture`(format: ExportFormat) throws {
    var hut = try Place(id: UUID(beginning: "b41e"), name: "A hut without a road")
    try hut.setAltitude(2100)
    var awkward = try Place.at(1.23456789, 180, id: "c2")
    try awkward.setName("\u{FFFF} & <b>")
    try awkward.setExtra(["sym": .string("\u{1}"), "n": .array([.integer(1), .null])])
    let places = [try Place.full(), hut, try Place.at(14, 100, id: "c0"), awkward]
    #expect(Data(text(places, format).utf8) == (try fixture("places." + format.rawValue)))
  }

  @Test(arguments: [ExportFormat.gpx, .kml])
  func `no places make an empty file that can be read`(format: ExportFormat) throws {
    #expect(try FoundFile(xml: text([], format)).findings.isEmpty)
  }

  @Test(arguments: [ExportFormat.gpx, .kml])
  func `what a later version wrote is left out`(format: ExportFormat) throws {
    var place = try Place(name: "Camp")
    place.unknownFields = ["secret": .bool(true)]
    #expect(!text([place], format).contains("secret"))
  }

  @Test(arguments: [ExportFormat.gpx, .kml])
  func `an error of the sink ends the writing`(format: ExportFormat) throws {
    struct DiskFull: Error {}
    var parts = 0
    #expect(throws: DiskFull.self) {
      try format.write([try Place.at(1, 2), try Place.at(3, 4)]) { _ throws(DiskFull) in
        parts += 1
        if parts == 2 { throw DiskFull() }
      }
    }
    #expect(parts == 2)
  }

  @Test(
    arguments: [
      (.gpx, "<name>Camp \u{FFFD}</name>", "<name>Kamp</name>"),
      (.kml, "<name>Camp \u{FFFD}</name>", "<name>Kamp</name>"),
    ] as [(ExportFormat, String, String)])
  func `what another program has changed counts, and the rest is as it was`(
    format: ExportFormat, written: String, changed: String
  ) throws {
    var place = try Place.at(1.00000001, 2, id: "c0")
    try place.setName("Camp \u{FFFE}")
    try place.setDescription("a\u{1}b")
    try place.setTags(["winter"])
    let text = text([place], format)
    #expect(text.contains(written))
    let file = try FoundFile(
      xml: text.replacing(written, with: changed).replacing("lat=\"1\"", with: "lat=\"1.5\"")
        .replacing("<coordinates>2,1<", with: "<coordinates>2,1.5<"))
    let read = try #require(file.places.first)
    #expect(read.id == place.id && read.name == "Kamp" && read.latitude == 1.5)
    #expect(read.description == "a\u{1}b" && read.tags == ["winter"])
  }

  @Test func `OsmAnd's group, when it was changed there, is the category`() throws {
    var place = try Place.at(1, 2)
    try place.setCategory("Hut")
    let text = text([place], .gpx).replacing("<type>Hut</type>", with: "<type>Cabin</type>")
    #expect(try FoundFile(xml: text).places.first?.category == "Cabin")
  }

  @Test func `a waypoint that another program added to a file of ours is read as its own`() throws {
    let text = text([try Place.at(1, 2)], .gpx).replacing(
      "</gpx>", with: "<wpt lat='3' lon='4'><name>New</name><type>Trip</type></wpt></gpx>")
    let file = try FoundFile(xml: text)
    #expect(file.places.map(\.name) == ["Camp", "New"])
    #expect(file.found.map(\.isIdentified) == [true, false])
    #expect(file.places[1].tags == ["Trip"])
  }

  @Test(
    arguments: [
      ("https://e.org/a?b=1&c#d", true), ("mailto:a@e.org", true), ("geo:1,2", true),
      ("x-y:z", true),
      ("https://münchen.example/ü", true), ("https://e.org:8080", true),
      ("https://a@e.org:1/", true),
      ("e.org/a", false), ("https:", false), ("https://e.org/a b", false),
      ("https://e.org/%4", false),
      ("https://[::1]/", false), ("https://a:b/", false), ("https://e.org/#a#b", false),
      ("https://", false), ("", false), (":x", false), ("1:x", false), ("https://e.org/<x>", false),
    ])
  func `a link is an address, or is kept among what others pass over`(link: String, isAddress: Bool)
  {
    #expect(XMLText.isAddress(link) == isAddress)
  }

  @Test func `a category always has the same colour`() {
    #expect(MarkerColour(of: nil) == .red)
    #expect(MarkerColour(of: "Landmark") == MarkerColour(of: "Landmark"))
    let colours = Set(
      ["Bar", "Park", "Club", "House", "Landmark", "Hut", "Café", "Lake"].map {
        MarkerColour(of: $0)
      })
    #expect(colours.count > 4)
  }
}
