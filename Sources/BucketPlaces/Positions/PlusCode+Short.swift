extension PlusCode {
  /// The code without as many leading digits, 8, 6 or 4, as a point near by makes up for.
  ///
  /// A short code, a padded one and one too far from the point stay as they are.
  public func shortened(near point: Coordinate) -> PlusCode {
    guard isFull, !text.utf8.contains(Self.padding) else { return self }
    let cell = cell
    let across = (cell.longitude - point.longitude).remainder(dividingBy: 360)
    let distance = max(abs(cell.latitude - point.latitude), abs(across))
    // Less than half the size of the cell that is left out, for points near by that aren't the same.
    let safety = 0.3
    for (count, size) in [(8, 0.0025), (6, 0.05), (4, 1.0)] where distance < size * safety {
      return PlusCode(String(text.dropFirst(count))) ?? self
    }
    return self
  }

  /// The full code of which this is what is left, the nearest to a point of all there are.
  ///
  /// A full code stays as it is.
  public func recovered(near point: Coordinate) -> PlusCode {
    let missing = Self.separatorIndex - separatorOffset
    guard missing > 0 else { return self }
    let head = PlusCode(of: point).text.prefix(missing)
    guard let candidate = PlusCode(String(head) + text) else {
      preconditionFailure("the beginning of a full code and a short one make no code")
    }
    return candidate.moved(towards: point, missing: missing)
  }

  /// The code with the same digits, but for those that were missing, whose cell is nearest to a point.
  private func moved(towards point: Coordinate, missing: Int) -> PlusCode {
    var cell = cell
    // What the last missing digit of each kind counts in.
    let divisor: Int64 = (1..<(missing / 2)).reduce(1) { divisor, _ in divisor * 20 }
    let height = 20 * Cell.latitudeUnits / divisor
    let width = 20 * Cell.longitudeUnits / divisor
    let half = 10 / Double(divisor)
    if point.latitude + half < cell.latitude, cell.south >= height {
      cell.south -= height
    } else if point.latitude - half > cell.latitude,
      cell.south + height < 180 * Cell.latitudeUnits
    {
      cell.south += height
    }
    if point.longitude + half < cell.longitude {
      cell.west -= width
    } else if point.longitude - half > cell.longitude {
      cell.west += width
    }
    let circle = 360 * Cell.longitudeUnits
    return PlusCode(
      south: cell.south, west: (cell.west + circle) % circle, digits: digits.count)
  }
}
