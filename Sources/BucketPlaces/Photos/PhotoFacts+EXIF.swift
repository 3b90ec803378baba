extension PhotoFacts {
  /// What a block of EXIF says.
  ///
  /// Source: EXIF 2.32 (CIPA DC-008), 4.6.5 and 4.6.6.
  public init(exif block: [UInt8]) {
    guard let data = EXIFData(block) else { return }
    day = data.text(Tag.dateTimeOriginal, .photo).flatMap(Self.day)
    position = Self.position(in: data)
    guard case .known = position, let metres = data.ratios(Tag.altitude, .position, count: 1)?[0]
    else { return }
    switch data.byte(Tag.altitudeReference, .position) {
    case nil, 0: altitude = metres
    case 1: altitude = -metres
    default: altitude = nil
    }
  }

  private enum Tag {
    static let latitudeReference: UInt32 = 0x0001
    static let latitude: UInt32 = 0x0002
    static let longitudeReference: UInt32 = 0x0003
    static let longitude: UInt32 = 0x0004
    static let altitudeReference: UInt32 = 0x0005
    static let altitude: UInt32 = 0x0006
    static let dateTimeOriginal: UInt32 = 0x9003
  }

  private static func position(in data: borrowing EXIFData) -> Position {
    if data.count(.position) == 0 { return .none }
    let latitude = data.ratios(Tag.latitude, .position, count: 3)
    let longitude = data.ratios(Tag.longitude, .position, count: 3)
    let latitudeSign = sign(data.text(Tag.latitudeReference, .position), "N", "S")
    let longitudeSign = sign(data.text(Tag.longitudeReference, .position), "E", "W")
    guard let latitude, let longitude else {
      // A version alone, or a time, tells that nothing was received.
      let isTold = [Tag.latitude, Tag.longitude].contains { data.has($0, .position) }
      return isTold ? .unusable(.noNumbers) : .none
    }
    guard let latitudeSign, let longitudeSign else { return .unusable(.noHemisphere) }
    guard let north = degrees(latitude), let east = degrees(longitude),
      let coordinate = try? Coordinate(
        latitude: latitudeSign * north, longitude: longitudeSign * east)
    else { return .unusable(.outOfRange) }
    // Cameras without a fix write zeros.
    if coordinate.isNullIsland { return .unusable(.noFix) }
    return .known(coordinate)
  }

  private static func sign(_ text: String?, _ positive: String, _ negative: String) -> Double? {
    switch text?.uppercased().first.map(String.init) {
    case positive: 1
    case negative: -1
    default: nil
    }
  }

  /// Degrees of degrees, minutes and seconds; `nil` where there are too many minutes or seconds.
  private static func degrees(_ parts: [Double]) -> Double? {
    guard parts[1] <= 60, parts[2] <= 60 else { return nil }
    // Divided once, so that what has few decimals of a degree gets no more by it.
    return (parts[0] * 3600 + parts[1] * 60 + parts[2]) / 3600
  }

  /// The day of “2026:03:12 14:47:00”.
  private static func day(_ text: String) -> CalendarDate? {
    try? CalendarDate(parsing: String(text.prefix(10)).replacing(":", with: "-"))
  }
}
