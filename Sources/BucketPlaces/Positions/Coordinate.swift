/// A point on the earth: geographic latitude and longitude in degrees, WGS 84.
public struct Coordinate: Hashable, Sendable {
  /// Degrees north of the equator, -90 to 90.
  public let latitude: Double
  /// Degrees east of Greenwich, -180 to 180; both ends are kept as given.
  public let longitude: Double

  public enum Axis: Hashable, Sendable {
    case latitude, longitude
  }

  /// - Throws: `latitudeOutOfRange`, `longitudeOutOfRange` (NaN is in no range) or `swapped`.
  public init(latitude: Double, longitude: Double) throws(CoordinateError) {
    let latitudes = -90.0...90.0
    let longitudes = -180.0...180.0
    guard latitudes.contains(latitude) else {
      if latitudes.contains(longitude), longitudes.contains(latitude) {
        throw .swapped(latitude: latitude, longitude: longitude)
      }
      throw .latitudeOutOfRange(latitude)
    }
    guard longitudes.contains(longitude) else { throw .longitudeOutOfRange(longitude) }
    // Adding zero turns -0 into 0.
    self.latitude = latitude + 0
    self.longitude = longitude + 0
  }

  /// Whether it is 0, 0, where programs put what they don't know.
  var isNullIsland: Bool { latitude == 0 && longitude == 0 }

  /// Latitude and longitude for reading, as in "53.5000, 108.2000".
  ///
  /// - Precondition: `decimals` is 0 to 9.
  public func formatted(decimals: Int) -> String {
    FixedPoint(latitude, decimals: decimals).fixed + ", "
      + FixedPoint(longitude, decimals: decimals).fixed
  }
}

extension Coordinate: CustomStringConvertible {
  /// To at most 7 decimals.
  var shortest: (latitude: String, longitude: String) {
    (
      FixedPoint(latitude, decimals: 7).shortest, FixedPoint(longitude, decimals: 7).shortest
    )
  }

  /// Latitude and longitude to at most 7 decimals (about 1 cm), as in "53.5,108.2".
  ///
  /// `init(parsing:)` reads it back.
  public var description: String {
    shortest.latitude + "," + shortest.longitude
  }
}
