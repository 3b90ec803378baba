import FoundationEssentials
import Testing

@testable import BucketPlaces

@Suite struct CSVReadingTests {
  @Test(
    arguments: [
      "name,lat,lon\nCamp,1,2\n", "Name;Latitude;Longitude\r\nCamp;1;2",
      "lon\tlat\tname\n2\t1\tCamp",
      "title|y|x\rCamp|1|2\r", "\u{FEFF}name,geo_latitude,geo_longitude\nCamp,1,2",
      "\"name\",\"LAT\",\"LNG\"\n\"Camp\",\"1\",\"2\"", "name,position\nCamp,\"1,2\"",
      "name,WKT\nCamp,POINT (2 1)", "name,wkt\nCamp,Point Z(2 1 3)",
      "name,coordinates\nCamp,geo:1%2C2",
      "name;lat;lon\nCamp;1,0;2,0", "name,lat,lon\nCamp,1°N,2°E", "name,lat,lon\nCamp,,\n",
    ])
  func `columns are known by their names, the delimiter by the header`(text: String) throws {
    let file = try FoundFile(content: text)
    #expect(file.lines == [text.contains(",,") ? "Camp |  | -" : "Camp |  | 1,2"])
    #expect(file.omissions.isEmpty)
  }

  @Test func `delimiters, quotes and newlines in fields are text`() throws {
    let file = try FoundFile(
      content: #"""
        name,description,lat,lon\#r
        "a;b;c;d","said ""yes"",\#nand left",1,2\#r
        5" nails,"closed" behind,3,4\#r
        "",,5,6\#r
        """#)
    #expect(
      file.lines == [
        "a;b;c;d | said \"yes\",\nand left | 1,2", "5\" nails | closed behind | 3,4",
        "5, 6 |  | 5,6",
      ])
    #expect(file.found.map(\.line) == [2, 4, 5])
  }

  @Test func `each row that can't come in is told of with its line`() throws {
    let file = try FoundFile(
      content: """
        name,lat,lon,note
        North,94,190,
        ,,,
        Half,12,,
        ,,,only a note
        Swapped,100,14,
        Word,up,down,
        Camp,1,2,,more,"and more"
        """)
    #expect(file.lines == ["Camp |  | 1,2"])
    #expect(file.places[0].extra == ["column 5": .string("more"), "column 6": .string("and more")])
    #expect(file.omissions.map(\.line) == [2, 4, 5, 6, 7])
    #expect(file.omissions.map(\.name) == ["North", "Half", nil, "Swapped", "Word"])
    #expect(
      file.omissions.map(\.reason).prefix(4) == [
        .position(.latitudeOutOfRange(94)), .position(.notAPair("12")), .nothing,
        .position(.swapped(latitude: 100, longitude: 14)),
      ])
  }

  @Test func `a source of which nothing can be seen is none`() throws {
    let file = try FoundFile(content: "name,lat,lon,source,source_id\nA,1,2, ,\" \"\nB,3,4,x,\n")
    #expect(file.places.map(\.source?.program) == [nil, "x"])
  }

  @Test(arguments: ["1.234,5", "12.5;3", "1,2,3", "51.5, -0.1", "51,5 -0,1"])
  func `a cell of more than one angle isn't read with the next one`(cell: String) throws {
    for row in ["A\t\(cell)\t2", "A\t2\t\(cell)"] {
      let file = try FoundFile(content: "name\tlat\tlon\n\(row)\nB\t35,5\t139,25\n")
      #expect(file.places.map(\.name) == ["B"])
      #expect(file.omissions.map(\.reason) == [.position(.notANumber(cell))])
    }
  }

  @Test func `a quote that isn't closed refuses the file, by its line`() throws {
    let error = #expect(throws: ImportError.self) {
      try FoundFile(content: "name,lat,lon\nA,1,2\nB,\"3,4\nC,5,6\n")
    }
    guard case .syntax(.csv, line: 3, column: 3, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(
    arguments: [
      "just a text\nof two lines\n", "Dear Ann,\nhow are you; fine?\n", "a,b,c\n1,2,3\n",
      "\u{0}\u{1}\u{2}", "lat,depth\n1,2\n", "GIF89a",
    ])
  func `what is no table of places is no kind that is known`(text: String) {
    #expect(throws: ImportError.unknownKind) { try FoundFile(content: text) }
  }

  @Test(arguments: ["", " \n\t\r\n", "\u{FEFF}"])
  func `a file without anything is empty`(text: String) {
    #expect(throws: ImportError.empty) { try FoundFile(content: text) }
  }

  @Test func `a field that never ends is refused`() {
    #expect(throws: ImportError.tooLarge(limit: 1 << 24)) {
      try FoundFile(content: "name,lat,lon\n" + String(repeating: "x", count: 20 << 20))
    }
    #expect(throws: ImportError.tooLarge(limit: 1 << 24)) {
      try FoundFile(content: "name,lat,lon\n\"" + String(repeating: "x", count: 20 << 20))
    }
  }

  @Test func `texts that no field holds are mended, and that is told`() throws {
    let long = String(repeating: "é", count: 3000)
    let file = try FoundFile(
      content: "name,category,tags,lat,lon\n\"A\nB\",\"c\td\",x,1,2\n\(long),\(long),\(long),3,4\n")
    #expect(file.places.map(\.name) == ["A B", String(repeating: "é", count: 120) + "…"])
    #expect(file.places.map(\.category) == ["c d", nil])
    #expect(file.places.map(\.tags) == [["x"], []])
    #expect(file.places[1].description == long)
    #expect(file.found[0].remarks == [.cleaned(.name), .cleaned(.category)])
    #expect(
      file.found[1].remarks == [
        .tooLong(.name, bytes: 6000, limit: 4096), .tooLong(.category, bytes: 6000, limit: 256),
        .tooLong(.tags, bytes: 6000, limit: 256),
      ])
  }

  @Test func `a name and a description that together are too long take the place with them`() throws
  {
    let (long, text) = (
      String(repeating: "n", count: 5000), String(repeating: "d", count: 1_046_000)
    )
    let file = try FoundFile(
      content: "name,lat,lon,description\n\(long),1,2,\(text)\nB,3,4,\(text)\n")
    #expect(file.places.map(\.name) == ["B"] && file.places[0].description == text)
    #expect(
      file.omissions.map(\.reason)
        == [.record(.tooLong(.name, bytes: 5000, limit: Place.Field.name.limit))])
  }

  @Test func `what begins like a formula is written as it is, and guarded for spreadsheets`() throws
  {
    var place = try Place(id: UUID(beginning: "a"), name: "=1+1")
    try place.setDescription("@x")
    try place.setCategory("-dash")
    place.coordinate = try Coordinate(latitude: -1.5, longitude: 2)
    func text(_ format: ExportFormat) -> String {
      var text = ""
      format.write([place]) { text += $0 }
      return text
    }
    #expect(text(.csv).contains(",=1+1,@x,-1.5,2,,,-dash,"))
    #expect(text(.spreadsheet).hasPrefix("\u{FEFF}id,name,"))
    #expect(text(.spreadsheet).contains(",'=1+1,'@x,-1.5,2,,,'-dash,"))
    #expect(text(.csv).hasSuffix("\r\n"))
  }

  @Test
  func `a row that is too short or too long is told of, and one of ours that is cut off refused`()
    throws
  {
    let short = try FoundFile(
      content: "name,lat,lon,note\nCamp,1,2\nHut,3,4,x\nMill,5,6,x,y\nInn,7,8,,,\n")
    #expect(short.found.map(\.remarks) == [[.shortRow], [], [.longRow], []])
    var text = ""
    ExportFormat.csv.write([try Place.full(), try Place.at(1, 2.7654321)]) { text += $0 }
    let whole = Array(text.utf8)
    #expect(try FoundFile(content: whole).found.count == 2)
    let head = try #require(whole.firstIndex(of: 0x0A))
    for count in (head + 1)..<whole.count where whole[count - 1] != 0x0A {
      #expect(throws: ImportError.self) { try FoundFile(content: Array(whole[..<count])) }
    }
  }

  @Test func `a row of very many cells is refused`() {
    let row = String(repeating: "a,", count: 2_000_000)
    let error = #expect(throws: ImportError.self) {
      try FoundFile(content: "name,lat,lon\nx,\(row)\n")
    }
    guard case .syntax(.csv, line: 2, _, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `more tags than a place can reasonably have are left out`() throws {
    let tags = (0..<5_000).map { "tag number \($0)" }.joined(separator: ",")
    let file = try FoundFile(content: "name,tags\nCamp,\"\(tags)\"\n")
    #expect(file.places[0].tags.count > 3_000 && file.places[0].tags.count < 5_000)
    guard case .tooLong(.tags, _, limit: 65_536)? = file.found[0].remarks.first else {
      Issue.record("\(file.found[0].remarks)")
      return
    }
  }
}
