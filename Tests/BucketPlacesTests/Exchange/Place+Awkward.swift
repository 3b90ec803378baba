import FoundationEssentials

@testable import BucketPlaces

extension Place {
  /// Places whose text is what formats stumble over.
  ///
  /// - Parameter count: How many.
  static func awkward(
    _ count: Int, using generator: inout some RandomNumberGenerator
  ) throws -> [Place] {
    try (0..<count).map { number in try awkward(number, using: &generator) }
  }

  private static let lines = [
    "]]>", "&amp;", "&", "<b>x</b>", "<![CDATA[x]]>", "\"it's\"", "=SUM(A1)", "+1", "-2", "@x",
    "🧊👩‍👩‍👧",
    "سلام \u{202E}x", "e\u{301}te\u{301}", "été", "a,b;c", "\u{FFFE}", "x\u{FFFF}y", "\u{FFFD}",
    "null", "%41%", "\\n", "\u{FEFF}bom", "１２", "\u{200D}\u{200B}a", "\u{1F1E6}", "{\"a\":1}",
    "&#13;", "&#x0;", "<", ">", "a\u{A0}b",
  ]
  private static let controls = [
    "\n", "\r", "\r\n", "\t", "\u{1}", "\u{8}", "\u{B}", "\u{1B}[31m", "\u{7F}", "\u{85}", "\u{9B}",
    "\u{2028}", "\u{2029}", " ", "  ", "\n\n",
  ]

  private static func awkward(
    _ number: Int, using generator: inout some RandomNumberGenerator
  ) throws -> Place {
    func chance(_ per: Int) -> Bool { Int.random(in: 0..<per, using: &generator) == 0 }
    func line() -> String {
      let parts = (0...Int.random(in: 0...3, using: &generator)).map { _ in
        lines.randomElement(using: &generator)!
      }
      return "x" + parts.joined(separator: " ")
    }
    func date() -> Date {
      Date(
        timeIntervalSince1970: Double(
          Int.random(in: -62_300_000_000...253_500_000_000, using: &generator)))
    }
    var place = try Place(name: line(), created: chance(2) ? date() : nil)
    if chance(2) {
      var text = ""
      let length = chance(40) ? 6_000 : Int.random(in: 0...8, using: &generator)
      for _ in 0..<length {
        text += (chance(2) ? lines : controls).randomElement(using: &generator)!
      }
      try place.setDescription(text)
    }
    if !chance(5) {
      func degrees(_ limit: Int64) -> Double {
        switch Int.random(in: 0...5, using: &generator) {
        case 0: Double(limit)
        case 1: -Double(limit)
        case 2: Double.random(in: -Double(limit)...Double(limit), using: &generator)
        case 3: 0
        default:
          FixedPoint(
            units: Int64.random(in: -limit * 10_000_000...limit * 10_000_000, using: &generator),
            decimals: 7
          ).fixed.degrees
        }
      }
      place.coordinate = try Coordinate(latitude: degrees(90), longitude: degrees(180))
    }
    if chance(2) {
      try place.setAltitude(
        chance(2) ? Double.random(in: -1e8...1e8, using: &generator) : 1e-9 * Double(number))
    }
    if chance(3) { place.approximate = chance(2) }
    if chance(2) { try place.setCategory(line()) }
    if chance(2) { try place.setTags([line(), "Trip 1/Day 1", line()]) }
    if chance(3) { try place.setAddress(line()) }
    if chance(2) {
      try place.setLink(
        [
          "https://example.org/?a=1&b=<2>", "https://example.org/a?b=c#d", "not a link", line(),
          "http://[::1]:80/", "http://a:b:c/", "x:y", "https://münchen.example/ü", "a:%zz",
        ].randomElement(using: &generator)!)
    }
    if chance(2) {
      place.visited = try CalendarDate(
        year: Int.random(in: 1...9999, using: &generator), month: 2, day: 28)
    }
    if chance(2) { place.modified = date() }
    if chance(3) { place.source = try Source(program: line(), id: line()) }
    if chance(3) {
      try place.setExtra([
        line(): .string(line() + "\u{1}\r\n"), "n": .number(0.1), "i": .integer(-7),
        "a": .array([.null, .bool(true), .unsigned(.max)]), "o": .object([line(): .string("")]),
      ])
    }
    return place
  }

  /// All that there is to a place, byte for byte: equal texts may be composed in other ways.
  var exactly: String { JSONListing.object(self) }
}

extension String {
  fileprivate var degrees: Double { Double(self)! }
}
