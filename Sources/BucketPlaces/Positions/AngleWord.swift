/// The words and letters that stand in positions.
enum AngleWord {
  /// What letters without a break mean; nil if that is nothing.
  ///
  /// - Parameter isSecond: Whether a small "s" stands where seconds do, and isn't the south.
  static func tokens(
    of letters: some Collection<Unicode.Scalar>, isSecond: Bool
  ) -> [AngleToken]? {
    guard letters.count <= 9 else { return nil }
    let word = String(String.UnicodeScalarView(letters))
    if let token = token(of: word, isSecond: isSecond) { return [token] }
    // As in 14mS.
    guard word.utf8.count == 2, let first = word.first, let last = word.last,
      case .unit(let unit)? = token(of: String(first), isSecond: isSecond),
      case .direction(let direction)? = token(of: String(last), isSecond: false)
    else { return nil }
    return [.unit(unit), .direction(direction)]
  }

  private static func token(of word: String, isSecond: Bool) -> AngleToken? {
    if word == "s", isSecond { return .unit(.second) }
    return switch word.lowercased() {
    case "d", "deg", "degs", "degree", "degrees": .unit(.degree)
    case "m", "min", "mins", "minute", "minutes": .unit(.minute)
    case "sec", "secs", "second", "seconds": .unit(.second)
    case "n", "north": .direction(.north)
    case "s", "south": .direction(.south)
    case "e", "east": .direction(.east)
    case "w", "west": .direction(.west)
    case "o": .direction(.eastOrWest)
    case "lat", "latitude": .axis(.latitude)
    case "lon", "lng", "long", "longitude": .axis(.longitude)
    default: nil
    }
  }
}
