extension PlusCode {
  /// The cell that a full code names, in the smallest units that a code can tell apart.
  struct Cell: Hashable {
    /// Parts of a degree: those of 15 digits.
    static let latitudeUnits: Int64 = 8000 * 3125
    static let longitudeUnits: Int64 = 8000 * 1024

    /// Units from the south pole, and from 180° west.
    var south, west: Int64
    let height, width: Int64

    var latitude: Double {
      (Double(south) + Double(height) / 2) / Double(Self.latitudeUnits) - 90
    }
    var longitude: Double {
      (Double(west) + Double(width) / 2) / Double(Self.longitudeUnits) - 180
    }
  }

  /// - Precondition: The code is full.
  var cell: Cell {
    precondition(isFull, "a short plus code names no cell")
    var (south, west): (Int64, Int64) = (0, 0)
    var (height, width) = (20 * Cell.latitudeUnits, 20 * Cell.longitudeUnits)
    for (index, digit) in digits.enumerated() {
      let value = Self.value(digit)
      if index >= Self.pairedDigits {
        (height, width) = (height / Self.rows, width / Self.columns)
        south += value / Self.columns * height
        west += value % Self.columns * width
      } else if index.isMultiple(of: 2) {
        if index > 0 { (height, width) = (height / 20, width / 20) }
        south += value * height
      } else {
        west += value * width
      }
    }
    return Cell(south: south, west: west, height: height, width: width)
  }

  /// The middle of the cell that a full code names; nil for a short code.
  public var center: Coordinate? {
    guard isFull else { return nil }
    let cell = cell
    return try? Coordinate(latitude: cell.latitude, longitude: cell.longitude)
  }

  /// The height of the cell that a full code names, in degrees; nil for a short code.
  public var height: Double? {
    isFull ? Double(cell.height) / Double(Cell.latitudeUnits) : nil
  }

  /// The full code of the cell that a point lies in.
  ///
  /// - Precondition: `digits` is 2, 4, 6, 8 or 10 to 15; 10 are about 14 m, 11 about 3 m.
  public init(of coordinate: Coordinate, digits: Int = 10) {
    // A decimal number on the edge of a cell may be a little less in binary.
    let edge = 1e-6
    let latitude = (coordinate.latitude * Double(Cell.latitudeUnits) + edge).rounded(.down)
    let longitude = (coordinate.longitude * Double(Cell.longitudeUnits) + edge).rounded(.down)
    let circle = 360 * Cell.longitudeUnits
    self.init(
      // The north pole belongs to the cells south of it, and 180° is -180°.
      south: min(Int64(latitude) + 90 * Cell.latitudeUnits, 180 * Cell.latitudeUnits - 1),
      west: (Int64(longitude) + 180 * Cell.longitudeUnits) % circle, digits: digits)
  }

  init(south: Int64, west: Int64, digits: Int) {
    precondition(
      (10...Self.longest).contains(digits) || [2, 4, 6, 8].contains(digits),
      "no plus code has \(digits) digits")
    var code: [UInt8] = []
    var (south, west) = (south, west)
    for _ in Self.pairedDigits..<Self.longest {
      code.append(Self.alphabet[Int(south % Self.rows * Self.columns + west % Self.columns)])
      (south, west) = (south / Self.rows, west / Self.columns)
    }
    for _ in 0..<(Self.pairedDigits / 2) {
      code.append(Self.alphabet[Int(west % 20)])
      code.append(Self.alphabet[Int(south % 20)])
      (south, west) = (south / 20, west / 20)
    }
    code.reverse()
    code.removeLast(Self.longest - digits)
    code += [UInt8](repeating: Self.padding, count: max(0, Self.separatorIndex - digits))
    code.insert(Self.separator, at: Self.separatorIndex)
    text = String(decoding: code, as: UTF8.self)
  }
}
