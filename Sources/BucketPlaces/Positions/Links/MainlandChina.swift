/// The mainland of China, to some 30 km along its borders, where Google's maps are shifted.
enum MainlandChina {
  /// Corners of its outline with Hainan, as latitude and longitude.
  private static let outline: [(Double, Double)] = [
    (39.5, 73.6), (37.2, 74.9), (35.5, 77.8), (32.5, 78.9), (30.4, 81.2), (28.0, 86.0),
    (27.4, 88.9), (27.9, 91.6), (28.4, 97.2), (25.6, 98.6), (23.9, 97.7), (22.0, 99.5),
    (21.3, 101.6), (22.6, 102.6), (22.9, 105.4), (21.6, 107.9), (20.9, 108.6), (19.2, 108.4),
    (18.0, 109.3), (18.6, 110.8), (20.6, 111.6), (21.9, 113.6), (22.5, 114.7), (22.7, 116.6),
    (24.2, 118.6), (25.5, 120.1), (28.0, 122.0), (30.2, 123.0), (32.0, 122.3), (34.5, 120.8),
    (36.6, 122.8), (37.6, 122.8), (38.6, 121.3), (39.7, 124.2), (41.0, 126.0), (41.6, 127.0),
    (41.9, 128.2), (42.9, 129.9), (42.4, 130.7), (44.9, 131.2), (45.2, 133.1), (48.4, 135.0),
    (47.7, 130.9), (49.5, 127.8), (53.4, 123.5), (53.2, 120.5), (49.9, 117.6), (47.8, 115.8),
    (46.5, 119.7), (46.3, 117.3), (45.0, 113.6), (43.5, 111.9), (42.4, 109.3), (42.4, 105.0),
    (42.7, 101.0), (42.8, 96.4), (44.4, 95.3), (45.1, 91.5), (47.9, 90.0), (49.1, 87.6),
    (47.1, 85.3), (47.1, 83.0), (45.1, 82.4), (43.2, 80.5), (42.0, 80.0), (40.6, 76.0),
  ]

  static func contains(_ point: Coordinate) -> Bool {
    guard !isApart(point) else { return false }
    var isInside = false
    var (south, west) = outline[outline.count - 1]
    for (north, east) in outline {
      // Whether a line to the west of the point crosses this side.
      if (north > point.latitude) != (south > point.latitude) {
        let share = (point.latitude - south) / (north - south)
        if west + share * (east - west) < point.longitude { isInside.toggle() }
      }
      (south, west) = (north, east)
    }
    return isInside
  }

  /// Hong Kong and Macau, whose maps aren't shifted.
  private static func isApart(_ point: Coordinate) -> Bool {
    (22.1...22.5).contains(point.latitude) && (113.8...114.5).contains(point.longitude)
      || (22.1...22.22).contains(point.latitude) && (113.52...113.61).contains(point.longitude)
  }
}
