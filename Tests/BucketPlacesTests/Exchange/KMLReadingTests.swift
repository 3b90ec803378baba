import FoundationEssentials
import Testing

@testable import BucketPlaces

@Suite struct KMLReadingTests {
  private func place(_ content: String) throws -> Place {
    let file = try FoundFile(
      xml: """
        <kml xmlns:atom="http://www.w3.org/2005/Atom"><Placemark>\(content)
        <Point><coordinates>2,1</coordinates></Point></Placemark></kml>
        """)
    return try #require(file.places.first)
  }

  private func findings(of content: String) throws -> FoundFile {
    try FoundFile(
      xml: "<kml><Document>\n<Placemark><name>A</name>\(content)</Placemark></Document></kml>")
  }

  @Test(
    arguments: [
      ("xmlns='http://www.opengis.net/kml/2.2'", ""),
      ("xmlns='http://earth.google.com/kml/2.0'", ""),
      ("", ""), ("xmlns:ns0='http://www.opengis.net/kml/2.2'", "ns0:"),
    ])
  func `any namespace does, and none`(declaration: String, prefix p: String) throws {
    let file = try FoundFile(
      xml: """
        <\(p)kml \(declaration)><\(p)Document><\(p)name>x.kml</\(p)name><\(p)Folder>
        <\(p)name>Trip</\(p)name>
        <\(p)Placemark><\(p)name>A</\(p)name><\(p)Point><\(p)coordinates>2,1</\(p)coordinates>
        </\(p)Point>
        </\(p)Placemark></\(p)Folder></\(p)Document></\(p)kml>
        """)
    #expect(file.places.map(\.name) == ["A"] && file.places[0].tags == ["Trip"])
  }

  @Test(
    arguments: [
      ("100,14", 14, 100, nil), (" \n\t100,14,55.5\n ", 14, 100, 55.5), ("100,14,1,9", 14, 100, 1),
      ("100, 14 , 7", 14, 100, 7), ("100,14,0 101,15,0", 14, 100, 0), ("-0.5e1,+14", 14, -5, nil),
      ("100,14,", 14, 100, nil), ("190,14", 14, -170, nil),
    ] as [(String, Double, Double, Double?)])
  func `coordinates are longitude, latitude and altitude`(
    text: String, latitude: Double, longitude: Double, altitude: Double?
  ) throws {
    let file = try findings(of: "<Point><coordinates>\(text)</coordinates></Point>")
    #expect(file.places.first?.latitude == latitude)
    #expect(file.places.first?.longitude == longitude)
    #expect(file.places.first?.altitude == altitude)
  }

  @Test(
    arguments: [
      ("", .noPosition), ("<Point/>", .noPosition),
      ("<Point><coordinates> </coordinates></Point>", .noPosition),
      ("<LookAt><longitude>1</longitude><latitude>2</latitude></LookAt>", .noPosition),
      ("<Camera><longitude>1</longitude><latitude>2</latitude></Camera>", .noPosition),
      ("<Point><coordinates>-122.1</coordinates></Point>", .position(.notAPair("-122.1"))),
      ("<Point><coordinates>1,x</coordinates></Point>", .position(.notANumber("x"))),
      ("<Point><coordinates>1 2</coordinates></Point>", .position(.notAPair("1 2"))),
      (
        "<Point><coordinates>2,94</coordinates></Point>",
        .position(.swapped(latitude: 94, longitude: 2))
      ),
      ("<LineString><coordinates>1,2 3,4</coordinates></LineString>", .notAPoint("LineString")),
      ("<gx:Track xmlns:gx='x'><gx:coord>1 2 3</gx:coord></gx:Track>", .notAPoint("Track")),
      ("<MultiGeometry><Polygon/><LinearRing/></MultiGeometry>", .notAPoint("Polygon")),
    ] as [(String, Omission.Reason)])
  func `what has no point is left out by its name`(
    content: String, reason: Omission.Reason
  ) throws {
    let file = try findings(of: content)
    #expect(file.omissions == [Omission(line: 2, name: "A", reason: reason)])
    #expect(file.places.isEmpty)
  }

  @Test func `an address is enough`() throws {
    let file = try findings(of: "<address>1 High St, York</address><Point><coordinates/></Point>")
    #expect(file.places.first?.address == "1 High St, York")
    #expect(file.places.first?.coordinate == nil)
    #expect(file.found.first?.remarks == [.withoutPosition])
  }

  @Test func `each point of several geometries is a place`() throws {
    let file = try findings(
      of: """
        <MultiGeometry><Point><coordinates>1,2</coordinates></Point><LineString/><MultiGeometry>
        <Point><coordinates>3,4</coordinates></Point></MultiGeometry></MultiGeometry>
        """)
    #expect(file.places.map(\.longitude) == [1, 3])
    #expect(Set(file.places.map(\.id)).count == 2)
  }

  @Test func `folders become a tag, with those that they are in`() throws {
    let point = "<Placemark><name>P</name><Point><coordinates>2,1</coordinates></Point></Placemark>"
    let file = try FoundFile(
      xml: """
        <kml><Document><name>My map</name>\(point)<Folder><name> Trip 1 </name>\(point)
        <Folder><name>Day 1</name>\(point)</Folder><Folder>\(point)</Folder>\(point)
        <Document><name>inner.kml</name>\(point)</Document><Document>
        <name>Inner</name>\(point)</Document>
        </Folder></Document></kml>
        """)
    #expect(
      file.places.map { $0.tags.first ?? "" }
        == ["", "Trip 1", "Trip 1/Day 1", "Trip 1", "Trip 1", "Trip 1", "Trip 1/Inner"])
  }

  @Test(
    arguments: [
      "<Folder/>", "<Folder><name>F</name></Folder>", "<Document><Folder/></Document>",
      "<name>N</name>",
      "<Placemark><name>A</name></Placemark>", "<NetworkLink/>", "<Style id='s'/>", "<Tour/>",
    ], ["kml", "ExtendedData", "Folder><ExtendedData", "Folder><kml", "Document><Schema"])
  func `what stands where nothing belongs is passed over`(element: String, parents: String) throws {
    let end = parents.split(separator: "><").reversed().map { "</\($0)>" }.joined()
    let point = "<Placemark><name>P</name><Point><coordinates>2,1</coordinates></Point></Placemark>"
    let file = try FoundFile(xml: "<kml><\(parents)>\(element)\(end)\(point)</kml>")
    #expect(file.places.map(\.name) == ["P"] && file.places.first?.tags == [])
    #expect(file.findings.count == 1)
  }

  @Test func `what surrounds a position is kept`() throws {
    let place = try place(
      """
      <name><![CDATA[A & B]]></name><atom:link href="https://e.org"/><address>York</address>
      <phoneNumber>+44 1</phoneNumber><Snippet>short</Snippet>
      <description>
        <![CDATA[ Notes:<br><a href="https://e.org/2">more</a> &amp; more ]]></description>
      <TimeStamp><when>2024-01-21</when></TimeStamp>
      <ExtendedData><Data name="Stars"><displayName>x</displayName><value>5</value></Data>
      <SchemaData schemaUrl="#s"><SimpleData name="Open">yes</SimpleData></SchemaData>
      <Data name="Empty"><value/></Data><Data name="gx_media_links">
      <value>https://e.org/i.jpg</value></Data>
      </ExtendedData>
      """)
    #expect(place.name == "A & B" && place.link == "https://e.org" && place.address == "York")
    #expect(place.description == "Notes:\nmore (https://e.org/2) & more")
    #expect(place.created == Timestamp.parse("2024-01-21T00:00:00Z"))
    #expect(
      place.extra == [
        "Stars": .string("5"), "Open": .string("yes"), "phoneNumber": .string("+44 1"),
        "snippet": .string("short"), "gx_media_links": .string("https://e.org/i.jpg"),
      ])
  }

  @Test func `columns that are fields of a place become those`() throws {
    func data(_ name: String, _ value: String) -> String {
      "<Data name=\"\(name)\"><value>\(value)</value></Data>"
    }
    let columns =
      data("Category", "Hut") + data("tags", "winter, \"far, away\"") + data("Address", "York")
      + data("Website", "https://e.org") + data("visited", "2024-01-02") + data("Name", "x")
    let place = try place("<name>A</name><ExtendedData>\(columns)</ExtendedData>")
    #expect(place.name == "A" && place.category == "Hut" && place.tags == ["winter", "far, away"])
    #expect(place.address == "York" && place.link == "https://e.org")
    #expect(place.visited?.description == "2024-01-02")
    #expect(place.extra == ["Name": .string("x")])
  }

  @Test func `pictures of My Maps are the link where there is none`() throws {
    func place(_ links: String) throws -> Place {
      try self.place(
        """
        <name>A</name><ExtendedData><Data name='gx_media_links'><value>\(links)</value></Data>
        </ExtendedData>
        """)
    }
    #expect(try place("https://e.org/1").link == "https://e.org/1")
    #expect(try place("https://e.org/1").extra.isEmpty)
    #expect(try place("https://e.org/1 https://e.org/2").link == "https://e.org/1")
    #expect(try place("https://e.org/1 https://e.org/2").extra["gx_media_links"] != nil)
  }

  @Test func `colours are found by way of styles`() throws {
    func colour(_ style: String) throws -> JSONValue? {
      let file = try FoundFile(
        xml: """
          <kml><Document><Style id="a"><IconStyle><color>ff0a0b0c</color></IconStyle></Style>
          <StyleMap id="m"><Pair><key>highlight</key><styleUrl>#x</styleUrl></Pair><Pair>
          <key>normal</key>
          <styleUrl>#a</styleUrl></Pair></StyleMap><Style id="none"><LineStyle>
          <color>ffffffff</color></LineStyle>
          </Style><Placemark><name>A</name>\(style)<Point><coordinates>2,1</coordinates></Point>
          </Placemark>
          </Document></kml>
          """)
      return try #require(file.places.first).extra["color"]
    }
    #expect(try colour("<styleUrl>#a</styleUrl>") == .string("#0c0b0a"))
    #expect(try colour("<styleUrl>#m</styleUrl>") == .string("#0c0b0a"))
    #expect(try colour("<styleUrl>other.kml#none</styleUrl>") == nil)
    #expect(try colour("<styleUrl>nothing</styleUrl>") == nil)
    #expect(try colour("<styleUrl>#placemark-deeppurple</styleUrl>") == .string("deeppurple"))
    #expect(
      try colour("<Style><IconStyle><color>FF0000ff</color></IconStyle></Style>")
        == .string("#ff0000"))
  }

  @Test(arguments: ["https://omaps.app", "http://mapswithme.com", "https://www.maps.me"])
  func `a list of Organic Maps comes with its name and what people called its places`(
    namespace: String
  ) throws {
    let file = try FoundFile(
      xml: """
        <kml xmlns="http://earth.google.com/kml/2.2"><Document><name>Ruins</name>
        <Placemark><name>Schloss</name><description><![CDATA[<b>Old</b>]]></description>
        <TimeStamp><when>2020-01-02T03:04:05Z</when><modified>2021-01-02T03:04:05Z</modified>
        </TimeStamp>
        <styleUrl>#placemark-blue</styleUrl><Point><coordinates>2,1</coordinates></Point>
        <ExtendedData xmlns:mwm="\(namespace)"><mwm:name><mwm:lang code="de">Burg</mwm:lang>
        <mwm:lang code="default">Castle</mwm:lang></mwm:name><mwm:featureTypes>
        <mwm:value>historic-archaeological_site</mwm:value><mwm:value>tourism</mwm:value>
        </mwm:featureTypes>
        <mwm:customName><mwm:lang code="default">Mine</mwm:lang></mwm:customName>
        <mwm:scale>15</mwm:scale>
        </ExtendedData></Placemark></Document></kml>
        """)
    let place = try #require(file.places.first)
    #expect(place.name == "Mine" && place.tags == ["Ruins"])
    #expect(place.category == "Archaeological site" && place.description == "Old")
    #expect(place.created == Timestamp.parse("2020-01-02T03:04:05Z"))
    #expect(place.modified == Timestamp.parse("2021-01-02T03:04:05Z"))
    #expect(
      place.extra == [
        "color": .string("blue"), "mwm:name": .string("Castle"), "mwm:scale": .string("15"),
        "mwm:featureTypes": .array([.string("historic-archaeological_site"), .string("tourism")]),
      ])
  }

  @Test func `a list of MAPS.ME is known by its styles`() throws {
    let file = try FoundFile(
      xml: """
        <kml><Document><Style id="placemark-red"><IconStyle><Icon>
        <href>http://www.mapswithme.com/placemarks/placemark-red.png</href></Icon></IconStyle>
        </Style>
        <name>Ruins</name><Placemark><name>A</name><Point><coordinates>2,1</coordinates></Point>
        </Placemark>
        </Document></kml>
        """)
    #expect(file.places.first?.tags == ["Ruins"])
  }

  @Test func `a file of links alone says so, and other links are left out`() throws {
    let link = """
      <NetworkLink><name>Online</name><Link><href>https://e.org/?a=1&amp;b=2</href></Link>
      </NetworkLink>
      """
    #expect(throws: ImportError.onlyALink("https://e.org/?a=1&b=2")) {
      try FoundFile(xml: "<kml><Document><name>My map</name>\(link)</Document></kml>")
    }
    let file = try FoundFile(
      xml:
        """
        <kml><Document>\(link)<Placemark><name>A</name><address>York</address></Placemark>
        </Document></kml>
        """)
    #expect(file.places.count == 1)
    #expect(
      file.omissions == [
        Omission(line: 1, name: "Online", reason: .notAPlace(link: "https://e.org/?a=1&b=2"))
      ])
  }
}
