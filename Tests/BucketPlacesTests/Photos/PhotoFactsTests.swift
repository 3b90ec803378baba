import TestSupport
import Testing

@testable import BucketPlaces

struct PhotoFactsTests {
  private func facts(_ change: (inout EXIFSample) -> Void = { _ in }) -> PhotoFacts {
    var sample = EXIFSample()
    change(&sample)
    return PhotoFacts(exif: sample.bytes)
  }

  private static let day = try? CalendarDate(year: 2026, month: 3, day: 12)

  @Test(arguments: [false, true])
  func `position, altitude and day are read in either order of bytes`(isBigEndian: Bool) throws {
    let facts = facts { $0.isBigEndian = isBigEndian }
    #expect(facts.position == .known(try Coordinate(latitude: 53.5, longitude: 108.2)))
    #expect(facts.altitude == 456)
    #expect(facts.day == Self.day)
  }

  @Test func `minutes and seconds that make few decimals make no more`() throws {
    let facts = facts {
      $0.latitude = [(51, 1), (51, 1), (0, 1)]
      $0.longitude = [(104, 1), (52, 1), (12, 1)]
    }
    #expect(facts.position == .known(try Coordinate(latitude: 51.85, longitude: 104.87)))
  }

  @Test(
    arguments: [("N", 1.0), ("S", -1), ("n", 1), ("South", -1)],
    [("E", 1.0), ("W", -1), ("e", 1), ("west", -1)])
  func `the hemispheres decide about the signs`(
    latitude: (String, Double), longitude: (String, Double)
  ) throws {
    let facts = facts {
      $0.latitudeReference = latitude.0
      $0.longitudeReference = longitude.0
    }
    #expect(
      facts.position
        == .known(
          try Coordinate(latitude: latitude.1 * 53.5, longitude: longitude.1 * 108.2)))
  }

  @Test func `a hemisphere that is missing isn't guessed`() {
    #expect(facts { $0.latitudeReference = nil }.position == .unusable(.noHemisphere))
    #expect(facts { $0.longitudeReference = nil }.position == .unusable(.noHemisphere))
    #expect(facts { $0.longitudeReference = "" }.position == .unusable(.noHemisphere))
    #expect(facts { $0.longitudeReference = "N" }.position == .unusable(.noHemisphere))
  }

  @Test func `minutes and seconds count, and decimals in any of the three`() throws {
    let facts = facts {
      $0.latitude = [(51, 1), (30, 1), (504, 100)]
      $0.longitude = [(14189, 100_000), (0, 1), (0, 1)]
      $0.longitudeReference = "W"
    }
    guard case .known(let position) = facts.position else {
      Issue.record("\(facts)")
      return
    }
    #expect(abs(position.latitude - 51.5014) < 1e-9 && abs(position.longitude + 0.14189) < 1e-9)
  }

  @Test(
    arguments: [
      [(53, 0), (30, 1), (0, 1)], [(53, 1), (0, 0), (0, 1)], [(53, 1), (30, 1), (1, 0)],
      [(53, 1), (30, 1)], [],
    ] as [[(UInt32, UInt32)]])
  func `a number that is none makes no position`(latitude: [(UInt32, UInt32)]) {
    let facts = facts { $0.latitude = latitude.map { ($0.0, $0.1) } }
    #expect(facts.position == .unusable(.noNumbers))
    #expect(facts.altitude == nil && facts.day == Self.day)
  }

  @Test(
    arguments: [
      [(90, 1), (0, 1), (1, 1)], [(UInt32.max, 1), (0, 1), (0, 1)], [(53, 1), (61, 1), (0, 1)],
      [(53, 1), (0, 1), (4000, 1)],
    ] as [[(UInt32, UInt32)]])
  func `what is nowhere on earth is no position`(latitude: [(UInt32, UInt32)]) {
    let facts = facts { $0.latitude = latitude.map { ($0.0, $0.1) } }
    #expect(facts.position == .unusable(.outOfRange))
  }

  @Test func `zeros are what a camera writes that doesn't know where it is`() {
    let facts = facts {
      $0.latitude = [(0, 1), (0, 1), (0, 1)]
      $0.longitude = [(0, 1), (0, 1), (0, 1)]
    }
    #expect(facts.position == .unusable(.noFix))
  }

  @Test func `half of a position is broken, and none is none`() {
    #expect(facts { $0.longitude = nil }.position == .unusable(.noNumbers))
    let none = facts {
      ($0.latitude, $0.longitude) = (nil, nil)
      ($0.latitudeReference, $0.longitudeReference) = (nil, nil)
    }
    #expect(none.position == .none && none.altitude == nil)
  }

  @Test func `an altitude may be below the sea, missing or broken`() {
    #expect(facts { $0.altitudeReference = 1 }.altitude == -456)
    #expect(facts { $0.altitudeReference = nil }.altitude == 456)
    #expect(facts { $0.altitudeReference = 9 }.altitude == nil)
    #expect(facts { $0.altitude = (1, 0) }.altitude == nil)
    #expect(facts { $0.altitude = nil }.altitude == nil)
  }

  @Test(
    arguments: [
      "0000:00:00 00:00:00", "    :  :     :  :  ", "2026:02:30 00:00:00", "yesterday", "", "2026",
    ])
  func `a day that is none is none`(text: String) {
    #expect(facts { $0.date = text }.day == nil)
    #expect(facts { $0.date = nil }.day == nil)
  }

  @Test func `a block that is cut anywhere is read as far as it goes, or not at all`() {
    let whole = EXIFSample().bytes
    for count in whole.indices { _ = PhotoFacts(exif: Array(whole[..<count])) }
    #expect(PhotoFacts(exif: []) == PhotoFacts())
  }
}
