import BucketPlaces
import BucketVault
import FoundationEssentials
import Testing

@testable import BucketCommand

struct DraftMergeTests {
  private let id = UUID()

  private func place(
    _ name: String = "Camp", _ description: String = "",
    _ change: (inout Place) throws -> Void = { _ in }
  ) throws -> Place {
    var place = try Place(id: id, name: name)
    try place.setDescription(description)
    try change(&place)
    return place
  }

  private func merged(
    _ here: Place, _ there: Place, from base: Place?, width: Int = 80
  ) -> Draft.Merged {
    Draft.Merged(
      Draft.Merged.Side(place: here, label: "here, alice@hut 2026-03-12 14:47"),
      Draft.Merged.Side(place: there, label: "there, bob@sea 2026-03-13 09:00"), from: base,
      width: width)
  }

  /// The lines above the scissors, without the fields that are empty.
  private func shown(_ merged: Draft.Merged) -> [String] {
    let end = "\n" + Draft.scissors
    let text = merged.text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0) }.joined(separator: "\n")
    return TextDifference.lines(String(text.prefix(upTo: text.firstRange(of: end)!.lowerBound)))
      .filter { !$0.hasSuffix(":") }
  }

  /// The text in which somebody chose one side everywhere.
  private func choosing(_ isHere: Bool, in merged: Draft.Merged) -> String {
    guard let length = merged.markLength else { return merged.text }
    var isLeft = true
    return TextDifference.lines(merged.text).filter { line in
      guard Marks.isMark(line, length: length) else { return isLeft }
      isLeft = line.hasPrefix(">") || line.hasPrefix("<") == isHere
      return false
    }.joined(separator: "\n")
  }

  @Test func `what only one copy changed is filled in, and nothing is left to choose`() throws {
    let base = try place("Camp", "old")
    let here = try place("Base camp", "old") { try $0.setTags(["winter"]) }
    let there = try place("Camp", "new") { $0.visited = try CalendarDate(parsing: "2026-03-12") }
    let merged = merged(here, there, from: base)
    #expect(merged.markLength == nil)
    #expect(merged.isDifferent)
    #expect(
      shown(merged) == ["name: Base camp", "tags: winter", "visited: 2026-03-12", "", "new"])
    let decided = try merged.place(from: merged.text)
    #expect(decided.name == "Base camp" && decided.description == "new")
    #expect(decided.tags == ["winter"] && decided.visited == there.visited)
  }

  @Test func `what both changed stands between marks`() throws {
    let merged = merged(try place("One"), try place("Two"), from: try place())
    #expect(
      shown(merged) == [
        "<<<<<<< here, alice@hut 2026-03-12 14:47", "name: One", "=======", "name: Two",
        ">>>>>>> there, bob@sea 2026-03-13 09:00", "", "",
      ])
    #expect(merged.markLength == 7)
  }

  @Test func `what both changed in the same way is no choice`() throws {
    let merged = merged(try place("One", "same"), try place("One", "same"), from: try place())
    #expect(merged.markLength == nil)
    #expect(!merged.isDifferent)
  }

  @Test func `where nothing is known of before, all that differs is a choice`() throws {
    let merged = merged(try place("One", "text"), try place("Two", "text"), from: nil)
    #expect(shown(merged).count == 7)
    #expect(shown(merged).last == "text")
  }

  @Test func `of a long description only the lines that differ stand twice`() throws {
    let merged = merged(
      try place("Camp", "1\n2\nhere\n4\n5"), try place("Camp", "1\n2\nthere\nmore\n4\n5"),
      from: try place("Camp", "1\n2\n3\n4\n5"))
    #expect(
      Array(shown(merged).dropFirst(2)) == [
        "1", "2", "<<<<<<< here, alice@hut 2026-03-12 14:47", "here", "=======", "there", "more",
        ">>>>>>> there, bob@sea 2026-03-13 09:00", "4", "5",
      ])
  }

  @Test func `all that differs stands side by side, and nothing else`() throws {
    let merged = merged(
      try place("One", "1\nhere\n3") { try $0.setCategory("Hut") },
      try place("Two", "1\nthere\n3") { try $0.setCategory("Hut") }, from: nil)
    let lines = TextDifference.lines(merged.text)
    let start = try #require(lines.firstIndex { $0 == Draft.scissors })
    #expect(
      Array(lines[(start + 1)...].prefix(10)) == [
        "# Both copies have changed this place. What you leave above is what it will be.",
        "# Choose where <<<<<<< stands, and take the marks away.", "#",
        "#   here, alice@hut 2026-03-12 14:47", "#   there, bob@sea 2026-03-13 09:00", "#",
        "#               here  there", "#  name         One   Two",
        "#  description  here  there", "#",
      ])
  }

  @Test func `no line side by side is wider than the terminal`() throws {
    let merged = merged(
      try place("東京" + String(repeating: "x", count: 200)), try place("One", "\u{1b}[31mred"),
      from: nil, width: 60)
    let table = TextDifference.lines(merged.text).filter { $0.hasPrefix("#  ") }.dropFirst(2)
      .prefix(3)
    #expect(table.count == 3 && table.allSatisfy { DisplayText($0).width <= 60 })
    #expect(table.joined().contains("\\u{1b}[31mred"))
  }

  static let descriptions = [
    "", "one", "one\n", "one\n\n\n", "\n\none", "one\r\ntwo\r\n", "one\r\ntwo", "one\ntwo",
    "=======", "Title\n=======\ntext", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> there",
    "<<<<<<<<<<<< long", "# error: not really", "\(Draft.scissors)\nbelow", "# comment",
    "name: not a field", "caf\u{e9}", "cafe\u{301}", "tab\there", " spaces  ", "\u{feff}mark",
    "1\n2\n3\n4\n5\n6", "1\n2\nx\n4\n5\n6",
  ]

  @Test(arguments: descriptions)
  func `whichever side is chosen comes out as it was, whatever the other holds`(
    one: String
  ) throws {
    for other in Self.descriptions {
      let (here, there) = (try place("One", one), try place("Two", other))
      for base in [nil, try place("Three", "before\nboth")] {
        let merged = merged(here, there, from: base)
        for isHere in [true, false] {
          let decided = try merged.place(from: choosing(isHere, in: merged))
          let wanted = isHere ? here : there
          #expect(decided.name == wanted.name)
          #expect(
            decided.description.utf8.elementsEqual(wanted.description.utf8),
            "\(one.debugDescription) and \(other.debugDescription)")
        }
      }
    }
  }

  @Test(arguments: descriptions)
  func `a text with a mark left in it is found undecided, and no other is`(one: String) throws {
    let merged = merged(try place("Camp", one), try place("Camp", one + "!"), from: nil)
    let length = try #require(merged.markLength)
    func marks(_ text: String) -> Int {
      DraftLayout(text).fieldsAndDescription.count { Marks.isMark($0, length: length) }
    }
    #expect(marks(merged.text) == 3)
    #expect(marks(choosing(true, in: merged)) == 0)
    #expect(marks(merged.text.replacing("\n", with: "\r\n")) == 3)
    let short = merged.text.replacing(" here, alice@hut 2026-03-12 14:47\n", with: "\n")
    #expect(marks(short) == 3)
  }

  @Test func `a position that was changed there comes as exactly as it is there`() throws {
    func at(_ latitude: Double, _ altitude: Double?) throws -> Place {
      try place {
        $0.coordinate = try Coordinate(latitude: latitude, longitude: 108.2)
        try $0.setAltitude(altitude)
      }
    }
    let (base, here) = (try at(53, 455), try place("Camp", "new") { $0 = try at(53, 455) })
    let there = try at(53.123456789012, 455)
    let merged = merged(here, there, from: base)
    #expect(try merged.place(from: merged.text).latitude == 53.123456789012)
    #expect(try merged.place(from: merged.text).altitude == 455)
    let moved = merged.text.replacing("at: 53.1234568, 108.2", with: "at: 1, 2")
    #expect(try merged.place(from: moved).latitude == 1)
    #expect(try merged.place(from: moved).altitude == nil)
  }

  @Test func `copies that differ in the time alone take the later one, from either end`() throws {
    var (here, there) = (try place(), try place())
    here.modified = Date(timeIntervalSince1970: 1_773_326_820)
    there.modified = Date(timeIntervalSince1970: 1_773_326_999)
    #expect(!merged(here, there, from: nil).isDifferent)
    #expect(merged(here, there, from: nil).settled == there)
    #expect(merged(there, here, from: nil).settled == there)
  }

  @Test(arguments: [
    "alice@hut", "\u{1b}]0;title\u{7}", "two\nlines\n=======", "\u{202e}txet",
    String(repeating: "x", count: 1_000), "", "   ",
  ])
  func `a label is one short line of harmless text, whoever made the change`(author: String) throws
  {
    let change = Change(
      at: Date(timeIntervalSince1970: 1_773_326_820), by: author, action: .put(try place()))
    let label = MergePlan<Place>.Conflict.label("there", change)
    #expect(label.hasPrefix("there,") && label.utf8.count <= 80)
    #expect(label == DisplayText(label).string)
    #expect(try #/.* 2026-03-12 \d\d:\d\d/#.wholeMatch(in: label) != nil, "\(label)")
  }
}
