import TestSupport
import Testing

@testable import BucketPlaces

@Suite struct PastedPositionTests {
  @Test(
    arguments: [
      ("51.5014,-0.1419", 51.5014, -0.1419), (" (51.5014, -0.1419).\n", 51.5014, -0.1419),
      ("51,5014; -0,1419", 51.5014, -0.1419), ("51.5014，-0.1419", 51.5014, -0.1419),
      ("\u{FEFF}51.5014,\u{200B} \u{2212}0.1419", 51.5014, -0.1419),
      ("9C3XGV25+H6", 51.5014375, -0.1419375),
      ("9c3xgv25+h6 Palace, London", 51.5014375, -0.1419375),
      ("London, 9C3XGV25+H6.", 51.5014375, -0.1419375), ("GV25+H6 51.6, 0", 51.5014375, -0.1419375),
      ("GV25+H6, 51°30′N 0°8′W", 51.5014375, -0.1419375),
      ("GV25+H6 geo:51.6,0", 51.5014375, -0.1419375),
      ("51.6,0 (GV25+H6)", 51.5014375, -0.1419375), ("GV25+H6 9C3XFX00+", 51.5014375, -0.1419375),
    ] as [(String, Double, Double)])
  func `numbers and codes are read with what stands around them`(
    text: String, latitude: Double, longitude: Double
  ) throws {
    let position = try PastedPosition(parsing: text)
    #expect(abs(position.coordinate.latitude - latitude) < 1e-9, "\(position)")
    #expect(abs(position.coordinate.longitude - longitude) < 1e-9, "\(position)")
    #expect(!position.isApproximate && position.altitude == nil && position.name == nil)
  }

  @Test(
    arguments: [
      ("GV25+H6", nil), ("GV25+H6 London", "London"),
      ("GV25+H6, Green Park, London", "Green Park, London"),
      ("Green Park gv25+h6", "Green Park"), ("Green GV25+H6 Park", "Green  Park"),
      ("GV25+H6 25+H6", "25+H6"), ("GV25+H6 91,0", "91,0"),
    ] as [(String, String?)])
  func `a short code needs a place near it`(text: String, reference: String?) throws {
    #expect {
      try PastedPosition(parsing: text)
    } throws: { error in
      guard case .shortPlusCode(let code, let found) = error as? CoordinateError else {
        return false
      }
      return code.text == "GV25+H6" && found == reference
    }
    let near = try Coordinate(latitude: 51.6, longitude: 0)
    let position = try PastedPosition(parsing: text, near: near)
    #expect(PlusCode(of: position.coordinate).text == "9C3XGV25+H6")
  }

  @Test(arguments: [
    ("9C3XGV25+", 0.0025), ("9C3XGV00+", 0.05), ("9C3X0000+", 1), ("9C000000+", 20),
  ])
  func `a code of a large cell is only near`(text: String, height: Double) throws {
    let position = try PastedPosition(parsing: text)
    #expect(position.doubts == [.largeCell(height: height)])
    #expect(position.isApproximate)
  }

  @Test(arguments: ["9C3XGV25+H", "9C3XGV2A+H6", "9C3XGV25+HA", "LONDON+UK", "9C3XG+H6"])
  func `what has the look of a plus code is told to be none`(text: String) {
    #expect(throws: CoordinateError.notAPlusCode(text)) { try PastedPosition(parsing: text) }
  }

  @Test func `a text longer than any link is refused at once`() {
    for piece in ["9", "q=", "geo:1,(", "'", "+", "://", "1,", "N ", "%2C", "\u{200B}", "AB+CD "] {
      let text = String(repeating: piece, count: 1 << 20)
      #expect(throws: CoordinateError.tooLong(text.utf8.count, limit: 16 << 10)) {
        try PastedPosition(parsing: text)
      }
      #expect(GooglePlaceLink(text) == nil)
    }
  }

  @Test(arguments: [
    "", " ", "\u{200B}", ".", "()", "here", "Lake Baikal in winter", "7", "C++", "+", "++",
  ])
  func `what is no position is told to be none`(text: String) {
    #expect {
      try PastedPosition(parsing: text)
    } throws: { error in
      switch error as? CoordinateError {
      case .notAPair, .notANumber: true
      default: false
      }
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `what a position is written as reads back to that resolution`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let point = try Coordinate(
        latitude: .random(in: -90...90, using: &generator),
        longitude: .random(in: -180...180, using: &generator))
      // Metres: 7 decimals of a degree, 3 of a minute, and half a cell of 14 m each way.
      for (text, resolution) in [
        (point.description, 0.02), (point.formatted(decimals: 4), 10),
        (point.degreesAndMinutes, 2), (point.geoURI, 0.02), (point.mapLink, 0.02),
        (PlusCode(of: point).text, 11), (PlusCode(of: point, digits: 15).text, 0.01),
        ("Look: <\(point.mapLink)>.", 0.02), ("(\(point.geoURI))", 0.02),
      ] {
        let position = try PastedPosition(parsing: text)
        #expect(position.coordinate.distance(to: point) < resolution, "\(text)")
        #expect(!position.isApproximate)
      }
    }
  }

  @Test(
    arguments: [
      (51.5014, -0.1419, "51° 30.084′ N, 0° 8.514′ W"), (0, -0.000001, "0° 0.000′ N, 0° 0.000′ E"),
      (-0.5, 180, "0° 30.000′ S, 180° 0.000′ E"),
      (-89.9999999, -9.99999999, "90° 0.000′ S, 10° 0.000′ W"),
    ] as [(Double, Double, String)])
  func `degrees and minutes carry over`(latitude: Double, longitude: Double, text: String) throws {
    let point = try Coordinate(latitude: latitude, longitude: longitude)
    #expect(point.degreesAndMinutes == text)
  }

  @Test func `links and URIs have no more decimals than they need`() throws {
    let point = try Coordinate(latitude: 53.5, longitude: -108.2)
    #expect(point.geoURI == "geo:53.5,-108.2")
    #expect(
      point.mapLink == "https://www.openstreetmap.org/?mlat=53.5&mlon=-108.2#map=17/53.5/-108.2")
    #expect(try Coordinate(latitude: -90, longitude: 12).geoURI == "geo:-90,0")
  }

  @Test(arguments: SeededGenerator.seeds)
  func `a text that was damaged is read or refused`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let texts = [
      "51° 30.084′ N, 0° 8.514′ W", "geo:48.201,16.3695,183;u=10?q=48.2,16.37(Karlskirche)",
      "GV25+H6 Green Park", "https://osm.org/go/0EEQjE--?m",
      "Look: https://www.google.com/maps/place/A+B/@1.5,2.5,17z/data=!3m1!1s0x47e66e:0x8ddca!8m2!3d1.5!4d2.5",
      "https://yandex.ru/maps/?ll=37.6,55.7&pt=37.6,55.7~1,2", "ge0://o4B4pYZsRs/Name_of",
    ]
    for _ in 0..<2000 {
      var bytes = Array(texts.randomElement(using: &generator)!.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0...2, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.insert(bytes.randomElement(using: &generator)!, at: index)
        default: bytes.removeSubrange(index..<min(bytes.count - 1, index + 3))
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let position = try? PastedPosition(parsing: text)
      if let position { #expect((-90...90).contains(position.coordinate.latitude), "\(text)") }
    }
  }
}
