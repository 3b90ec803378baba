import BucketPlaces
import Testing

@testable import BucketCommand

struct DraftTests {
  private func place() throws -> Place {
    var place = try Place(name: "Lake Baikal")
    place.coordinate = try Coordinate(latitude: 53.123456789, longitude: 108.2)
    try place.setAltitude(455.5)
    place.approximate = true
    try place.setTags(["winter", "trains, slow", "\"quoted\"", "back\\slash"])
    place.visited = try CalendarDate(year: 2026, month: 3, day: 12)
    try place.setLink("https://example.org/a?b=c#d")
    try place.setDescription("Ice in March.\n\nThe train from Irkutsk")
    return place
  }

  private func problems(_ text: String) -> [DraftError.Problem] {
    do throws(DraftError) {
      var place = try! place()
      try Draft(parsing: text).apply(to: &place)
      return []
    } catch {
      return error.problems
    }
  }

  @Test func `a place is fields, an empty line, the description, and help`() throws {
    let text = Draft(try place()).text
    #expect(
      text.hasPrefix(
        #"""
        name: Lake Baikal
        at: 53.1234568, 108.2
        altitude: 455.5
        approximate: yes
        category:
        tags: winter, "trains, slow", "\"quoted\"", back\slash
        visited: 2026-03-12
        address:
        link: https://example.org/a?b=c#d

        Ice in March.

        The train from Irkutsk
        # ------------------------ >8 ------------------------
        # The line
        """#))
  }

  @Test func `what isn't touched stays exact`() throws {
    let before = try place()
    var after = before
    try Draft(parsing: Draft(before).text).apply(to: &after)
    #expect(after == before)
    let text = Draft(before).text.split(separator: "Lake Baikal").joined(separator: "Baikal")
    try Draft(parsing: text).apply(to: &after)
    #expect(after.name == "Baikal")
    #expect(after.coordinate == before.coordinate)
    #expect(after.altitude == before.altitude)
  }

  @Test func `a space that carries a mark stays at the end of a name and of a tag`() throws {
    let marked = " \u{301}lac \u{301}"
    var before = try Place(name: marked)
    try before.setTags([marked, "winter"])
    #expect(before.name == marked && before.tags[0] == marked)
    var after = before
    let text = Draft(before).text
    try Draft(parsing: text).apply(to: &after)
    #expect(after == before)
    try Draft(parsing: text.replacing("winter", with: "ice")).apply(to: &after)
    #expect(after.tags == [marked, "ice"])
  }

  @Test func `what is changed is read, and what is emptied or left out goes away`() throws {
    var after = try place()
    let text = """
      NAME :  Baikal\t
      at: 51.5, -0.5
      altitude: 12
      category: Landmark
      address: Listvyanka: the pier
      approximate:

      """
    try Draft(parsing: text).apply(to: &after)
    #expect(after.name == "Baikal")
    #expect(after.coordinate == (try Coordinate(latitude: 51.5, longitude: -0.5)))
    #expect(after.altitude == 12)
    #expect(after.approximate == nil)
    #expect(after.category == "Landmark")
    #expect(after.address == "Listvyanka: the pier")
    #expect(after.tags.isEmpty && after.visited == nil && after.link == nil)
    #expect(after.description.isEmpty)
  }

  @Test func `a place that moves loses what described its old position`() throws {
    var after = try place()
    let text = Draft(after).text.split(separator: "53.1234568, 108.2").joined(separator: "1, 2")
    try Draft(parsing: text).apply(to: &after)
    #expect(after.altitude == nil && after.approximate == nil)
  }

  @Test(arguments: [
    "", "a", "a\n", "a\n\n\n", "\na", "\n\n", "\n", " ", "name: not a field", "# a heading",
    "# error: mine", "a\n\(Draft.scissors)\nb", Draft.scissors, "\(Draft.scissors)\n\n", "a\r\nb",
    "a\r", "\u{feff}a", "e\u{301} é", "\u{2028}\u{85}\u{b}", "  indented\t", "\u{1b}[2J",
  ])
  func `a description comes back as it was, byte for byte`(description: String) throws {
    var draft = Draft()
    draft.values[.name] = "x"
    draft.description = description
    let back = try Draft(parsing: draft.text)
    #expect(Array(back.description.utf8) == Array(description.utf8))
    #expect(back.values == draft.values)
    #expect(back.text == draft.text)
  }

  @Test(arguments: 0..<400)
  func `awkward texts come back as they were`(seed: Int) throws {
    var random = Xorshift(state: UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 | 1)
    let pieces = [
      "\n", "\n\n", "\r\n", "\r", "# error: x", "#", Draft.scissors, ":", "name: x", "at:", " ",
      "\t", "\"", "\\", ",", "'", "é", "e\u{301}", "雪", "👩‍👩‍👧", "\u{feff}", "\u{2028}", "\u{200f}",
      "\u{1b}", "text", ">8", "---",
    ]
    func text(_ count: Int, oneLine: Bool) -> String {
      (0..<Int.random(in: 0...count, using: &random)).map { _ in
        let piece = pieces.randomElement(using: &random)!
        return oneLine && piece.unicodeScalars.contains { $0.value < 32 || $0.value == 0x2028 }
          ? " " : piece
      }.joined()
    }
    var place = try Place(name: "x" + text(8, oneLine: true))
    try place.setDescription(text(30, oneLine: false))
    try place.setTags((0..<4).map { "t\($0)" + text(5, oneLine: true) })
    try place.setTags(place.tags + ["\"" + text(4, oneLine: true) + "x"])
    try place.setAddress(text(8, oneLine: true))
    let draft = Draft(place)
    let back = try Draft(parsing: draft.text)
    #expect(Array(back.description.utf8) == Array(place.description.utf8))
    #expect(Array(back.text.utf8) == Array(draft.text.utf8))
    #expect(TagList(parsing: back.values[.tags] ?? "")?.tags == place.tags)
    var other = try Place(id: place.id, name: "other", created: place.created)
    try back.apply(to: &other)
    #expect(other == place)
    // What is said about the text leaves no trace in it.
    let notes = [(line: 1, message: "one\ntwo"), (line: 12, message: "three")]
    let annotated = Draft.annotated(draft.text, with: notes)
    #expect(annotated.contains("# error: one\n# error: two\nname: "))
    #expect(Array(try Draft(parsing: annotated).text.utf8) == Array(draft.text.utf8))
    #expect(Draft.annotated(annotated, with: []) == draft.text)
  }

  @Test func `a byte order mark and carriage returns of another system are passed over`() throws {
    var after = try place()
    let before = after
    let text = Draft(before).text
    let other =
      "\u{feff}"
      + text.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\r\n")
    try Draft(parsing: other).apply(to: &after)
    #expect(after == before)
  }

  @Test func `a carriage return that no newline follows stays`() throws {
    let text = "name: a\r\n\r\nx\r\ny\r\r"
    #expect(try Draft(parsing: text).description == "x\ny\r\r")
    #expect(Draft.annotated(text, with: []) == text)
  }

  @Test func `without scissors the description goes to the end`() throws {
    #expect(try Draft(parsing: "name: x\n\na\nb\n").description == "a\nb")
    #expect(try Draft(parsing: "name: x\n\na\nb").description == "a\nb")
    #expect(try Draft(parsing: "name: x\n\na\n\n").description == "a\n")
    #expect(try Draft(parsing: "name: x\n").description == "")
    #expect(try Draft(parsing: "name: x").values == [.name: "x"])
  }

  @Test(
    arguments: [
      ("name: x\nheight: 3\n", 2, .unknownField("height")),
      ("name: x\nname: y\n", 2, .repeatedField(.name)),
      ("name: x\nfree text\n", 2, .notAField),
      ("tags: a\nname:\n", 2, .place(.emptyName)),
      ("tags: a\n", 1, .place(.emptyName)),
      ("", 1, .place(.emptyName)),
      ("name: x\nat: here\n", 2, .position(.notAPair("here"))),
      ("name: x\naltitude: high\n", 2, .notANumber("high")),
      ("name: x\naltitude: nan\n", 2, .notANumber("nan")),
      ("name: x\napproximate: maybe\n", 2, .notYesOrNo("maybe")),
      ("name: x\nvisited: 12 March\n", 2, .place(.notADate("12 March"))),
      ("name: x\nvisited: 2026-02-30\n", 2, .place(.noSuchDay(year: 2026, month: 2, day: 30))),
      ("name: x\ntags: \"a\n", 2, .unfinishedQuote),
      ("name: x\ntags: \"a\" b\n", 2, .unfinishedQuote),
      ("name: x\n\na\u{0}b\n", 2, .place(.controlCharacter(.description, "\u{0}"))),
      ("name: x\nfree\ntext\nof three lines\n", 2, .notAField),
      ("name: x\n\na\n\(Draft.scissors)\n# help\nlost\nand more\n", 6, .textBelowScissors),
      ("\nname: x\nlink: y\n\ntext\n", 2, .blankAmongFields),
      ("name: x\n\nat: 1,2\ntags:\n\ntext\n", 3, .blankAmongFields),
    ] as [(String, Int, DraftError.Fact)])
  func `what can't be understood is told with its line`(
    text: String, line: Int, fact: DraftError.Fact
  ) {
    #expect(problems(text) == [DraftError.Problem(line: line, fact: fact)])
  }

  @Test func `all that is wrong is told at once, and nothing is changed`() throws {
    var after = try place()
    let before = after
    #expect(throws: DraftError.self) {
      try Draft(parsing: "name:\nat: x\nvisited: y\n").apply(to: &after)
    }
    #expect(after == before)
    #expect(problems("name:\nat: x\nvisited: y\n").map(\.line) == [1, 2, 3])
  }

  @Test func `what is wrong stands above its line, and goes when the text is read again`() throws {
    let text = "name: x\nat: here\n\n# error: mine\n"
    let annotated = Draft.annotated(text, with: [(line: 2, message: "not a position")])
    #expect(annotated == "name: x\n# error: not a position\nat: here\n\n# error: mine\n")
    #expect(problems(annotated).map(\.line) == [3])
    let again = Draft.annotated(annotated, with: [(line: 3, message: "still none")])
    #expect(again == "name: x\n# error: still none\nat: here\n\n# error: mine\n")
    #expect(try Draft(parsing: again).description == "# error: mine")
  }

  @Test func `what is wrong with the description stands above the line before it`() {
    let text = "name: x\n\na\nb\n"
    #expect(
      Draft.annotated(text, with: [(line: 4, message: "m")]) == "name: x\n# error: m\n\na\nb\n")
  }
}

/// Random numbers that are the same every time.
private struct Xorshift: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
