/// One of the two angles of a position, as it was written.
struct Angle {
  /// What the words or letters say, if there are any.
  private(set) var axis: Coordinate.Axis?
  let degrees: Double

  /// - Returns: nil for what has no number, or numbers and units in no order that makes an angle.
  /// - Throws: `minutesOutOfRange`, `secondsOutOfRange`, `brokenDegrees` or `twoSigns`.
  init?(_ tokens: ArraySlice<AngleToken>) throws(CoordinateError) {
    var tokens = tokens
    if case .axis(let axis)? = tokens.first {
      self.axis = axis
      tokens.removeFirst()
    }
    var directions: [AngleToken.Direction] = []
    if case .direction(let direction)? = tokens.first {
      directions.append(direction)
      tokens.removeFirst()
    }
    if case .direction(let direction)? = tokens.last {
      directions.append(direction)
      tokens.removeLast()
    }
    var isNegative: Bool?
    if case .sign(let isMinus)? = tokens.first {
      isNegative = isMinus
      tokens.removeFirst()
    }
    guard let magnitude = try Self.magnitude(of: tokens) else { return nil }
    if let direction = directions.first {
      if directions.count > 1 || isNegative != nil { throw .twoSigns }
      if let axis, axis != direction.axis { return nil }
      axis = direction.axis
      isNegative = direction.isNegative
    }
    // A sign counts where there are no whole degrees too, as in -0°30′.
    degrees = isNegative == true ? -magnitude : magnitude
  }

  private static func magnitude(of tokens: ArraySlice<AngleToken>) throws(CoordinateError)
    -> Double?
  {
    var parts: [(unit: AngleToken.Unit, value: Double)] = []
    var isBroken = false
    var rest = tokens
    while case .number(let value, let isWhole)? = rest.first {
      rest.removeFirst()
      // One without a unit counts in the next smaller one.
      var unit = parts.last.map { AngleToken.Unit(rawValue: $0.unit.rawValue + 1) } ?? .degree
      if case .unit(let marked)? = rest.first {
        unit = marked
        rest.removeFirst()
      }
      guard let unit, parts.last.map({ $0.unit < unit }) ?? (unit == .degree) else { return nil }
      if isBroken { throw .brokenDegrees }
      isBroken = !isWhole
      switch unit {
      case .minute where value >= 60: throw .minutesOutOfRange(value)
      case .second where value >= 60: throw .secondsOutOfRange(value)
      default: parts.append((unit, value))
      }
    }
    guard rest.isEmpty, !parts.isEmpty else { return nil }
    guard let smallest = parts.last?.unit else { return nil }
    // One division at the end rounds once.
    let scale = [1.0, 60, 3600]
    return parts.reduce(0) { $0 + $1.value * scale[smallest.rawValue] / scale[$1.unit.rawValue] }
      / scale[smallest.rawValue]
  }
}
