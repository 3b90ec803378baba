import FoundationEssentials
import Testing

@testable import BucketPlaces

@Suite struct JSONPlacesTests {
  private func feature(_ geometry: String, _ properties: String = #"{"name":"Camp"}"#) -> String {
    #"{"type":"Feature","geometry":\#(geometry),"properties":\#(properties)}"#
  }

  private func collection(_ features: String..., more: String = "") -> String {
    #"{"type":"FeatureCollection",\#(more)"features":["# + features.joined(separator: ",\n") + "]}"
  }

  private func point(_ coordinates: String) -> String {
    #"{"type":"Point","coordinates":\#(coordinates)}"#
  }

  @Test(
    arguments: [
      ("[2,1]", "1,2", nil), ("[2,1,3]", "1,2", 3), ("[2,1,3,4]", "1,2", 3),
      (#"["2","1"]"#, "1,2", nil), (#"["2","1","3,5"]"#, "1,2", 3.5), ("[190,1]", "1,-170", nil),
      ("[-200.5,1]", "1,159.5", nil), ("[180,90]", "90,180", nil), ("[1e1,-1E-1]", "-0.1,10", nil),
    ] as [(String, String, Double?)])
  func `points are read`(coordinates: String, position: String, altitude: Double?) throws {
    let file = try FoundFile(content: collection(feature(point(coordinates))))
    #expect(file.lines == ["Camp |  | \(position)"])
    #expect(file.places.map(\.altitude) == [altitude])
  }

  @Test func `a longitude that is counted round the earth is told of`() throws {
    let file = try FoundFile(content: feature(point("[190,1]")))
    #expect(file.found.map(\.remarks) == [[.wrapped(longitude: 190)]])
  }

  @Test(
    arguments: [
      (#"{"type":"Point","coordinates":[100,14.5,{}]}"#, nil),
      (#"{"type":"Point","coordinates":[14.5,100]}"#, .swapped(latitude: 100, longitude: 14.5)),
      (#"{"type":"Point","coordinates":[10,94]}"#, .swapped(latitude: 94, longitude: 10)),
      (#"{"type":"Point","coordinates":[190,94]}"#, .latitudeOutOfRange(94)),
      (#"{"type":"Point","coordinates":[1e9,1]}"#, .longitudeOutOfRange(1e9)),
      (#"{"type":"Point","coordinates":[1]}"#, .notAPair("1")),
      (#"{"type":"Point","coordinates":["x",1]}"#, .notANumber("x 1")),
      (#"{"type":"Point","coordinates":[null,1]}"#, .notANumber(" 1")),
    ] as [(String, CoordinateError?)])
  func `a place that can't be there is left out, and the later ones come in`(
    geometry: String, error: CoordinateError?
  ) throws {
    let file = try FoundFile(content: collection(feature(geometry), feature(point("[2,1]"))))
    #expect(file.places.last?.coordinate?.description == "1,2")
    if let error {
      #expect(file.omissions == [Omission(line: 1, name: "Camp", reason: .position(error))])
    } else {
      #expect(file.places.count == 2)
    }
  }

  @Test(
    arguments: [
      (#"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#, .notAPoint("LineString")),
      (#"{"type":"Polygon","coordinates":[]}"#, .notAPoint("Polygon")),
      (#"{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}"#, .notAPoint("MultiPoint")),
      (#"{"type":"GeometryCollection","geometries":[]}"#, .notAPoint("GeometryCollection")),
      (#"{"type":"Point"}"#, .malformed), ("7", .malformed), ("{}", .malformed),
    ] as [(String, Omission.Reason)])
  func `what is no point is left out by its name and line`(
    geometry: String, reason: Omission.Reason
  ) throws {
    let file = try FoundFile(
      content: collection(feature(point("[2,1]")), feature(geometry, #"{"name":"The way"}"#)))
    #expect(file.places.count == 1)
    #expect(file.omissions == [Omission(line: 2, name: "The way", reason: reason)])
  }

  @Test func `a collection or a list of one point is a point`() throws {
    let file = try FoundFile(
      content: collection(
        feature(#"{"type":"MultiPoint","coordinates":[[2,1]]}"#),
        feature(#"{"type":"GeometryCollection","geometries":[\#(point("[4,3]"))]}"#)))
    #expect(file.lines == ["Camp |  | 1,2", "Camp |  | 3,4"])
  }

  @Test func `a feature without a geometry or properties doesn't stop the import`() throws {
    let file = try FoundFile(
      content: collection(
        feature("null"), feature(point("[2,1]"), "null"), feature("null", "{}"),
        #"{"type":"Feature"}"#, "7", feature(point("[4,3]"))))
    #expect(file.lines == ["Camp |  | -", "1, 2 |  | 1,2", "Camp |  | 3,4"])
    #expect(file.found.map(\.isUnnamed) == [false, true, false])
    #expect(file.found[0].remarks == [.withoutPosition])
    #expect(file.omissions.map(\.line) == [3, 4, 5])
    #expect(file.omissions.map(\.reason) == [.nothing, .nothing, .malformed])
  }

  @Test func `properties of other names are taken for what they mean, and all others kept`() throws
  {
    let file = try FoundFile(
      content: feature(
        point("[2,1]"),
        """
        {"title":"Camp","desc":"By the lake","marker-color":"#f00","tags":"a, b","url":"https://x.org",
        "date":"2026-03-12T09:30:00+01:00","visited":"yes","ele":12,"n":[1,{"a":null}],"id":"p1"}
        """))
    let place = try #require(file.places.first)
    #expect(place.name == "Camp" && place.description == "By the lake")
    #expect(place.tags == ["a", "b"] && place.link == "https://x.org" && place.altitude == 12)
    #expect(place.created == Date(timeIntervalSince1970: 1_773_304_200))
    #expect(place.visited == nil)
    #expect(
      place.extra == [
        "marker-color": .string("#f00"), "visited": .string("yes"), "id": .string("p1"),
        "n": .array([.integer(1), .object(["a": .null])]),
      ])
    #expect(file.found[0].remarks == [.date("yes")])
  }

  @Test(arguments: ["", "\u{1E}", "\n"])
  func `features may stand one after the other`(separator: String) throws {
    let file = try FoundFile(
      content: (0..<3).map { separator + feature(point("[2,\($0)]")) + "\n" }.joined())
    #expect(file.lines == ["Camp |  | 0,2", "Camp |  | 1,2", "Camp |  | 2,2"])
  }

  @Test func `a byte order mark, UTF-16 and invalid UTF-8 are read`() throws {
    let text = feature(point("[2,1]"), #"{"name":"Zürich"}"#)
    #expect(try FoundFile(content: "\u{FEFF}" + text).places.map(\.name) == ["Zürich"])
    let units = Array("\u{FEFF}\(text)".utf16)
    let littleEndian = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let bigEndian = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    #expect(try FoundFile(content: littleEndian).places.map(\.name) == ["Zürich"])
    #expect(try FoundFile(content: bigEndian).places.map(\.name) == ["Zürich"])
    let latin1 = text.unicodeScalars.map { UInt8($0.value) }
    let repaired = try FoundFile(content: latin1)
    #expect(repaired.places.map(\.name) == ["Z\u{FFFD}rich"])
    #expect(repaired.repairs == [.invalidUTF8])
  }

  @Test func `halves of letters are replaced, and whole ones stay`() throws {
    let file = try FoundFile(
      content: feature(
        point("[2,1]"), #"{"name":"a\ud83d","desc":"\ud83e\uddca \udc00x \\ud83d \ud83d\ud83d"}"#))
    #expect(file.lines == ["a\u{FFFD} | 🧊 \u{FFFD}x \\ud83d \u{FFFD}\u{FFFD} | 1,2"])
    #expect(file.repairs == [.loneSurrogates])
  }

  @Test func `whole numbers of any size are read`() throws {
    let file = try FoundFile(
      content: feature(point("[2,1]"), #"{"name":"Camp","n":123456789012345678901234567890}"#))
    #expect(file.places[0].extra["n"] == .number(0x1.8ee90ff6c373ep96))
  }

  @Test(
    arguments: [
      (#""urn:ogc:def:crs:OGC:1.3:CRS84""#, nil), (#""EPSG:4326""#, nil),
      (#""urn:ogc:def:crs:EPSG::4326""#, nil),
      (#""urn:ogc:def:crs:EPSG::3857""#, "urn:ogc:def:crs:EPSG::3857"), ("7", "7"),
    ] as [(String, String?)], [true, false])
  func `positions of another reference system are refused`(
    system: (name: String, refused: String?), comesFirst: Bool
  ) throws {
    let (name, refused) = system
    let crs = #""crs":{"type":"name","properties":{"name":\#(name)}}"#
    let text =
      comesFirst
      ? collection(feature(point("[2,1]")), more: crs + ",")
      : String(collection(feature(point("[2,1]"))).dropLast()) + ",\(crs)}"
    if let refused {
      #expect(throws: ImportError.referenceSystem(refused)) { try FoundFile(content: text) }
    } else {
      #expect(try FoundFile(content: text).places.count == 1)
    }
  }

  @Test(
    arguments: [
      ("{\"type\":\"FeatureCollection\",\n\"features\":[{]}", 2, 14),
      ("{\"type\":\"FeatureCollection\",\n\"features\":[\n{}", 3, 3), ("[1,\n2\n3]", 3, 1),
      ("{\"a\":NaN}", 1, 8), ("{\"a\" 1}", 1, 6), ("{a:1}", 1, 2),
    ])
  func `what breaks the rules of JSON is told of with line and column`(
    text: String, line: Int, column: Int
  ) throws {
    let error = #expect(throws: ImportError.self) { try FoundFile(content: text) }
    guard case .syntax(.json, let foundLine, let foundColumn, let problem)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect((foundLine, foundColumn) == (line, column), "\(problem)")
    #expect(!problem.isEmpty)
  }

  @Test func `what is cut short in one line and noticed in another names both`() throws {
    let whole = feature(point("[2,1]"))
    let text = whole + "\n" + #"{"type":"Feature""# + "\n\n" + whole
    let error = #expect(throws: ImportError.self) { try FoundFile(content: text) }
    guard case .syntax(.json, 4, 1, let problem)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(problem.hasSuffix(", in what begins in line 2"))
  }

  @Test func `a number that is too large leaves out the place that it is in, and no other`() throws
  {
    let (first, last) = (feature(point("[2,1]")), feature(point("[4,3]"), #"{"name":"Hut"}"#))
    for large in [
      feature(point("[2,1]"), #"{"n":[1e400]}"#), feature(point("[1e400,1]")),
      #"{"type":"Feature","id":1e400,"geometry":null,"properties":null}"#,
    ] {
      let text = [first, large, last].joined(separator: "\n")
      for text in [text, collection(first + "\n", large + "\n", last, more: #""n":-1e400,"#)] {
        let file = try FoundFile(content: text)
        #expect(file.places.map(\.name) == ["Camp", "Hut"], "\(text)")
        #expect(file.omissions.map(\.reason) == [.numberTooLarge])
        #expect(file.omissions.first.map { $0.line > 1 } == true)
      }
    }
  }

  @Test(arguments: [
    #"{"name":"left-pad","version":"1"}"#, "{}", "[]", #"{"routes":[]}"#, #"[{"a":1}]"#, "7",
  ])
  func `JSON that holds no places says so`(text: String) throws {
    do {
      let file = try FoundFile(content: text)
      #expect(file.places.isEmpty)
      #expect(text.hasPrefix("["))
    } catch {
      #expect(error == .unknownKind)
    }
  }

  @Test(arguments: [
    "0", "-0", "-0.0", "5.0", "-7e2", "1.5", "18446744073709551615", "1e19", "1e300",
  ])
  func `a number is the same number in a vault`(number: String) throws {
    let place = try #require(
      try FoundFile(content: #"{"name":"A","lat":1,"lon":2,"n":\#(number)}"#).places.first)
    #expect(place.extra["n"] != nil)
    let data = try JSONEncoder.vault.encode(place)
    #expect(try JSONDecoder().decode(Place.self, from: data) == place)
  }

  @Test func `values within each other without end are refused`() throws {
    let deep = String(repeating: "[", count: 1_000_000)
    #expect(throws: ImportError.tooDeep(line: 1, limit: 2048)) {
      try FoundFile(content: #"{"features":"# + deep)
    }
    #expect(throws: ImportError.tooDeep(line: 1, limit: 2048)) { try FoundFile(content: deep) }
  }

  @Test func `the list of the example app and our own come in as they are`() throws {
    let app = try FoundFile(content: Array(try fixture("example-app.json")))
    #expect(app.places.map(\.name) == ["Buckingham Palace", "New location"])
    #expect(app.found.map(\.isIdentified) == [true, true])
    let own = try FoundFile(content: Array(try fixture("listing.json")))
    var text = ""
    JSONListing.write(own.places) { text += $0 }
    #expect(Data(text.utf8) == (try fixture("listing.json")))
  }

  @Test func `objects of other programs with a name or a position are places`() throws {
    let file = try FoundFile(
      content: """
        [{"title":"A","lat":"1","lng":"2"},{"lat":3,"lon":4},{"name":"C","url":"geo:5,6"},{"x":1}]
        """)
    #expect(file.lines == ["A |  | 1,2", "3, 4 |  | 3,4", "C |  | 5,6"])
    #expect(file.omissions == [Omission(line: 1, name: nil, reason: .malformed)])
  }

  @Test func `a record that no place can be is read as far as it goes`() throws {
    let file = try FoundFile(
      content: """
        [{"id":"3F9C1E0A-7700-0000-0000-000000000000","name":"A","visited":"soon","altitude":"x"}]
        """)
    #expect(file.lines == ["A |  | -"])
    #expect(file.places[0].id == UUID(beginning: "3f9c1e0a77"))
    #expect(file.found[0].remarks == [.date("soon"), .altitude("x")])
  }

  @Test func `what is larger than any place is left out without being read`() throws {
    let many = "[" + String(repeating: "[],", count: 2_000_000) + "[]]"
    let file = try FoundFile(
      content: collection(
        feature(point("[2,1]")), feature("null", #"{"name":"x","a":\#(many)}"#),
        feature(point("[4,3]"), #"{"name":"\"}]","b":"\\"}"#)))
    #expect(file.places.map(\.name) == ["Camp", "\"}]"])
    #expect(file.omissions == [Omission(line: 2, name: nil, reason: .tooLarge)])
  }
}
