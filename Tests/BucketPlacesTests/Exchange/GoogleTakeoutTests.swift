import FoundationEssentials
import Testing

@testable import BucketPlaces

@Suite struct GoogleTakeoutTests {
  private static let nowhere = "No location information is available for this saved place"

  private func saved(_ position: String, _ properties: String) throws -> FoundPlace? {
    try FoundFile(
      content: """
        {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point",
        "coordinates":\(position)},"properties":\(properties)}]}
        """
    ).found.first
  }

  @Test func `saved places are read as Takeout writes them now`() throws {
    let found = try #require(
      try saved(
        "[7.5,47.5]",
        """
        {"date":"2024-05-01T10:00:00Z","google_maps_url":"http://maps.google.com/?cid=1234567",
        "location":{"name":"Mill","address":"Hill 7","country_code":"CH"},"Comment":"Bread"}
        """))
    #expect(found.place.name == "Mill" && found.place.description == "Bread")
    #expect(found.place.address == "Hill 7" && found.place.coordinate?.description == "47.5,7.5")
    #expect(found.place.link == "http://maps.google.com/?cid=1234567")
    #expect(found.place.source == (try Place.Source(program: "Google Maps", id: "1234567")))
    #expect(found.place.created == Date(timeIntervalSince1970: 1_714_557_600))
    #expect(found.place.extra == ["country_code": .string("CH")])
    #expect(found.remarks.isEmpty)
  }

  @Test func `saved places are read as Takeout wrote them before`() throws {
    let found = try #require(
      try saved(
        "[0,0]",
        """
        {"Google Maps URL":"http://maps.google.com/?cid=99","Title":"Mill","Published":
        "2019-01-02T03:04:05.678Z","Updated":"2020-01-02T03:04:05Z","Location":{"Address":"Hill 7",
        "Business Name":"The Mill","Country Code":"CH",
        "Geo Coordinates":{"Latitude":"47.5","Longitude":"7.5"}}}
        """))
    #expect(found.place.name == "Mill" && found.place.address == "Hill 7")
    #expect(found.place.coordinate?.description == "47.5,7.5")
    #expect(found.place.created == Date(timeIntervalSince1970: 1_546_398_245))
    #expect(found.place.modified == Date(timeIntervalSince1970: 1_577_934_245))
    #expect(
      found.place.extra == ["Business Name": .string("The Mill"), "Country Code": .string("CH")])
  }

  @Test(
    arguments: [
      ("?q=-33.8568,151.2153", "-33.8568,151.2153", false),
      ("?q=0,0", "0,0", false),
      ("maps/search/47.5,+7.5", "47.5,7.5", false),
      ("maps/place/Mill/@47,7,15z/data=!4m2!3d47.5!4d7.5", "47.5,7.5", false),
      ("?q=Mill&ftid=0x1325890a57d42d3d:0x94f9ab23a7eb0", "41.8197301,12.5556308", true),
      ("?cid=99", nil, false), ("?q=Mill+Hill", nil, false),
    ] as [(String, String?, Bool)])
  func `a place that Takeout has at 0, 0 is found by its link, or kept without a position`(
    link: String, position: String?, isNear: Bool
  ) throws {
    let found = try #require(
      try saved(
        "[0,0]",
        #"{"google_maps_url":"http://maps.google.com/\#(link)","Title":"Mill","Comment":"\#(Self.nowhere)"}"#
      ))
    #expect(found.place.coordinate?.description == position)
    #expect(found.place.approximate == (isNear ? true : nil))
    #expect(found.place.description == "")
    let expected: [FoundPlace.Remark] =
      isNear
      ? [.approximate]
      : position == nil ? [.withoutPosition] : position == "0,0" ? [.nullIsland] : []
    #expect(found.remarks == expected)
  }

  @Test func `a place without a title is called by what its link seeks`() throws {
    let found = try saved(
      "[0,0]", #"{"google_maps_url":"http://maps.google.com/?q=Mill+Hill&ftid=0x0:0x5"}"#)
    #expect(found?.place.name == "Mill Hill")
    #expect(found?.place.source?.id == "5")
  }

  private let list = #"""
    My places to be,\#r
    \#r
    Title,Note,URL,Tags,Comment\#r
    ,,,,\#r
    Mill,"Bread, and ""cakes""",https://www.google.com/maps/place/Mill/data=!4m2!3m1!1s0x1325890a57d42d3d:0x63,,Go early\#r
    Dropped pin,,"https://www.google.com/maps/search/47.5,+7.5",,\#r
    A film,,https://www.imdb.com/title/tt1,,\#r
    Old,,"https://www.google.com/search?q=Old&ludocid=77&ibp=gwp;0,7",,\#r
    Short,,https://maps.app.goo.gl/abc,,\#r
    No link,,,,\#r
    """#

  @Test func `a saved list is read with its name as a tag`() throws {
    let file = try FoundFile(content: list, named: "To be.csv")
    #expect(
      file.places.map(\.name) == ["Mill", "Dropped pin", "Old", "Short", "No link"])
    #expect(file.places.allSatisfy { $0.tags == ["To be"] })
    #expect(file.places[0].description == "Bread, and \"cakes\"\n\nGo early")
    #expect(file.places.map { $0.source?.id } == ["99", nil, "77", nil, nil])
    #expect(file.places[0].approximate == true)
    #expect(file.places[1].coordinate?.description == "47.5,7.5")
    #expect(
      file.omissions == [
        Omission(
          line: 7, name: "A film", reason: .notAPlace(link: "https://www.imdb.com/title/tt1"))
      ])
    #expect(file.found.map(\.line) == [5, 6, 8, 9, 10])
  }

  @Test(
    arguments: [
      "Titre,Note,URL,Commentaire", "Titel,Notiz,URL,Tags,Kommentar", "Title,Note,URL",
    ])
  func `a list in another language is read by where its columns are`(header: String) throws {
    let file = try FoundFile(
      content: header + "\nMill,Bread,\"https://www.google.com/maps/search/47.5,7.5\",,\n",
      named: "Liste.csv")
    #expect(file.lines == ["Mill | Bread | 47.5,7.5"])
  }

  @Test func `a row with a comma that isn't quoted keeps all of its cells, and that is told`()
    throws
  {
    let file = try FoundFile(
      content: """
        Title,Note,URL,Tags,Comment
        Vik,,https://www.google.com/maps/place/Vik/@63.4194,-19.0064,15z,,,extra,cells
        Mill,,"https://www.google.com/maps/search/47.5,7.5",,,,
        """, named: "Coast.csv")
    #expect(file.places.map(\.name) == ["Vik", "Mill"])
    #expect(
      file.places.map(\.extra) == [
        ["column 8": .string("extra"), "column 9": .string("cells")], [:],
      ])
    #expect(file.found.map { $0.remarks.contains(.longRow) } == [true, false])
  }

  @Test func `one place of several lists and of the saved places is one, with all tags`() throws {
    let saved = """
      {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point",
      "coordinates":[7.5,47.5]},"properties":{"google_maps_url":"http://maps.google.com/?cid=99",
      "location":{"name":"Mill"}}}]}
      """
    var plan = PlaceImport(into: [], onDuplicate: .skip, now: FoundFile.now)
    var outcomes: [PlaceImport.Outcome] = []
    let files = [(list, "To be.csv"), (list, "Weekend.csv"), (saved, "Saved Places.json")]
    for (content, name) in files {
      for found in try FoundFile(content: content, named: name).found {
        outcomes.append(plan.take(found))
      }
    }
    let mill = try #require(plan.puts().first)
    #expect(mill.tags == ["To be", "Weekend"])
    #expect(mill.coordinate?.description == "47.5,7.5" && mill.approximate == nil)
    #expect(mill.description == "Bread, and \"cakes\"\n\nGo early")
    #expect(outcomes.count { $0 == .new } == 5)
  }
}
