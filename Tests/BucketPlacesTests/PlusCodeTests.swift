import TestSupport
import Testing

@testable import BucketPlaces

@Suite struct PlusCodeTests {
  /// Worked out from the description of the Open Location Code in exact fractions.
  static let known: [(latitude: Double, longitude: Double, digits: Int, code: String)] = [
    (53.5, 108.2, 10, "9P5CG622+22"), (-54.8019, -68.303, 10, "37QH5MXW+6R"),
    (0, 0, 10, "6FG22222+22"), (0, 0, 11, "6FG22222+222"), (90, -180, 10, "C2X2X2X2+X2"),
    (-90, 180, 10, "22222222+22"), (51.5014, -0.1419, 10, "9C3XGV25+H6"),
    (51.5014, -0.1419, 11, "9C3XGV25+H69"), (51.5014, -0.1419, 15, "9C3XGV25+H692525"),
    (51.5014, -0.1419, 8, "9C3XGV25+"), (51.5014, -0.1419, 6, "9C3XGV00+"),
    (51.5014, -0.1419, 4, "9C3X0000+"), (51.5014, -0.1419, 2, "9C000000+"),
    (-16.9, 179.9999, 10, "5VMX4X2X+2X"), (35.0116, 135.7681, 10, "8Q7Q2Q69+J6"),
    (40.6, 129.7, 10, "8QGFJP22+22"), (-0.00001, -0.00001, 12, "6CFXXXXX+XXXP"),
    (64.1466, -21.9426, 13, "99PW43W4+JXR52"),
  ]

  @Test(arguments: known)
  func `a point has the code that the rules give it`(
    latitude: Double, longitude: Double, digits: Int, code: String
  ) throws {
    let point = try Coordinate(latitude: latitude, longitude: longitude)
    #expect(PlusCode(of: point, digits: digits).text == code)
    let read = try #require(PlusCode(code.lowercased()))
    #expect(read.text == code)
    let center = try #require(read.center)
    let height = try #require(read.height)
    #expect(abs(center.latitude - latitude) <= height)
    #expect(PlusCode(of: center, digits: digits) == read)
  }

  @Test(arguments: [
    "", "+", "9C3XGV25", "9C3XGV25+H", "9C3XGV25H6+", "9C3XGV2+5H6", "9C3XGV25++H6", "9C3XGV25+H6+",
    "AC3XGV25+H6", "9C3XGV25+HA", "9C3X0V25+", "9C3XG000+", "00000000+", "9C3X0000+H6", "9C3X00+",
    "0+22", "+2", "9C3 XGV25+H6", "９C3XGV25+H6", "F22222222+22", "F2222222+22", "2W222222+22",
    String(repeating: "2", count: 100_000) + "+22",
  ])
  func `what breaks the rules is no code`(text: String) {
    #expect(PlusCode(text) == nil)
  }

  @Test(arguments: [
    ("9C3XGV25+H6", true), ("9C3XGV25+", true), ("9C3X0000+", true), ("9C000000+", true),
    ("GV25+H6", false), ("+H69", false), ("22+22", false), ("25+", false),
  ])
  func `a code is full or has lost its leading digits`(text: String, isFull: Bool) throws {
    let code = try #require(PlusCode(text))
    #expect(code.isFull == isFull)
    #expect((code.center == nil) == !isFull)
  }

  @Test func `digits beyond the 15th are left out`() throws {
    #expect(try #require(PlusCode("9C3XGV25+H69252577")).text == "9C3XGV25+H692525")
  }

  @Test(
    arguments: [
      (0.0, 0.0, "+H6"), (0.001, 0, "25+H6"), (0, -0.014, "25+H6"), (0.02, 0, "GV25+H6"),
      (0, 0.29, "GV25+H6"), (0.31, 0, "9C3XGV25+H6"), (-20, 0, "9C3XGV25+H6"),
    ])
  func `a code is shortened by as much as a point near by makes up for`(
    north: Double, east: Double, short: String
  ) throws {
    let code = try #require(PlusCode("9C3XGV25+H6"))
    let center = try #require(code.center)
    let point = try Coordinate(
      latitude: center.latitude + north, longitude: center.longitude + east)
    #expect(code.shortened(near: point).text == short)
    #expect(code.shortened(near: point).recovered(near: point) == code)
  }

  @Test(
    arguments: [
      // The point is in the cell to the south, the north, the east and the west of the place.
      ("2GGG+GG", 46.976, 8.526, "8FVC2GGG+GG"), ("XGGG+GG", 47.026, 8.526, "8FRCXGGG+GG"),
      ("GXGG+GG", 46.526, 8.026, "8FR9GXGG+GG"), ("G2GG+GG", 46.526, 7.976, "8FRCG2GG+GG"),
      // There is nothing beyond the poles, and 180° is no end.
      ("2222+22", 89.6, 0, "CFX22222+22"), ("XXXXXX+XX", -81, 0, "2CXXXXXX+XX"),
      ("4X22+22", -16.9, -179.99, "5VMX4X22+22"), ("42X2+22", -16.9, 179.99, "52M242X2+22"),
      ("9c3xgv25+h6", -80, -170, "9C3XGV25+H6"),
    ])
  func `a short code is the nearest of all that end like it`(
    short: String, latitude: Double, longitude: Double, code: String
  ) throws {
    let point = try Coordinate(latitude: latitude, longitude: longitude)
    #expect(try #require(PlusCode(short)).recovered(near: point).text == code)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `a code comes back, whole and short`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<1000 {
      let point = try Coordinate(
        latitude: .random(in: -90...90, using: &generator),
        longitude: .random(in: -180...180, using: &generator))
      let digits = [8, 10, 11, 12, 13, 14, 15].randomElement(using: &generator)!
      let code = PlusCode(of: point, digits: digits)
      #expect(PlusCode(code.text) == code)
      let center = try #require(code.center)
      #expect(PlusCode(of: center, digits: digits) == code)
      #expect(abs(center.latitude - point.latitude) <= code.height! / 2 + 1e-9)
      let near = try Coordinate(
        latitude: max(-90, min(90, point.latitude + .random(in: -0.3...0.3, using: &generator))),
        longitude: (point.longitude + .random(in: -0.3...0.3, using: &generator))
          .remainder(dividingBy: 360))
      #expect(code.shortened(near: near).recovered(near: near) == code, "\(code) near \(near)")
    }
  }
}
