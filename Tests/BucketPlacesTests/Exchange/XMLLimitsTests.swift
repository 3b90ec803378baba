import FoundationEssentials
import Testing

@testable import BucketPlaces

/// Documents that would become far more than they are.
@Suite struct XMLLimitsTests {
  private static let place = "<wpt lat='1' lon='2'><name>A</name></wpt>"

  private static func many(_ count: Int, _ text: (Int) -> String) -> String {
    (0..<count).map(text).joined()
  }

  /// How many namespaces and elements came before the document was refused.
  private func events(of text: String) -> (count: Int, error: ImportError?) {
    var reader = XMLReader(CountingVisitor(wanted: .inside)) { _ in }
    do throws(ImportError) {
      try reader.feed(Array(text.utf8)[...])
      try reader.finish()
    } catch {
      return (reader.visitor.count, error)
    }
    return (reader.visitor.count, nil)
  }

  @Test(arguments: [Expat.namespaceLimit + 1, 100_000])
  func `a long namespace is refused before a name stands in it`(length: Int) {
    let uri = String(repeating: "u", count: length)
    let elements = Self.many(1_000) { "<x:a\($0)/>" }
    let (count, error) = events(of: "<gpx>\n<x:a xmlns:x='\(uri)'>\(elements)</x:a></gpx>")
    #expect(error == .tooLong(line: 2, limit: Expat.namespaceLimit))
    #expect(count == 1)
  }

  @Test func `a long name is refused`() {
    let name = String(repeating: "n", count: Expat.nameLimit + 1)
    for text in ["<gpx>\n<\(name)/></gpx>", "<gpx>\n<a \(name)='1'/></gpx>"] {
      let (count, error) = events(of: text)
      #expect(error == .tooLong(line: 2, limit: Expat.nameLimit))
      #expect(count == 1)
    }
  }

  @Test(arguments: [("a", 1, 1 << 16), ("a", 3_000, 20), ("xmlns:a", 200, 500)])
  func `an element with too much of attributes is refused`(
    attribute: (name: String, count: Int, length: Int)
  ) {
    let value = String(repeating: "u", count: attribute.length)
    let attributes = Self.many(attribute.count) { "\(attribute.name)\($0)='\(value)'\t" }
    let (count, error) = events(of: "<gpx>\n<wpt \(attributes)/></gpx>")
    #expect(error == .tooLong(line: 2, limit: Expat.attributesLimit))
    #expect(count <= 1 + Expat.attributesLimit / 500)
  }

  @Test func `what is long but not too long is read`() throws {
    let uri = String(repeating: "u", count: Expat.namespaceLimit)
    let value = String(repeating: "v", count: Expat.attributesLimit - 600)
    let file = try FoundFile(
      xml: "<gpx xmlns:x='\(uri)'><x:a x:b='\(value)'/>\(Self.place)</gpx>")
    #expect(file.places.map(\.name) == ["A"])
  }

  @Test(
    arguments: [
      ("<!ATTLIST a b CDATA 'x'>", 1), ("\n<!ATTLIST wpt lat CDATA #FIXED '1'>", 2),
      ("<!ATTLIST a xmlns:x CDATA 'x'>", 1), ("<!ATTLIST a b ID #IMPLIED>", 1),
    ])
  func `a document that declares attributes is refused`(declaration: String, line: Int) {
    #expect(throws: ImportError.attributeDeclared(line: line)) {
      try FoundFile(xml: "<!DOCTYPE gpx [\(declaration)]><gpx>\(Self.place)</gpx>")
    }
  }

  @Test func `a document type without end is refused`() {
    let piece = Array(Self.many(10_000) { "<!ELEMENT a\($0) ANY>" }.utf8)
    var pieces = 0
    #expect(throws: ImportError.self) {
      var reader = XMLReader(CountingVisitor(wanted: .inside)) { _ in }
      try reader.feed(Array("<!DOCTYPE gpx [".utf8)[...])
      for _ in 0..<1_000 {
        try reader.feed(piece[...])
        pieces += 1
      }
    }
    #expect(pieces <= 2 + 2 * Expat.tagLimit / piece.count)
  }

  @Test func `so many different names and no more`() throws {
    let limit = Expat.nameCountLimit
    #expect(events(of: "<gpx>" + Self.many(limit - 1) { "<a\($0)/>" } + "</gpx>").error == nil)
    let (count, error) = events(of: "<gpx>" + Self.many(2 * limit) { "<a\($0)/>" } + "</gpx>")
    #expect(error == .tooManyNames(line: 1, limit: limit))
    #expect(count == limit)
  }

  @Test(arguments: [("gpx", "wpt lat='1' lon='2'", "wpt"), ("kml", "Placemark", "Placemark")])
  func `so many elements in a place and no more`(root: String, start: String, end: String) throws {
    let limit = XMLWalk<GPXVisitor>.elementLimit
    func text(_ count: Int) -> String {
      let rest = Self.many(count - 1) { _ in "<a/>" }
      let place = "<\(start)><name>A</name>\(rest)</\(end)>\n"
      return "<\(root)>\(place)\(place)</\(root)>"
    }
    #expect(throws: Never.self) { try FoundFile(xml: text(limit)) }
    #expect(throws: ImportError.tooManyElements(line: 1, limit: limit)) {
      try FoundFile(xml: text(limit + 1))
    }
  }

  @Test(arguments: [true, false])
  func `so much text in a place and no more`(isAttribute: Bool) throws {
    let length = 1 << 15
    let most = XMLWalk<CountingVisitor>.textLimit / length
    func element(_ name: String, at line: Int, _ attributes: [String: String] = [:]) -> XMLElement {
      let name = XMLName(namespace: "", local: name, prefix: "")
      return XMLElement(name: name, attributes: attributes, line: line)
    }
    let value = String(repeating: "x", count: isAttribute ? length : 0)
    let text = [UInt8](repeating: UInt8(ascii: "x"), count: isAttribute ? 0 : length)
    let walk = XMLWalk(CountingVisitor(wanted: .whole))
    func take(_ count: Int, at line: Int) throws(ImportError) {
      try walk.begins(element("place", at: line))
      for _ in 0..<count {
        try walk.begins(element("a", at: line, ["b": value]))
        unsafe try text.withUnsafeBufferPointer { text throws(ImportError) in
          unsafe try walk.appends(text)
        }
        try walk.ends()
      }
      try walk.ends()
    }
    try walk.begins(element("root", at: 1))
    try take(most, at: 2)
    try take(most, at: 3)
    #expect(throws: ImportError.tooLong(line: 4, limit: XMLWalk<CountingVisitor>.textLimit)) {
      try take(most + 1, at: 4)
    }
  }

  @Test func `a long text isn't repeated for each of many points`() throws {
    func text(_ count: Int, _ length: Int) -> String {
      let point = "<Point><coordinates>2,1</coordinates></Point>"
      return "<kml><Placemark><name>A</name><description>"
        + String(repeating: "x", count: length) + "</description><MultiGeometry>"
        + String(repeating: point, count: count) + "</MultiGeometry></Placemark></kml>"
    }
    #expect(try FoundFile(xml: text(1_000, 1_000)).places.count == 1_000)
    #expect(try FoundFile(xml: text(1, 1_000_000)).places.count == 1)
    let file = try FoundFile(xml: text(1_000, 100_000))
    #expect(file.places.isEmpty)
    #expect(file.omissions == [Omission(line: 1, name: "A", reason: .notAPoint("MultiPoint"))])
  }
}

/// Counts what it is told of.
private struct CountingVisitor: XMLVisitor {
  /// Of what is in the root.
  let wanted: XMLInterest
  private(set) var count = 0

  mutating func declares(namespace: String) { count += 1 }

  mutating func interest(in element: XMLElement, within parents: [XMLElement]) -> XMLInterest {
    count += 1
    return parents.isEmpty ? .inside : wanted
  }

  mutating func ends(_ element: XMLElement, within parents: [XMLElement]) {}
}
