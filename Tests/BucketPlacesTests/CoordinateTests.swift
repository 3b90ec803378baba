import TestSupport
import Testing

@testable import BucketPlaces

@Suite struct CoordinateTests {
  @Test(arguments: [
    "51.5014,-0.1419", "51.5014, -0.1419", "51.5014 ,-0.1419", "  51.5014 , -0.1419\n",
    "+51.5014,-0.1419", "51.5014,-.1419", "051.50140,-00.1419", "51.5014,\u{2212}0.1419",
    "51.5014 -0.1419", "51.5014;-0.1419", "51.5014; -0.1419", "51.5014\u{A0}-0.1419",
    "51,5014 -0,1419", "51,5014;-0,1419", "51,5014; -0,1419", "51,5014, -0,1419",
    "51,5014 ; -0,1419", "51.5014 -0,1419", "51,5014 ,-0,1419",
  ])
  func `a decimal pair reads as latitude and longitude`(text: String) throws {
    let coordinate = try Coordinate(parsing: text)
    #expect(coordinate.latitude == 51.5014)
    #expect(coordinate.longitude == -0.1419)
  }

  @Test(arguments: [
    ("51,50", 51.0, 50.0), ("51, 5", 51, 5), ("51 5", 51, 5), ("-90,-180", -90, -180),
  ])
  func `whole numbers read as latitude and longitude`(
    text: String, latitude: Double, longitude: Double
  ) throws {
    #expect(
      try Coordinate(parsing: text) == Coordinate(latitude: latitude, longitude: longitude))
  }

  @Test(arguments: [
    "", " ", "51.5014", "51.5,0.1,30", "51.5,,0.1", "51,,5", "1 2 3", "1;2;3", "51 . 5",
    "1,2,3,4,5",
    "51,5;0,1;2", "Lake Baikal in winter",
  ])
  func `a text that isn't two parts is not a pair`(text: String) {
    #expect { try Coordinate(parsing: text) } throws: { error in
      if case CoordinateError.notAPair = error { true } else { false }
    }
  }

  @Test(arguments: [
    ("nan,0", "nan"), ("0,inf", "inf"), ("-infinity,0", "-infinity"), ("1e400,0", "1e400"),
    ("1e1,0", "1e1"), ("0x10,0", "0x10"), ("5.,0", "5."), (".,0", "."), ("+,0", "+"), (",0", ""),
    ("--5,0", "--5"), ("5.5.5,0", "5.5.5"), ("٥١,0", "٥١"), ("5\u{301},0", "5\u{301}"),
    ("51, ,5", ",5"), ("Lake Baikal", "Lake"), ("1_0,0", "1_0"), ("51.5°,0", "51.5°"),
  ])
  func `a part that isn't a plain decimal number is named`(text: String, part: String) {
    #expect(throws: CoordinateError.notANumber(part)) { try Coordinate(parsing: text) }
  }

  @Test(
    arguments: [
      ("51,5014,0,1419", [(51.5014, 0.1419)]), ("51,5,0", [(51.5, 0.0), (51, 5.0)]),
      ("51,5014,-0,1419", [(51.5014, -0.1419)]), ("1,2,-3", [(1.2, -3)]),
      ("52,30,13,45", [(52.30, 13.45), (52.5, 13.75)]), ("52,30,13,60", [(52.30, 13.60)]),
      ("-52,30,-0,45", [(-52.30, -0.45), (-52.5, -0.75)]),
    ] as [(String, [(Double, Double)])])
  func `commas that may be decimal are refused with their readings`(
    text: String, readings: [(Double, Double)]
  ) throws {
    let readings = try readings.map { try Coordinate(latitude: $0.0, longitude: $0.1) }
    #expect(throws: CoordinateError.ambiguous(text, readings: readings)) {
      try Coordinate(parsing: text)
    }
  }

  @Test func `numbers out of range are refused, and swapped ones told apart`() {
    #expect(throws: CoordinateError.swapped(latitude: 108.2, longitude: 53.5)) {
      try Coordinate(parsing: "108.2,53.5")
    }
    #expect(throws: CoordinateError.latitudeOutOfRange(91)) { try Coordinate(parsing: "91,91") }
    #expect(throws: CoordinateError.latitudeOutOfRange(181)) { try Coordinate(parsing: "181,5") }
    #expect(throws: CoordinateError.swapped(latitude: 91, longitude: 5)) {
      try Coordinate(parsing: "91,5")
    }
    #expect(throws: CoordinateError.longitudeOutOfRange(181)) { try Coordinate(parsing: "5,181") }
    #expect(throws: CoordinateError.longitudeOutOfRange(5014)) {
      try Coordinate(parsing: "51,5014")
    }
    #expect(throws: CoordinateError.latitudeOutOfRange(.infinity)) {
      try Coordinate(parsing: String(repeating: "9", count: 1000) + ",5")
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 90.0.nextUp, (-90.0).nextDown])
  func `no number beyond the poles is a latitude`(latitude: Double) {
    #expect { try Coordinate(latitude: latitude, longitude: 170) } throws: { error in
      if case CoordinateError.latitudeOutOfRange = error { true } else { false }
    }
  }

  @Test(arguments: [Double.nan, .infinity, 180.0.nextUp, (-180.0).nextDown])
  func `no number beyond 180 is a longitude`(longitude: Double) {
    #expect { try Coordinate(latitude: 0, longitude: longitude) } throws: { error in
      if case CoordinateError.longitudeOutOfRange = error { true } else { false }
    }
  }

  @Test(arguments: [
    (53.5, 108.2, 4, "53.5000, 108.2000"), (-0.0, -0.00001, 4, "0.0000, 0.0000"),
    (89.99999, -179.99996, 4, "90.0000, -180.0000"), (0.5, -0.5, 0, "1, -1"),
    (1.23456789, -1.23456789, 7, "1.2345679, -1.2345679"),
  ])
  func `a coordinate is shown with a fixed number of decimals`(
    latitude: Double, longitude: Double, decimals: Int, text: String
  ) throws {
    let coordinate = try Coordinate(latitude: latitude, longitude: longitude)
    #expect(coordinate.formatted(decimals: decimals) == text)
  }

  @Test(arguments: [
    (53.5, 108.2, "53.5,108.2"), (10, -100, "10,-100"), (-0.0, -0.00000001, "0,0"),
    (0.0000001, -0.05, "0.0000001,-0.05"), (1.23456789, 180, "1.2345679,180"),
  ])
  func `a description has no more decimals than it needs`(
    latitude: Double, longitude: Double, text: String
  ) throws {
    #expect(try Coordinate(latitude: latitude, longitude: longitude).description == text)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `a description reads back within half its last digit`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<1000 {
      let coordinate = try Coordinate(
        latitude: .random(in: -90...90, using: &generator),
        longitude: .random(in: -180...180, using: &generator))
      let back = try Coordinate(parsing: coordinate.description)
      #expect(abs(back.latitude - coordinate.latitude) < 0.51e-7)
      #expect(abs(back.longitude - coordinate.longitude) < 0.51e-7)
      #expect(try Coordinate(parsing: back.description) == back)
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `any jumble of the characters of a pair is read or refused`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<5000 {
      let count = Int.random(in: 0...12, using: &generator)
      let text = String(
        (0..<count).map { _ in "0159,.;+- e\u{2212}x".randomElement(using: &generator)! })
      do throws(CoordinateError) {
        let coordinate = try Coordinate(parsing: text)
        #expect((-90...90).contains(coordinate.latitude), "\(text)")
      } catch {
        if case .ambiguous(_, let readings) = error { #expect(!readings.isEmpty, "\(text)") }
      }
    }
  }
}
