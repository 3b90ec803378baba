extension Coordinate {
  /// Two decimal numbers with one of the separators between them; nil for anything else.
  ///
  /// - Throws: `latitudeOutOfRange`, `longitudeOutOfRange` or `swapped`.
  init?(
    pair text: (some StringProtocol)?, separator: Character = ",", longitudeFirst: Bool = false
  ) throws(CoordinateError) {
    let parts = text?.split(separator: separator, omittingEmptySubsequences: false)
    guard let parts, parts.count == 2 else { return nil }
    try self.init(
      latitude: longitudeFirst ? parts[1] : parts[0],
      longitude: longitudeFirst ? parts[0] : parts[1])
  }

  /// Two numbers as links have them, with a point; nil for anything else.
  ///
  /// - Throws: `latitudeOutOfRange`, `longitudeOutOfRange` or `swapped`.
  init?(
    latitude: (some StringProtocol)?, longitude: (some StringProtocol)?
  ) throws(CoordinateError) {
    guard let latitude = latitude.flatMap({ Self.plainNumber($0) }),
      let longitude = longitude.flatMap({ Self.plainNumber($0) })
    else { return nil }
    try self.init(latitude: latitude, longitude: longitude)
  }

  /// The numbers that a text begins with, before a separator and something else.
  init?(leading text: (some StringProtocol)?) throws(CoordinateError) {
    let parts = text?.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
    guard let parts, parts.count >= 2 else { return nil }
    try self.init(latitude: parts[0], longitude: parts[1])
  }

  /// A sign, digits and decimals, with white space around them.
  static func plainNumber(_ text: some StringProtocol) -> Double? {
    let number = text.drop { $0 == " " }
    let end = number.lastIndex { $0 != " " }
    guard let end, !number.contains(",") else { return nil }
    return try? Self.number(Substring(number[...end]))
  }

  /// A position that somebody typed into a field of search; nil for any other text.
  ///
  /// - Throws: `latitudeOutOfRange`, `longitudeOutOfRange` or `swapped`.
  init?(typed text: String) throws(CoordinateError) {
    if let code = PlusCode(text)?.center {
      self = code
      return
    }
    do throws(CoordinateError) {
      guard let numbers = try PastedPosition.numbers(in: text) else { return nil }
      self = numbers
    } catch {
      switch error {
      case .latitudeOutOfRange, .longitudeOutOfRange, .swapped: throw error
      default: return nil
      }
    }
  }
}
