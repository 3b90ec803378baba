import Glibc

extension Coordinate {
  /// The mean radius of the earth (IUGG), in metres.
  static let earthRadius = 6_371_008.8

  /// Metres along the great circle to another point, on a sphere of the earth's mean radius.
  ///
  /// The same both ways, 0 for one point under two names (at a pole, or at 180°), and half the
  /// circle for antipodes; the earth being no sphere, up to half a per cent off.
  public func distance(to other: Coordinate) -> Double {
    // The haversine and its complement: where one of them is too near 1 to be exact, the other isn't.
    let across = (longitude - other.longitude).remainder(dividingBy: 360) / 2
    let cosines = Self.cosine(latitude) * Self.cosine(other.latitude)
    let apart =
      Self.squaredSine((latitude - other.latitude) / 2) + cosines * Self.squaredSine(across)
    let together =
      Self.squaredSine((latitude + other.latitude) / 2) + cosines
      * Self.squaredSine(90 - abs(across))
    return 2 * Self.earthRadius * atan2(apart.squareRoot(), together.squareRoot())
  }

  /// The cosine of a latitude, 0 at the poles.
  private static func cosine(_ degrees: Double) -> Double { sine(90 - abs(degrees)) }

  private static func squaredSine(_ degrees: Double) -> Double {
    let sine = sine(degrees)
    return sine * sine
  }

  private static func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
}
