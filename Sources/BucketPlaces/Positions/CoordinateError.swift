/// What is wrong with a pair of numbers, or with a text that should be a position.
public enum CoordinateError: Error, Hashable, Sendable {
  /// The text doesn't consist of two parts.
  case notAPair(String)
  /// A part isn't a plain decimal number; exponents, hexadecimal, "nan" and "inf" are none.
  case notANumber(String)
  /// Commas stand for both the decimal point and the separator; `readings` are the pairs that the
  /// text may mean, at least one.
  case ambiguous(String, readings: [Coordinate])
  /// Not within -90 to 90.
  case latitudeOutOfRange(Double)
  /// Not within -180 to 180.
  case longitudeOutOfRange(Double)
  /// The numbers as given are no position, and in the other order they are one.
  case swapped(latitude: Double, longitude: Double)
  /// In bytes of UTF-8.
  case tooLong(Int, limit: Int)

  /// 60 or more.
  case minutesOutOfRange(Double)
  /// 60 or more.
  case secondsOutOfRange(Double)
  /// Degrees have decimals and minutes, or minutes have decimals and seconds.
  case brokenDegrees
  /// An angle has a sign and a letter, or two letters.
  case twoSigns
  /// The letter O stands for east or west; `readings` are the two positions.
  case letterO(readings: [Coordinate])
  /// Both angles are latitudes, or both longitudes.
  case twice(Coordinate.Axis)

  /// Leading digits are missing, and no point near by is known. `reference` is what stands beside
  /// the code, if anything does.
  case shortPlusCode(PlusCode, reference: String?)
  /// It has the look of a plus code, and breaks its rules.
  case notAPlusCode(String)

  /// Another reference system than WGS 84, whose numbers mean other positions.
  case unknownReferenceSystem(String)
  /// A link whose service is known, and that holds no position. One that is `short` is resolved by
  /// its server alone.
  case linkWithoutPosition(MapService, isShort: Bool)
  /// A link to a host that isn't known for positions, or to none by a scheme, as in "app:".
  case unknownLink(host: String)
}
