/// A geohash: 5 bits a letter, a bit of longitude and one of latitude in turn, the highest first.
struct Geohash {
  private static let alphabet = Array("0123456789bcdefghjkmnpqrstuvwxyz".utf8)
  private static let longest = 12

  private let bits: UInt64
  private let count: Int

  /// - Returns: nil for what is no geohash of 5 to 12 letters; a shorter one is no place.
  init?(_ text: String) {
    guard (5...Self.longest).contains(text.utf8.count) else { return nil }
    var bits: UInt64 = 0
    for letter in text.lowercased().utf8 {
      guard let value = Self.alphabet.firstIndex(of: letter) else { return nil }
      bits = bits << 5 | UInt64(value)
    }
    self.bits = bits
    count = 5 * text.utf8.count
  }

  /// The middle of the cell.
  var coordinate: Coordinate {
    get throws(CoordinateError) {
      var (south, north, west, east) = (-90.0, 90.0, -180.0, 180.0)
      for index in 0..<count {
        let isUpper = bits >> UInt64(count - 1 - index) & 1 == 1
        if index.isMultiple(of: 2) {
          let middle = (west + east) / 2
          (west, east) = isUpper ? (middle, east) : (west, middle)
        } else {
          let middle = (south + north) / 2
          (south, north) = isUpper ? (middle, north) : (south, middle)
        }
      }
      return try Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
    }
  }
}
