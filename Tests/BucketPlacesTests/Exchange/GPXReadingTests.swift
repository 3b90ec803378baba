import FoundationEssentials
import Testing

@testable import BucketPlaces

@Suite struct GPXReadingTests {
  private func gpx(_ content: String, _ attributes: String = "version=\"1.1\"") -> String {
    "<gpx \(attributes)>\n\(content)\n</gpx>"
  }

  private func place(_ content: String, _ attributes: String = "") throws -> Place {
    let file = try FoundFile(xml: gpx("<wpt lat='1' lon='2'>\(content)</wpt>", attributes))
    return try #require(file.places.first)
  }

  @Test func `each element of a waypoint becomes what it is for a place`() throws {
    let place = try place(
      """
      <ele> 34.5 </ele><time>2024-03-01T10:30:00+01:00</time><magvar>1.1</magvar>
      <name> Gate &amp; tower </name><cmt>north side</cmt><desc>By the
      river</desc><src>map</src>
      <link href="https://e.org/?a=1&amp;b=2"><text>History</text></link>
      <link href="https://e.org/2"/><sym>Castle</sym><type>Landmark</type><sat/>
      """)
    #expect(place.name == "Gate & tower")
    #expect(place.description == "By the\nriver\n\nnorth side")
    #expect(place.coordinate == (try Coordinate(latitude: 1, longitude: 2)))
    #expect(place.altitude == 34.5)
    #expect(place.created == Timestamp.parse("2024-03-01T09:30:00Z"))
    #expect(place.link == "https://e.org/?a=1&b=2")
    #expect(place.category == "Landmark" && place.tags.isEmpty)
    #expect(
      place.extra == [
        "magvar": .string("1.1"), "src": .string("map"), "sym": .string("Castle"),
        "link text": .string("History"), "link": .string("https://e.org/2"),
      ])
  }

  @Test(
    arguments: [
      ("<desc>a</desc>", "a"), ("<cmt>a</cmt>", "a"), ("<desc/><cmt>a</cmt>", "a"),
      ("<desc>a</desc><cmt>a</cmt>", "a"), ("<cmt>b</cmt><desc>a</desc>", "a\n\nb"),
      ("<desc> </desc>", ""),
      ("<desc>a &lt;br&gt; b</desc>", "a <br> b"),
    ])
  func `a comment and a description are one text`(content: String, text: String) throws {
    #expect(try place(content).description == text)
  }

  @Test func `GPX 1.0 has its links in other elements`() throws {
    let place = try place(
      "<url>https://e.org</url><urlname>Page</urlname>",
      "version='1.0' xmlns='http://www.topografix.com/GPX/1/0'")
    #expect(place.link == "https://e.org")
    #expect(place.extra == ["link text": .string("Page")])
  }

  @Test(
    arguments: [
      ("", ""), ("xmlns='http://www.topografix.com/GPX/1/1'", ""),
      ("xmlns:g='http://www.topografix.com/GPX/1/1'", "g:"),
    ])
  func `any namespace does, and none`(declaration: String, prefix: String) throws {
    let file = try FoundFile(
      xml: """
        <\(prefix)gpx \(declaration)><\(prefix)wpt lon="2" lat="1"><\(prefix)name>A</\(prefix)name>
        </\(prefix)wpt></\(prefix)gpx>
        """)
    #expect(file.places.map(\.name) == ["A"])
  }

  @Test(
    arguments: [
      ("creator='OsmAnd~ 4.6' xmlns:osmand='https://osmand.net'", "osmand:"),
      ("xmlns:o='https://osmand.net/docs/technical/osmand-file-formats/osmand-gpx'", "o:"),
      ("creator='OsmAnd 3.9' xmlns='http://www.topografix.com/GPX/1/1'", ""),
      ("creator='OsmAnd+'", ""),
    ])
  func `favourites of OsmAnd come with group, address and dates`(
    attributes: String, prefix: String
  ) throws {
    let place = try place(
      """
      <name>Gate</name><desc>a&lt;br&gt;note</desc><type>Trip/Berlin</type><extensions>
      <\(prefix)icon>city_gate</\(prefix)icon><\(prefix)color>#ff5020</\(prefix)color>
      <\(prefix)address>Pariser Platz</\(prefix)address><\(prefix)hidden/>
      <\(prefix)visited_date>2024-04-02T23:30:00-02:00</\(prefix)visited_date>
      <\(prefix)creation_date>2024-03-01T09:30:00Z</\(prefix)creation_date></extensions>
      """, attributes)
    #expect(place.tags == ["Trip/Berlin"] && place.category == nil)
    #expect(place.description == "a\nnote")
    #expect(place.address == "Pariser Platz")
    #expect(place.visited?.description == "2024-04-03")
    #expect(place.created == Timestamp.parse("2024-03-01T09:30:00Z"))
    #expect(
      place.extra == ["osmand:icon": .string("city_gate"), "osmand:color": .string("#ff5020")])
  }

  @Test func `Garmin's categories are tags, and its address is one`() throws {
    let place = try place(
      """
      <name>A</name><type>user</type><extensions><gpxx:WaypointExtension><gpxx:Depth>3</gpxx:Depth>
      <gpxx:Categories><gpxx:Category>Huts</gpxx:Category><gpxx:Category>2024</gpxx:Category>
      </gpxx:Categories>
      <gpxx:Address><gpxx:StreetAddress>1 High St</gpxx:StreetAddress><gpxx:City>York</gpxx:City>
      </gpxx:Address>
      </gpxx:WaypointExtension></extensions>
      """, "xmlns:gpxx='http://www.garmin.com/xmlschemas/GpxExtensions/v3'")
    #expect(place.tags == ["Huts", "2024"])
    #expect(place.address == "1 High St, York")
    #expect(place.extra == ["gpxx:Depth": .string("3")])
  }

  @Test func `routes and tracks are no places, and are left out by their names`() throws {
    let file = try FoundFile(
      xml: gpx(
        """
        <metadata><name>File</name></metadata>
        <rte><name>There</name><rtept lat="1" lon="2"><name>P</name></rtept></rte>
        <trk><trkseg><trkpt lat="1" lon="2"><name>Q</name></trkpt></trkseg></trk>
        <wpt lat="1" lon="2"/>
        """))
    #expect(
      file.omissions == [
        Omission(line: 3, name: "There", reason: .notAPoint("rte")),
        Omission(line: 4, name: nil, reason: .notAPoint("trk")),
      ])
    #expect(file.places.map(\.name) == ["1, 2"] && file.found[0].isUnnamed)
  }

  @Test(
    arguments: [
      ("", .noPosition), ("lat='1'", .position(.notAPair("1"))),
      ("lat='' lon='2'", .position(.notANumber(""))),
      ("lat='nan' lon='2'", .position(.notANumber("nan"))),
      ("lat='0x1p3' lon='2'", .position(.notANumber("0x1p3"))),
      ("lat='1' lon='1e400'", .position(.notANumber("1e400"))),
      ("lat='52,5' lon='2'", .position(.notANumber("52,5"))),
      ("lat='94' lon='2'", .position(.swapped(latitude: 94, longitude: 2))),
      ("lat='94' lon='100'", .position(.latitudeOutOfRange(94))),
      ("lat='1' lon='900'", .position(.longitudeOutOfRange(900))),
    ] as [(String, Omission.Reason)])
  func `a waypoint without a good position is left out, and the next one comes in`(
    attributes: String, reason: Omission.Reason
  ) throws {
    let file = try FoundFile(
      xml: gpx(
        "<wpt \(attributes)>\n<name>Bad</name></wpt><wpt lat='1' lon='2'><name>B</name></wpt>"))
    #expect(file.omissions == [Omission(line: 2, name: "Bad", reason: reason)])
    #expect(file.places.map(\.name) == ["B"])
  }

  @Test func `dates and altitudes that are none are remarked on`() throws {
    let file = try FoundFile(
      xml: gpx("<wpt lat='1' lon='2'><ele>high</ele><time>yesterday</time><name>A</name></wpt>"))
    #expect(file.found.first?.remarks == [.date("yesterday"), .altitude("high")])
    #expect(file.places.first?.created == FoundFile.now)
  }

  @Test func `equal names are as many places`() throws {
    let waypoint = "<wpt lat='1' lon='2'><name>Camp</name></wpt>"
    let file = try FoundFile(xml: gpx(waypoint + waypoint + waypoint))
    #expect(file.places.map(\.name) == ["Camp", "Camp", "Camp"])
  }
}
