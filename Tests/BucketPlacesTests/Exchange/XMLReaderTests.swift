import FoundationEssentials
import Testing

@testable import BucketPlaces

@Suite struct XMLReaderTests {
  private static let text = #"<gpx><wpt lat="1" lon="2"><name>Caf&#xE9; – 日本</name></wpt></gpx>"#

  private func names(_ bytes: [UInt8]) throws -> [String] {
    try FoundFile(xml: bytes).places.map(\.name)
  }

  private func utf16(_ text: String, isLittleEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isLittleEndian ? pair.reversed() : pair
    }
  }

  @Test(
    arguments: [
      "", "<?xml version='1.0'?>", "<?xml version=\"1.0\" encoding=\"utf8\"?>",
      "\n \r\n<?xml version=\"1.0\" encoding='UTF-8' standalone='yes'?>", "\u{FEFF}",
      "\u{FEFF}<?xml version='1.0' encoding='ISO-8859-1'?>", "\u{FEFF}\n<?xml version='1.0'?>",
      "<?xml version=\"1.0\" encoding=\"utf-16\"?>", "<?xml version='1.0'?><!DOCTYPE gpx>",
      "<!DOCTYPE gpx SYSTEM 'https://example.org/gpx.dtd'>",
    ])
  func `a document may begin in any of the ways that programs write`(start: String) throws {
    #expect(try names(Array((start + Self.text).utf8)) == ["Café – 日本"])
  }

  @Test(arguments: [true, false], [true, false])
  func `UTF-16 is read, with a mark and without`(isLittleEndian: Bool, hasMark: Bool) throws {
    let text = (hasMark ? "\u{FEFF}" : "") + "<?xml version='1.0' encoding='UTF-16'?>" + Self.text
    #expect(try names(utf16(text, isLittleEndian: isLittleEndian)) == ["Café – 日本"])
  }

  @Test func `ISO-8859-1 is read`() throws {
    let start = "<?xml version='1.0' encoding='ISO-8859-1'?><gpx><wpt lat='1' lon='2'><name>Caf"
    #expect(try names(Array(start.utf8) + [0xE9] + Array("</name></wpt></gpx>".utf8)) == ["Café"])
  }

  @Test func `an encoding that isn't read is named`() {
    #expect(throws: ImportError.encoding("windows-1252")) {
      try FoundFile(xml: "<?xml version='1.0' encoding='windows-1252'?>" + Self.text)
    }
  }

  @Test(
    arguments: [
      ([0xE9], .invalidUTF8), ([0xED, 0xA0, 0x80], .invalidUTF8), ([0xC3], .invalidUTF8),
      ([0x01], .outsideXML), ([0xEF, 0xBF, 0xBE], .outsideXML),
    ] as [([UInt8], Finding.Repair)])
  func `what can't be in a text is replaced, and that is said once`(
    bytes: [UInt8], repair: Finding.Repair
  ) throws {
    let start = Array("<gpx><wpt lat='1' lon='2'><name>Caf".utf8) + bytes
    let file = try FoundFile(
      xml: start + Array("s</name><desc>".utf8) + bytes
        + Array("</desc></wpt></gpx>".utf8))
    let name = try #require(file.places.first?.name)
    #expect(name.hasPrefix("Caf\u{FFFD}") && name.hasSuffix("s"))
    #expect(file.repairs == [repair])
  }

  @Test(
    arguments: [
      ("<!--", "x", "--><gpx>"), ("<?x ", "x", "?><gpx>"), ("<!--", "x\n", "-->\n<gpx>"),
      ("<!DOCTYPE gpx SYSTEM '", "x", "'><gpx>"), ("<!DOCTYPE gpx [<!--", "x", "-->]><gpx>"),
      ("", " ", "<gpx>"), ("<gpx a='", "x", "'>"), ("<gpx", " ", ">"),
    ], [1, 4_000, 9_000, 60_000, 131_000, 1_100_000])
  func `a document may begin with whatever is long`(
    part: (start: String, filler: String, end: String), count: Int
  ) throws {
    let isAttribute = part.end == "'>"
    let filler = String(repeating: part.filler, count: isAttribute ? min(count, 60_000) : count)
    let text = Self.text.replacing("<gpx>", with: part.start + filler + part.end)
    #expect(try names(Array(text.utf8)) == ["Café – 日本"])
  }

  @Test(arguments: ["<html><p></html>", "<html><meta charset='x'><p>&nbsp;</html>", "<svg>"])
  func `what is wrong with a document of another kind doesn't matter`(text: String) {
    #expect(throws: ImportError.unknownKind) { try FoundFile(xml: text) }
  }

  @Test func `a text comes whole however it is cut into pieces`() throws {
    let text = """
      <?xml version="1.0"?>
      <gpx xmlns:o="https://osmand.net"><wpt lat="1" lon="2"><name>A &amp; B \
      &#x1F9CA;<![CDATA[ <]]><!-- x -->ä \
      日本</name><desc>a&#13;
      b]]&gt;🧊</desc></wpt>
      <wpt lat="1" lon="2"><name>é</name></wpt></gpx>
      """
    let whole = try FoundFile(xml: text)
    #expect(whole.places.map(\.name) == ["A & B 🧊 <ä 日本", "é"])
    #expect(whole.places[0].description == "a\r\nb]]>🧊")
    #expect(whole.found.map(\.line) == [2, 4])
    for size in [1, 2, 3, 5, 7] {
      let file = try FoundFile { reading throws(ImportError) in
        var reader = XMLReader(GPXVisitor(reading)) { _ in }
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
          // The declaration comes in one piece.
          if start == 0 { try reader.feed(bytes[..<24]) }
          if start >= 24 { try reader.feed(bytes[max(24, start)..<min(start + size, bytes.count)]) }
          if start < 24, start + size > 24 { try reader.feed(bytes[24..<(start + size)]) }
        }
        try reader.finish()
      }
      #expect(file.places.map(\.name) == whole.places.map(\.name))
      #expect(file.places[0].description == whole.places[0].description)
    }
  }

  @Test func `an entity of a document type that isn't fetched stays as it is written`() throws {
    let file = try FoundFile(
      xml: """
        <!DOCTYPE gpx SYSTEM "x.dtd"><gpx><wpt lat="1" lon="2"><name>Caf&eacute;s</name></wpt></gpx>
        """)
    #expect(file.places.map(\.name) == ["Caf&eacute;s"])
  }

  @Test(
    arguments: [
      (#"<!DOCTYPE g [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>"#, 1),
      ("<!DOCTYPE g [\n<!ENTITY a SYSTEM 'file:///etc/passwd'>]>", 2),
      ("<!DOCTYPE g [\n\n<!ENTITY % a SYSTEM 'http://localhost:1/x'> %a;]>", 3),
    ])
  func `a document that declares entities is refused`(start: String, line: Int) {
    #expect(throws: ImportError.entityDeclared(line: line)) {
      try FoundFile(xml: start + "<gpx><wpt lat='1' lon='2'><name>&a;&b;</name></wpt></gpx>")
    }
  }

  @Test func `elements may be within each other so deep and no deeper`() throws {
    let limit = Reading.depthLimit
    func text(_ depth: Int) -> String {
      "<gpx>" + String(repeating: "<a>\n", count: depth - 1)
        + String(repeating: "</a>", count: depth - 1) + "</gpx>"
    }
    #expect(try FoundFile(xml: text(limit)).findings.isEmpty)
    #expect(throws: ImportError.tooDeep(line: limit, limit: limit)) {
      try FoundFile(xml: text(limit + 1))
    }
    #expect(throws: ImportError.tooDeep(line: limit, limit: limit)) {
      try FoundFile(xml: "<gpx>" + String(repeating: "<a>\n", count: 1_000_000))
    }
  }

  @Test(arguments: ["<name>", "<name a='", "<!--", "<?x ", "<name><![CDATA["])
  func `a line of a gigabyte is refused before it is in memory`(start: String) throws {
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 17)
    var pieces = 0
    let limit = start.hasPrefix("<name>") ? XMLWalk<GPXVisitor>.textLimit : Expat.tagLimit
    #expect(throws: ImportError.tooLong(line: 2, limit: limit)) {
      _ = try FoundFile { reading throws(ImportError) in
        var reader = XMLReader(GPXVisitor(reading)) { _ in }
        try reader.feed(Array("<gpx>\n<wpt lat='1' lon='2'>\(start)".utf8)[...])
        for _ in 0..<(1 << 13) {
          try reader.feed(piece[...])
          pieces += 1
        }
      }
    }
    #expect(pieces <= 2 + 2 * limit / piece.count)
  }

  @Test func `a long text that nobody wants is no trouble`() throws {
    let line = String(repeating: "1,2,3 ", count: 800_000)
    let file = try FoundFile(
      xml: """
        <kml><Placemark><name>Road</name><LineString><coordinates>\(line)</coordinates></LineString>
        </Placemark></kml>
        """)
    #expect(file.omissions == [Omission(line: 1, name: "Road", reason: .notAPoint("LineString"))])
  }

  @Test(arguments: ["", "<!--", "<wpt a='", "<wpt lat='1' lon='2'><name>é", "<![CDATA[", "</gpx>"])
  func `a file ends with the first zero in it`(start: String) throws {
    let bytes = Array("<gpx>\n\(start)".utf8)
    #expect {
      _ = try FoundFile { reading throws(ImportError) in
        var reader = XMLReader(GPXVisitor(reading)) { _ in }
        try reader.feed(bytes + [0, 0])
      }
    } throws: { error in
      if case .syntax(.xml, line: 1...2, _, _) = error as? ImportError { true } else { false }
    }
  }

  @Test(
    arguments: [
      ("<gpx>\n <wpt lat='1'></gpx>", 2, 17, "mismatched tag"),
      ("<gpx>\n<wpt lat='1' lon='2'>", 2, 22, "no element found"),
      ("\n\n<gpx>\n<", 4, 1, "unclosed token"), ("<gpx>&x;</gpx>", 1, 6, "undefined entity"),
      ("<gpx><o:x/></gpx>", 1, 6, "unbound prefix"),
    ])
  func `what is wrong with a document is said with its place`(
    text: String, line: Int, column: Int, problem: String
  ) {
    #expect(
      throws: ImportError.syntax(.xml, line: line, column: column, problem: problem)
    ) { try FoundFile(xml: text) }
  }

  @Test(arguments: ["<html/>", "<svg xmlns='http://www.w3.org/2000/svg'/>", "<osm/>"])
  func `XML of other kinds is of no known kind`(text: String) {
    #expect(throws: ImportError.unknownKind) { try FoundFile(xml: text) }
  }
}
