import Glibc
import TestSupport
import Testing

@testable import BucketPlaces

@Suite struct S2CellTests {
  @Test(arguments: [
    (0, 0.0, 0.0), (1, 0, 90), (2, 90, 0), (3, 0, 180), (4, 0, -90), (5, -90, 0),
  ])
  func `a face has its middle on an axis`(
    face: UInt64, latitude: Double, longitude: Double
  ) throws {
    let center = try #require(S2Cell(face << 61 | 1 << 60)?.center)
    let expected = try Coordinate(latitude: latitude, longitude: longitude)
    #expect(center.distance(to: expected) < 1e-3)
  }

  @Test(
    arguments: [0, 2, 0x2000_0000_0000_0002, 0x0800_0000_0000_0000, 0xC000_0000_0000_0001]
      as [UInt64])
  func `a number without the mark of a level, or of a seventh face, is no cell`(id: UInt64) {
    #expect(S2Cell(id) == nil)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `the middle of the smallest cell of a point is that point`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<1000 {
      let point = try Coordinate(
        latitude: .random(in: -90...90, using: &generator),
        longitude: .random(in: -180...180, using: &generator))
      let center = try #require(S2Cell(cell(of: point))?.center)
      #expect(center.distance(to: point) < 0.02)
    }
  }

  /// The other way round: the number of the smallest cell, walked down square by square.
  private func cell(of point: Coordinate) -> UInt64 {
    let (latitude, longitude) = (point.latitude * .pi / 180, point.longitude * .pi / 180)
    let axes = [
      cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude),
    ]
    let largest = [0, 1, 2].max { abs(axes[$0]) < abs(axes[$1]) }!
    let face = largest + (axes[largest] < 0 ? 3 : 0)
    let (x, y, z) = (axes[0], axes[1], axes[2])
    var (u, v) =
      switch face {
      case 0: (y / x, z / x)
      case 1: (-x / y, z / y)
      case 2: (-x / z, -y / z)
      case 3: (z / x, y / x)
      case 4: (z / y, -x / y)
      default: (-y / z, -x / z)
      }
    func side(_ value: Double) -> Double {
      value >= 0 ? (1 + 3 * value).squareRoot() / 2 : 1 - (1 - 3 * value).squareRoot() / 2
    }
    (u, v) = (side(u), side(v))
    var id = UInt64(face)
    // Squares in the order of the curve, as row and column; what the curve does in each of them.
    var order = face % 2 == 0 ? [0, 1, 3, 2] : [0, 2, 3, 1]
    for _ in 0..<30 {
      (u, v) = (u * 2, v * 2)
      let (row, column) = (u >= 1 ? 1 : 0, v >= 1 ? 1 : 0)
      (u, v) = (u - Double(row), v - Double(column))
      let quarter = order.firstIndex(of: row << 1 | column)!
      id = id << 2 | UInt64(quarter)
      switch quarter {
      case 0: order = [order[0], order[3], order[2], order[1]]
      case 3: order = [order[2], order[1], order[0], order[3]]
      default: break
      }
    }
    return id << 1 | 1
  }
}
