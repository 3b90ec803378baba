/// What is wrong with a pair of numbers, or with a text that should be one.
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
}
