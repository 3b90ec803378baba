import Glibc

/// A cell of the S2 grid, which Google's ids of places begin with.
///
/// The number of a cell has the face of a cube in its highest 3 bits, then 2 bits for each level
/// along a Hilbert curve, and ends with a bit that is set and as many zeros as there are levels
/// left, doubled.
struct S2Cell: Hashable {
  let id: UInt64

  private static let deepest = 30

  /// - Returns: nil for a number of no cell.
  init?(_ id: UInt64) {
    guard id >> 61 < 6, id != 0, id.trailingZeroBitCount.isMultiple(of: 2) else { return nil }
    self.id = id
  }

  private var face: Int { Int(id >> 61) }
  private var level: Int { Self.deepest - id.trailingZeroBitCount / 2 }

  /// The middle of the cell.
  var center: Coordinate? {
    let (row, column) = place
    let side = Double(UInt64(1) << (level + 1))
    let u = Self.projected(Double(2 * row + 1) / side)
    let v = Self.projected(Double(2 * column + 1) / side)
    let (x, y, z) =
      switch face {
      case 0: (1.0, u, v)
      case 1: (-u, 1.0, v)
      case 2: (-u, -v, 1.0)
      case 3: (-1.0, -v, -u)
      case 4: (v, -1.0, -u)
      default: (v, u, -1.0)
      }
    return try? Coordinate(
      latitude: atan2(z, (x * x + y * y).squareRoot()) * 180 / .pi,
      longitude: atan2(y, x) * 180 / .pi)
  }

  /// Where the cell is on its face, counted in cells of its size.
  private var place: (row: UInt64, column: UInt64) {
    // How the curve runs through the four cells of a square: swapped and turned round or not.
    var isSwapped = face & 1 == 1
    var isInverted = false
    var (row, column): (UInt64, UInt64) = (0, 0)
    for step in stride(from: 59, to: 59 - 2 * level, by: -2) {
      let quarter = Int(id >> UInt64(step)) & 3
      // 0, 1, 3, 2: down the first row and back in the second.
      let square = (quarter ^ quarter >> 1) ^ (isInverted ? 3 : 0)
      let (first, second) = (UInt64(square >> 1), UInt64(square & 1))
      row = row << 1 | (isSwapped ? second : first)
      column = column << 1 | (isSwapped ? first : second)
      if quarter == 0 || quarter == 3 { isSwapped.toggle() }
      if quarter == 3 { isInverted.toggle() }
    }
    return (row, column)
  }

  /// From a side of 0 to 1 to one of -1 to 1, by the quadratic projection of S2.
  private static func projected(_ side: Double) -> Double {
    side >= 0.5 ? (4 * side * side - 1) / 3 : (1 - 4 * (1 - side) * (1 - side)) / 3
  }
}
