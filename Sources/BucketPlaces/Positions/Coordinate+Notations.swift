extension Coordinate {
  /// Degrees and decimal minutes, as in "51° 30.084′ N, 0° 8.514′ W", to about 2 m.
  public var degreesAndMinutes: String {
    Self.angle(latitude, "N", "S") + ", " + Self.angle(longitude, "E", "W")
  }

  /// As in "geo:51.5014,-0.1419" (RFC 5870).
  ///
  /// All meridians meet at a pole, where the RFC has longitude be 0.
  public var geoURI: String {
    "geo:" + shortest.latitude + "," + (abs(latitude) == 90 ? "0" : shortest.longitude)
  }

  /// A map of OpenStreetMap with a pin.
  public var mapLink: String {
    let (latitude, longitude) = shortest
    return "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)"
      + "#map=17/\(latitude)/\(longitude)"
  }

  private static func angle(_ degrees: Double, _ positive: String, _ negative: String) -> String {
    let minutes = FixedPoint(degrees * 60, decimals: 3)
    let units = Int64(minutes.units.magnitude)
    let rest = FixedPoint(units: units % 60_000, decimals: 3).fixed
    return "\(units / 60_000)° \(rest)′ \(minutes.units < 0 ? negative : positive)"
  }
}
