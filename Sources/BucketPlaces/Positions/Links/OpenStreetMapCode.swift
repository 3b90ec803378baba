/// The code of a short link of OpenStreetMap, as in "0EEQjE--": 6 bits a letter, a bit of longitude
/// and one of latitude in turn, the highest first.
struct OpenStreetMapCode {
  /// The older codes have @ for ~.
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~".utf8)
  private static let longest = 10

  private let longitude, latitude: UInt32

  /// - Returns: nil for what is no code. Dashes at the end, which make the zoom finer, are passed over.
  init?(_ text: String) {
    var (longitude, latitude): (UInt64, UInt64) = (0, 0)
    var bits: UInt64 = 0
    let letters = text.utf8.prefix { $0 != UInt8(ascii: "-") }
    guard (1...Self.longest).contains(letters.count),
      text.utf8.dropFirst(letters.count).allSatisfy({ $0 == UInt8(ascii: "-") })
    else { return nil }
    for letter in letters {
      let letter = letter == UInt8(ascii: "@") ? UInt8(ascii: "~") : letter
      guard let value = Self.alphabet.firstIndex(of: letter) else { return nil }
      for shift in [4, 2, 0] {
        longitude = longitude << 1 | UInt64(value >> (shift + 1) & 1)
        latitude = latitude << 1 | UInt64(value >> shift & 1)
      }
      bits += 3
    }
    self.longitude = UInt32(longitude << (32 - bits))
    self.latitude = UInt32(latitude << (32 - bits))
  }

  /// The south-western corner of the cell, as the server takes it.
  var coordinate: Coordinate {
    get throws(CoordinateError) {
      try Coordinate(
        latitude: Double(latitude) * 180 / 0x1p32 - 90,
        longitude: Double(longitude) * 360 / 0x1p32 - 180)
    }
  }
}
