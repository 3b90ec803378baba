/// A position of GeoJSON (RFC 7946, 3.1.1), to 7 decimals of a degree (about 1 cm).
struct Position: Hashable, Sendable {
  static let decimals = 7

  let longitude: FixedPoint
  let latitude: FixedPoint
  /// Metres.
  let altitude: FixedPoint?

  /// - Returns: nil for a place without one.
  init?(of place: Place) {
    guard let coordinate = place.coordinate else { return nil }
    longitude = FixedPoint(coordinate.longitude, decimals: Self.decimals)
    latitude = FixedPoint(coordinate.latitude, decimals: Self.decimals)
    altitude = place.altitude.map { FixedPoint($0, decimals: Self.decimals) }
  }

  /// Longitude, latitude and, where it is known, altitude.
  var axes: [FixedPoint] {
    [longitude, latitude] + (altitude.map { [$0] } ?? [])
  }
}
