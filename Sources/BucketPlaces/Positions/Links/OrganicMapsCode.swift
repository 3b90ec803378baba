/// The code of a link of Organic Maps: a letter of zoom, and up to 9 with 3 bits of latitude and 3 of
/// longitude each, in turn, the highest first.
struct OrganicMapsCode {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let letters = 1...9
  private static let bits = 30

  private let latitude, longitude: UInt32

  /// - Returns: nil for what is no code.
  init?(_ text: String) {
    let values = text.utf8.prefix(Self.letters.upperBound + 2)
      .compactMap { Self.alphabet.firstIndex(of: $0) }
    guard values.count == text.utf8.count, Self.letters.contains(values.count - 1) else {
      return nil
    }
    var (latitude, longitude): (UInt32, UInt32) = (0, 0)
    for value in values.dropFirst() {
      for shift in [4, 2, 0] {
        latitude = latitude << 1 | UInt32(value >> (shift + 1) & 1)
        longitude = longitude << 1 | UInt32(value >> shift & 1)
      }
    }
    // The middle of what the letters leave open.
    let open = UInt32(Self.bits - 3 * (values.count - 1))
    self.latitude = latitude << open | 1 << (open - 1)
    self.longitude = longitude << open | 1 << (open - 1)
  }

  var coordinate: Coordinate {
    get throws(CoordinateError) {
      let steps = Double(1 << Self.bits)
      return try Coordinate(
        latitude: min(90, Double(latitude) / (steps - 1) * 180 - 90),
        longitude: Double(longitude) / steps * 360 - 180)
    }
  }
}
