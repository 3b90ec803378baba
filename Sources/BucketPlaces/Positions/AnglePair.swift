/// Reads positions in degrees, minutes and seconds, in their many spellings.
enum AnglePair {
  /// The position that a text means; nil if it isn't made of angles, or not of two.
  ///
  /// Letters say which of the two is which; without any, latitude comes first. A comma between two
  /// digits is decimal where that alone makes sense of the text, and parts two angles otherwise.
  ///
  /// - Throws: Any case of `CoordinateError` that is about angles.
  static func read(_ text: String) throws(CoordinateError) -> Coordinate? {
    var readings: [Coordinate] = []
    var refusal: CoordinateError?
    for comma in commas(in: text) {
      guard let tokens = AngleToken.tokens(of: text, comma: comma) else { continue }
      do throws(CoordinateError) {
        guard let coordinate = try decided(tokens) else { continue }
        if !readings.contains(coordinate) { readings.append(coordinate) }
      } catch {
        refusal = refusal ?? error
      }
    }
    if readings.count > 1 { throw .ambiguous(text, readings: readings) }
    if let reading = readings.first { return reading }
    if let refusal { throw refusal }
    return nil
  }

  /// What the commas of a text may be: where a point is decimal, no comma is.
  private static func commas(in text: String) -> [AngleToken.Comma] {
    text.utf8.contains(UInt8(ascii: ".")) || !text.utf8.contains(UInt8(ascii: ","))
      ? [.separator] : [.separator, .decimal]
  }

  /// - Throws: `letterO` where everything else is understood.
  private static func decided(_ tokens: [AngleToken]) throws(CoordinateError) -> Coordinate? {
    guard tokens.contains(.direction(.eastOrWest)) else { return try coordinate(of: tokens) }
    var readings: [Coordinate] = []
    for direction in [AngleToken.Direction.east, .west] {
      let chosen = tokens.map { $0 == .direction(.eastOrWest) ? .direction(direction) : $0 }
      guard let reading = try coordinate(of: chosen) else { return nil }
      readings.append(reading)
    }
    throw .letterO(readings: readings)
  }

  private static func coordinate(of tokens: [AngleToken]) throws(CoordinateError) -> Coordinate? {
    guard let (first, second) = halves(of: tokens), let one = try Angle(first),
      let other = try Angle(second)
    else { return nil }
    let axes = (one.axis, other.axis)
    if let axis = axes.0, axis == axes.1 { throw .twice(axis) }
    // In "51,30N" there is half a pair.
    if axes.0 == nil, axes.1 == .latitude { return nil }
    let isSwapped = axes.0 == .longitude
    let (latitude, longitude) = isSwapped ? (other, one) : (one, other)
    do throws(CoordinateError) {
      return try Coordinate(latitude: latitude.degrees, longitude: longitude.degrees)
    } catch {
      // Whoever wrote letters knows which is which.
      if case .swapped(let latitude, _) = error, axes.0 != nil || axes.1 != nil {
        throw .latitudeOutOfRange(latitude)
      }
      throw error
    }
  }

  private static func halves(
    of tokens: [AngleToken]
  ) -> (ArraySlice<AngleToken>, ArraySlice<AngleToken>)? {
    if let separator = tokens.firstIndex(of: .separator) {
      let (first, second) = (tokens[..<separator], tokens[(separator + 1)...])
      return second.contains(.separator) ? nil : (first, second)
    }
    return boundary(in: tokens).map { (tokens[..<$0], tokens[$0...]) }
  }

  /// Where the second angle begins, if no separator says so.
  private static func boundary(in tokens: [AngleToken]) -> Int? {
    let marks = tokens.indices.filter { tokens[$0].isMark }
    if let first = marks.first, first < tokens.count - 1 {
      if first > 0 { return first + 1 }
      if case .axis = tokens[0] {
        return tokens.indices.dropFirst().first {
          if case .axis = tokens[$0] { true } else { false }
        }
      }
      return marks.count > 1 ? marks[1] : nil
    }
    let sign = tokens.indices.dropFirst().first {
      if case .sign = tokens[$0] { true } else { false }
    }
    if let sign { return sign }
    let degrees = tokens.indices.filter { tokens[$0] == .unit(.degree) }
    if degrees.count == 2 { return degrees[1] - 1 }
    // 41 24.2 2 10.4
    let numbers = tokens.indices.filter { tokens[$0].isNumber }
    let isBare = numbers.count == tokens.filter { !$0.isMark }.count
    return isBare && [2, 4, 6].contains(numbers.count) ? numbers[numbers.count / 2] : nil
  }
}
