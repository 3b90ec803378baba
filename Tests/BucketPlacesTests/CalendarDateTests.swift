import BucketPlaces
import FoundationEssentials
import Testing

@Suite struct CalendarDateTests {
  @Test(arguments: ["2026-03-12", "0001-01-01", "9999-12-31", "2024-02-29", "2000-02-29"])
  func `a date reads and writes as ISO 8601`(text: String) throws {
    #expect(try CalendarDate(parsing: text).description == text)
  }

  @Test(arguments: [
    "", "2026-3-12", "2026-03-1", "20260312", "2026-03-12T00:00:00Z", " 2026-03-12", "2026/03/12",
    "+2026-03-12", "12026-03-12", "2026-03-1२", "-026-03-12", "2026-W11-4", "12.03.2026",
    "２026-0-12",
  ])
  func `another form is not a date`(text: String) {
    #expect(throws: PlaceError.notADate(text)) { try CalendarDate(parsing: text) }
  }

  @Test(arguments: [
    (2026, 2, 29), (1900, 2, 29), (2026, 4, 31), (2026, 13, 1), (2026, 0, 1), (2026, 1, 0),
    (2026, 1, 32), (0, 1, 1), (10000, 1, 1), (Int.max, Int.min, Int.max),
  ])
  func `a day that the calendar doesn't have is refused`(year: Int, month: Int, day: Int) {
    #expect(throws: PlaceError.noSuchDay(year: year, month: month, day: day)) {
      try CalendarDate(year: year, month: month, day: day)
    }
  }

  @Test func `a text in the right form with no such day says so`() {
    #expect(throws: PlaceError.noSuchDay(year: 2026, month: 2, day: 30)) {
      try CalendarDate(parsing: "2026-02-30")
    }
  }

  @Test func `dates are in the order of time`() throws {
    let dates = try ["2025-12-31", "2026-01-01", "2026-01-02", "2026-02-01"]
      .map(CalendarDate.init(parsing:))
    #expect(dates.reversed().sorted() == dates)
  }

  @Test func `a date is coded as its text`() throws {
    let dates = [try CalendarDate(year: 2026, month: 3, day: 12)]
    let data = try JSONEncoder().encode(dates)
    #expect(String(decoding: data, as: UTF8.self) == #"["2026-03-12"]"#)
    #expect(try JSONDecoder().decode([CalendarDate].self, from: data) == dates)
    #expect {
      try JSONDecoder().decode([CalendarDate].self, from: Data(#"["2026-02-30"]"#.utf8))
    } throws: { error in
      guard case DecodingError.dataCorrupted(let context) = error else { return false }
      return context.underlyingError as? PlaceError == .noSuchDay(year: 2026, month: 2, day: 30)
    }
  }
}
