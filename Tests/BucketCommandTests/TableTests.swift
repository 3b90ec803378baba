import Testing

@testable import BucketCommand

@Suite struct TableTests {
  static let names = [
    "Lake Baikal", "京都", "👨‍👩‍👧‍👦 park", "🇳🇴 Å", "Zu\u{308}rich", "שלום", "gpj.\u{202e}exe", "\u{1b}[2J",
    "می‌خواهم",
  ]

  static var table: Table {
    var table = Table([.fixed, .text, .number, .text])
    for name in names {
      table.add([.init("3f9c"), .init(name), .init("\(name.utf8.count) km"), .init("winter")])
    }
    return table
  }

  @Test func `columns stand under each other`() throws {
    let lines = Self.table.lines(width: nil)
    let starts = try lines.map { line in
      DisplayText(String(line[..<(try #require(line.firstRange(of: "winter"))).lowerBound])).width
    }
    #expect(Set(starts).count == 1)
    #expect(lines.count == Self.names.count)
    #expect(lines[0] == "  3f9c  Lake Baikal      11 km  winter")
  }

  @Test(arguments: 0...60) func `lines fit the terminal`(width: Int) {
    for line in Self.table.lines(width: width) {
      #expect(DisplayText(line).width <= width)
      #expect(!line.hasSuffix(" "))
    }
  }

  @Test(arguments: 0...12) func `a mark alone takes no column behind the last one`(width: Int) {
    var table = Table([.fixed, .text, .number])
    table.add(["\u{301}", "b", "\u{301}"].map { Table.Cell($0) })
    #expect(table.lines(width: width).allSatisfy { DisplayText($0).width <= width })
  }

  @Test func `the wide column is cut before the id`() {
    var table = Table([.fixed, .text, .text])
    table.add([.init("3f9c"), .init("A very long name of a place"), .init("tag")])
    #expect(table.lines(width: 26) == ["  3f9c  A very long …  tag"])
    #expect(table.lines(width: 100) == ["  3f9c  A very long name of a place  tag"])
  }

  static var sentences: Table {
    var table = Table([.fixed, .fixed, .text, .sentence], indent: 0)
    table.add([.init("note"), .init("line 2"), .init("A hut without a road"), .init("is far")])
    table.add([
      .init("skipped"), .init("line 3"), .init("京都"),
      .init("has an altitude that was left out: \(String(repeating: "9", count: 20))"),
    ])
    table.add([.init("note"), .init("line 4"), .init("A hut"), .init("")])
    return table
  }

  @Test func `a sentence is below where it finds no room, and names stay`() {
    #expect(
      Self.sentences.lines(width: 50) == [
        "note     line 2  A hut without a road  is far",
        "skipped  line 3  京都",
        "         has an altitude that was left out:",
        "         99999999999999999999",
        "note     line 4  A hut",
      ])
    #expect(
      Self.sentences.lines(width: 36).prefix(2) == [
        "note     line 2  A hut without a ro…", "         is far",
      ])
    #expect(
      Self.sentences.lines(width: nil)[1]
        == "skipped  line 3  京都                  has an altitude that was left out: "
        + String(repeating: "9", count: 20))
    var long = Table([.fixed, .text, .sentence], indent: 0)
    let name = String(repeating: "n", count: 200)
    long.add([.init("note"), .init(name), .init("is far")])
    #expect(long.lines(width: 80) == ["note  \(name.prefix(65))…  is far"])
    long.add([.init("note"), .init("A hut"), .init(name)])
    #expect(long.lines(width: 80)[0] == "note  \(name.prefix(23))…  is far")
  }

  @Test(arguments: 0...90) func `lines with sentences fit the terminal`(width: Int) {
    let lines = Self.sentences.lines(width: width)
    for line in lines {
      #expect(DisplayText(line).width <= width)
      #expect(!line.hasSuffix(" "))
    }
    if width >= 30 { #expect(lines.joined().contains(/9{20}/)) }
  }

  @Test func `nothing is cut without a width`() {
    let name = String(repeating: "京", count: 330_000)
    var table = Table([.fixed, .text, .text])
    table.add([.init("3f9c"), .init(name), .init("tag")])
    table.add([.init("b41e"), .init("Hut"), .init("")])
    #expect(table.lines(width: nil) == ["  3f9c  \(name)  tag", "  b41e  Hut"])
    #expect(table.lines(width: 40).allSatisfy { DisplayText($0).width <= 40 })
  }

  @Test func `no line ends in a space`() {
    var table = Table([.text, .text, .text])
    table.add([.init("a  "), .init("")])
    table.add([.init(""), .init(""), .init("c ")])
    table.add([.init("")])
    table.add([])
    #expect(table.lines(width: nil) == ["  a", "       c", "", ""])
  }

  @Test func `emphasis is around the text and not the blanks`() {
    var table = Table([.text, .text], indent: 0)
    table.add([.init("a", .dim), .init("b")])
    table.add([.init("long", .dim), .init("b")])
    #expect(
      table.lines(width: nil, style: Style(isEnabled: true))
        == ["\u{1b}[2ma\u{1b}[0m     b", "\u{1b}[2mlong\u{1b}[0m  b"])
  }
}
