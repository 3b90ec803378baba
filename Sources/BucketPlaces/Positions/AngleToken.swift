/// A piece of a position in degrees, minutes and seconds.
enum AngleToken: Equatable {
  /// Without a sign.
  case number(Double, isWhole: Bool)
  case sign(isMinus: Bool)
  case unit(Unit)
  case direction(Direction)
  /// A word that says whether a latitude or a longitude follows.
  case axis(Coordinate.Axis)
  case separator

  enum Unit: Int, Comparable {
    case degree, minute, second

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  enum Direction: Equatable {
    case north, south, east, west
    /// The letter O: Ost in German, ouest in French.
    case eastOrWest

    var axis: Coordinate.Axis { self == .north || self == .south ? .latitude : .longitude }
    var isNegative: Bool { self == .south || self == .west }
  }

  /// What a comma between two digits is.
  enum Comma {
    case separator, decimal
  }

  var isNumber: Bool {
    if case .number = self { true } else { false }
  }

  /// What parts two angles as well as a separator does.
  var isMark: Bool {
    switch self {
    case .direction, .axis: true
    default: false
    }
  }
}

extension AngleToken {
  /// The pieces of a text; nil if any part of it is none.
  static func tokens(of text: String, comma: Comma) -> [AngleToken]? {
    let scalars = Array(text.unicodeScalars)
    var tokens: [AngleToken] = []
    // Whether the last minutes were marked by a letter, as seconds then are by "s".
    var areMinutesSpelled = false
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      let before = index > 0 ? scalars[index - 1] : nil
      if scalar.properties.isWhitespace {
        index += 1
      } else if isDigit(scalar) || scalar == "." {
        // "5.5.5" is no number.
        if let before, isDigit(before) || before == "." { return nil }
        guard let end = numberEnd(in: scalars, from: index, comma: comma),
          let token = number(scalars[index..<end])
        else { return nil }
        tokens.append(token)
        index = end
      } else if scalar == "-" || scalar == "+" {
        let isBeforeNumber = index + 1 < scalars.count && isNumeric(scalars[index + 1])
        guard isBeforeNumber, before.map({ !isDigit($0) }) ?? true else { return nil }
        tokens.append(.sign(isMinus: scalar == "-"))
        index += 1
      } else if scalar == "," || scalar == ";" {
        tokens.append(.separator)
        areMinutesSpelled = false
        index += 1
      } else if scalar == ":" || scalar == "=" {
        guard case .axis? = tokens.last else { return nil }
        index += 1
      } else if let (unit, length) = mark(at: index, of: scalars) {
        tokens.append(.unit(unit))
        areMinutesSpelled = false
        index += length
      } else {
        let word = scalars[index...].prefix { ("a"..."z").contains($0) || ("A"..."Z").contains($0) }
        let isAfterNumber = tokens.last?.isNumber == true
        guard !word.isEmpty, !isExponent(word, in: scalars, after: tokens),
          let read = AngleWord.tokens(of: word, isSecond: areMinutesSpelled && isAfterNumber)
        else { return nil }
        tokens += read
        areMinutesSpelled = read.last == .unit(.minute)
        index += word.count
      }
    }
    return tokens
  }

  /// Whether a letter is that of 1e5, and no east: it is amid digits, and there is no other direction.
  private static func isExponent(
    _ word: ArraySlice<Unicode.Scalar>, in scalars: [Unicode.Scalar], after tokens: [AngleToken]
  ) -> Bool {
    guard word.count == 1, word.first == "e" || word.first == "E", word.startIndex > 0,
      word.endIndex < scalars.count, isDigit(scalars[word.startIndex - 1])
    else { return false }
    let next = scalars[word.endIndex]
    return (isDigit(next) || next == "-" || next == "+") && !tokens.contains(where: \.isMark)
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func isNumeric(_ scalar: Unicode.Scalar) -> Bool {
    isDigit(scalar) || scalar == "."
  }

  /// Where a number ends; nil where a point has no digits behind it.
  private static func numberEnd(
    in scalars: [Unicode.Scalar], from start: Int, comma: Comma
  ) -> Int? {
    var end = start
    while end < scalars.count, isDigit(scalars[end]) { end += 1 }
    guard end < scalars.count else { return end }
    let hasDigits = end + 1 < scalars.count && isDigit(scalars[end + 1])
    if scalars[end] == "." {
      if !hasDigits { return nil }
    } else if scalars[end] != "," || comma == .separator || !hasDigits {
      return end
    }
    end += 1
    while end < scalars.count, isDigit(scalars[end]) { end += 1 }
    return end
  }

  private static func number(_ scalars: ArraySlice<Unicode.Scalar>) -> AngleToken? {
    var digits = String.UnicodeScalarView(scalars)
    let point = digits.firstIndex { !isDigit($0) }
    if let point { digits.replaceSubrange(point...point, with: ["."]) }
    return Double("0" + String(digits)).map { .number($0, isWhole: point == nil) }
  }

  /// The sign of a unit, and of how many scalars it is.
  private static func mark(
    at index: Int, of scalars: [Unicode.Scalar]
  ) -> (AngleToken.Unit, length: Int)? {
    switch scalars[index] {
    case "°", "º", "˚", "∘": return (.degree, 1)
    case "\"", "″", "”", "“", "˝", "ʺ": return (.second, 1)
    case _ where isPrime(scalars[index]):
      let isDouble = index + 1 < scalars.count && isPrime(scalars[index + 1])
      return isDouble ? (.second, 2) : (.minute, 1)
    default: return nil
    }
  }

  private static func isPrime(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "'", "′", "’", "‘", "´", "`", "ʹ", "ʼ": true
    default: false
    }
  }
}
