/// The least box about some positions (RFC 7946, 5), which may reach across 180°.
struct BoundingBox: Hashable, Sendable {
  /// All axes of the south-western corner, then all of the north-eastern one.
  ///
  /// If any position has an altitude, so have the corners. West is more than east in a box that
  /// reaches across 180°.
  let axes: [FixedPoint]

  /// - Returns: nil if there is no position.
  init?(of positions: [Position]) {
    let latitudes = positions.map(\.latitude.units)
    guard let south = latitudes.min(), let north = latitudes.max() else { return nil }
    let (west, east) =
      south == -90 * Self.degree || north == 90 * Self.degree
      ? (-180 * Self.degree, 180 * Self.degree)  // A cap about the pole (5.3).
      : Self.span(of: positions.map(\.longitude.units))
    var corners = ([west, south], [east, north])
    let altitudes = positions.compactMap(\.altitude?.units)
    if let lowest = altitudes.min(), let highest = altitudes.max() {
      corners.0.append(lowest)
      corners.1.append(highest)
    }
    axes = (corners.0 + corners.1).map { FixedPoint(units: $0, decimals: Position.decimals) }
  }

  private static let degree: Int64 = 10_000_000

  /// The circle without its widest gap; of equal gaps, preferably the one across 180°.
  private static func span(of longitudes: [Int64]) -> (west: Int64, east: Int64) {
    let sorted = longitudes.sorted()
    var (west, east) = (sorted[0], sorted[sorted.count - 1])
    var widest = west + 360 * degree - east
    for (before, after) in zip(sorted, sorted.dropFirst()) where after - before > widest {
      (widest, west, east) = (after - before, after, before)
    }
    return (west, east)
  }
}
