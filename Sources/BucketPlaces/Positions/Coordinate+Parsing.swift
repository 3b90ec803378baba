extension Coordinate {
  /// Reads latitude and longitude in decimal degrees, as in "51.5014,-0.1419".
  ///
  /// A comma, a semicolon or white space parts the two. Where white space or a semicolon does, the
  /// decimals may follow a comma ("51,5014 -0,1419"); where nothing but commas stand, two or three
  /// of them between bare digits are refused. A sign may be "+", "-" or "−" (U+2212). The locale
  /// has no say.
  ///
  /// - Throws: any case of `CoordinateError`.
  public init(parsing text: String) throws(CoordinateError) {
    let (latitude, longitude) = try Self.halves(of: text)
    try self.init(latitude: Self.number(latitude), longitude: Self.number(longitude))
  }

  private static func halves(
    of text: String
  ) throws(CoordinateError) -> (Substring, Substring) {
    let words = text.split(whereSeparator: \.isWhitespace)
    switch words.count {
    case 1:
      return try halves(ofWord: words[0])
    case 2:
      var (first, second) = (words[0], words[1])
      if let last = first.last, isSeparator(last) {
        first.removeLast()
      } else if let next = second.first, isSeparator(next) {
        second.removeFirst()
      }
      return (first, second)
    case 3 where words[1].count == 1 && words[1].allSatisfy(isSeparator):
      return (words[0], words[2])
    default:
      throw .notAPair(text)
    }
  }

  private static func halves(
    ofWord word: Substring
  ) throws(CoordinateError) -> (Substring, Substring) {
    let separator: Character = word.contains(";") ? ";" : ","
    let parts = word.split(separator: separator, omittingEmptySubsequences: false)
    if parts.count == 2 {
      // "35,0116" is the half of a pair with decimal commas.
      let digits = parts[1].drop { "+-−".contains($0) }
      if separator == ",", !word.contains("."), digits.count > 1, digits.first == "0" {
        throw .notAPair(String(word))
      }
      return (parts[0], parts[1])
    }
    let isAllCommas = separator == "," && !word.contains(".") && !parts.contains("")
    let readings = isAllCommas ? Self.readings(ofNumbers: parts) : []
    guard readings.isEmpty else { throw .ambiguous(String(word), readings: readings) }
    throw .notAPair(String(word))
  }

  /// The pairs that three or four numbers between commas make if some of the commas are decimal, or
  /// if every second number is minutes.
  private static func readings(ofNumbers parts: [Substring]) -> [Coordinate] {
    let pairs: [(String, String)] =
      switch parts.count {
      case 3:
        [
          (parts[0] + "." + parts[1], String(parts[2])),
          (String(parts[0]), parts[1] + "." + parts[2]),
        ]
      case 4: [(parts[0] + "." + parts[1], parts[2] + "." + parts[3])]
      default: []
      }
    let decimals = pairs.compactMap { latitude, longitude in
      guard let latitude = try? number(latitude[...]), let longitude = try? number(longitude[...])
      else { return nil as Coordinate? }
      return try? Coordinate(latitude: latitude, longitude: longitude)
    }
    guard parts.count == 4, let minutes = try? AnglePair.read(parts.joined(separator: " ")) else {
      return decimals
    }
    return decimals + [minutes]
  }

  private static func isSeparator(_ character: Character) -> Bool {
    character == "," || character == ";"
  }

  /// A sign, digits, and decimals after a point or a comma; ".5" is a number, ",5" and "5." are none.
  static func number(_ text: Substring) throws(CoordinateError) -> Double {
    let sign = text.first.flatMap { "+-−".contains($0) ? $0 : nil }
    let digits = sign == nil ? text : text.dropFirst()
    let parts = digits.split(maxSplits: 1, omittingEmptySubsequences: false) { ".,".contains($0) }
    let isDecimal = parts.joined().utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isDecimal, parts.last?.isEmpty == false, digits.first != ",",
      let magnitude = Double("0" + parts.joined(separator: "."))
    else { throw .notANumber(String(text)) }
    return sign == nil || sign == "+" ? magnitude : -magnitude
  }
}
