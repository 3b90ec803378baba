extension Place {
  /// Puts the place where a text said that it is, with all that the text tells of the position.
  ///
  /// The name stays.
  ///
  /// - Throws: `altitudeOutOfRange`.
  public mutating func move(to position: PastedPosition) throws(PlaceError) {
    coordinate = position.coordinate
    if let altitude = position.altitude { try setAltitude(altitude) }
    if position.isApproximate { approximate = true }
  }
}
