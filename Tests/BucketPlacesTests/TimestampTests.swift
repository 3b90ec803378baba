import FoundationEssentials
import TestSupport
import Testing

@testable import BucketPlaces

@Suite struct TimestampTests {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2026-03-12T09:30:00Z", 1_773_307_800),
      ("2026-03-12T09:30:00.999Z", 1_773_307_800), ("2026-03-12t09:30:00z", 1_773_307_800),
      ("2026-03-12 09:30:00", 1_773_307_800), ("2026-03-12T09:30Z", 1_773_307_800),
      ("2026-03-12T10:30:00+01:00", 1_773_307_800), ("2026-03-12T04:00:00-0530", 1_773_307_800),
      ("2026-03-12T10:30:00+01", 1_773_307_800), (" 2026-03-12 ", 1_773_273_600),
      ("1969-12-31T23:59:59Z", -1), ("2000-02-29T00:00:00Z", 951_782_400),
      ("2016-12-31T23:59:60Z", 1_483_228_799), ("0001-01-01", -62_135_596_800),
      ("9999-12-31T23:59:59Z", 253_402_300_799),
    ] as [(String, Double)])
  func `points in time are read in UTC or by their offset`(text: String, seconds: Double) {
    #expect(Timestamp.parse(text)?.timeIntervalSince1970 == seconds)
  }

  @Test(
    arguments: [
      "", "soon", "2026", "2026-3-12", "2026-02-29", "2026-13-01", "2026-03-12T", "2026-03-12T9:30",
      "2026-03-12T24:00:00Z", "2026-03-12T09:60:00Z", "2026-03-12T09:30:00.Z",
      "2026-03-12T09:30:00+25:00", "2026-03-12T09:30:00Z!", "12/03/2026", "1773307800",
      "0000-01-01", "２０２６-03-12", "9999-12-31T23:59:59-05:00", "0001-01-01T00:00:00+05:00",
    ])
  func `anything else is none`(text: String) {
    #expect(Timestamp.parse(text) == nil)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `times are written and read, and days counted, as Foundation does it`(seed: UInt64) throws {
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let seconds = Double(
        // The day on which the Gregorian calendar began, before which Foundation uses another.
        Int.random(in: -12_219_292_800..<253_402_300_800, using: &generator))
      let date = Date(timeIntervalSince1970: seconds)
      let text = date.formatted(.iso8601)
      #expect(Timestamp.parse(text) == date)
      #expect(Timestamp.text(date) == text)
      let day = try #require(CalendarDate(utc: date))
      #expect(text.hasPrefix(day.description))
      #expect(day.daysSince1970 == Int((seconds / 86_400).rounded(.down)))
    }
    for year in 1...1600 {
      let day = try CalendarDate(year: year, month: 2, day: 28)
      let date = Date(timeIntervalSince1970: Double(day.daysSince1970) * 86_400 + 7)
      #expect(CalendarDate(utc: date) == day)
      #expect(Timestamp.parse(Timestamp.text(date)) == date)
    }
    #expect(CalendarDate(utc: .distantFuture.addingTimeInterval(1e12)) == nil)
  }
}
