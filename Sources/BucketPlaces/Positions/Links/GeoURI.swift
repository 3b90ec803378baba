/// Positions as `geo:` URIs (RFC 5870), with the `q` that Android adds.
enum GeoURI {
  static let scheme = "geo:"

  /// An uncertainty of more metres makes a position approximate.
  private static let precise = 100.0

  /// - Parameter text: Begins with the scheme.
  /// - Throws: What is wrong with the numbers, `unknownReferenceSystem`, or `linkWithoutPosition`
  ///   where `q` is no position and the URI has none beside it.
  static func read(_ text: String) throws(CoordinateError) -> PastedPosition {
    let parts = text.dropFirst(scheme.count).split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts.count > 1 ? Link.items(of: parts[1]) : []
    var position = try read(path: parts.first ?? "")
    guard let sought = query.first(where: { $0.name == "q" })?.value, !sought.isEmpty else {
      return position
    }
    let labelled = LabelledPair(sought)
    if let coordinate = try Coordinate(typed: labelled.pair) {
      return PastedPosition(coordinate, name: labelled.label)
    }
    // By the convention of Android, null island stands for no position where something is sought.
    if position.coordinate.isNullIsland { throw .linkWithoutPosition(.geo, isShort: false) }
    position.name = sought
    position.doubts.append(.mapCenter(.geo))
    return position
  }

  private static func read(path: Substring) throws(CoordinateError) -> PastedPosition {
    let parts = path.split(separator: ";", omittingEmptySubsequences: false)
      .map { Link.decoded($0, hasPlus: false) }
    let numbers = (parts.first ?? "").split(separator: ",", omittingEmptySubsequences: false)
    guard (2...3).contains(numbers.count) else { throw .notAPair(String(path)) }
    var values: [Double] = []
    for number in numbers {
      // No plus, no exponent.
      guard number.first != "+", let value = Coordinate.plainNumber(number) else {
        throw .notANumber(String(number))
      }
      values.append(value)
    }
    var doubts: [PastedPosition.Doubt] = []
    for parameter in parts.dropFirst() {
      let (name, value) = Self.parameter(parameter)
      if name == "crs", value.lowercased() != "wgs84" { throw .unknownReferenceSystem(value) }
      if name == "u", let metres = Coordinate.plainNumber(value), metres > precise {
        doubts.append(.uncertain(metres: metres))
      }
    }
    // All meridians meet at a pole.
    let longitude = abs(values[0]) == 90 ? 0 : values[1]
    return PastedPosition(
      try Coordinate(latitude: values[0], longitude: longitude),
      altitude: values.count > 2 ? values[2] : nil, doubts: doubts)
  }

  private static func parameter(_ text: String) -> (name: String, value: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (parts[0].lowercased(), parts.count > 1 ? String(parts[1]) : "")
  }
}
