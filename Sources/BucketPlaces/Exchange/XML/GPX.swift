import FoundationEssentials

/// The format GPX 1.1: one waypoint a place, one line a waypoint, with what OsmAnd knows of a
/// favourite.
enum GPX {
  /// Writes waypoints, the same bytes under every locale and time zone.
  ///
  /// A place without a position can't be one, and is kept among the extensions of the file, which
  /// other programs pass over. What a later version wrote is left out, since nobody knows what it
  /// discloses.
  ///
  /// - Parameter sink: takes the text part by part, in order; it is UTF-8 with "\n" at the end of
  ///   each line.
  static func write<Failure: Error>(
    _ places: some Collection<Place>, to sink: (String) throws(Failure) -> Void
  ) throws(Failure) {
    try sink(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="bucket" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:osmand="\(osmand)" \(XMLRecord.declaration)>

      """)
    for place in places {
      if let position = Position(of: place) { try sink(waypoint(place, at: position) + "\n") }
    }
    let categories = Set(places.lazy.filter { $0.coordinate != nil }.compactMap(group(of:)))
    let isAllWaypoints = places.allSatisfy { $0.coordinate != nil }
    if !categories.isEmpty || !isAllWaypoints {
      try sink("<extensions>\n")
      if !categories.isEmpty { try sink(groups(categories) + "\n") }
      for place in places where place.coordinate == nil {
        try sink(XMLRecord.element(of: place, beside: ForeignPlace(line: 0)) + "\n")
      }
      try sink("</extensions>\n")
    }
    try sink("</gpx>\n")
  }

  private static let osmand = "https://osmand.net/docs/technical/osmand-file-formats/osmand-gpx"

  private static func waypoint(_ place: Place, at position: Position) -> String {
    // 180° east is beyond what the schema allows.
    let isEast = position.longitude.units == 180 * 10_000_000
    let longitude = isEast ? "-180" : position.longitude.shortest
    var native = ForeignPlace(native: place)
    native.setPosition(latitude: position.latitude.shortest, longitude: longitude)
    native.altitude = position.altitude?.shortest
    native.category = place.category.map(XMLText.representable)
    native.visited = place.visited

    let group = group(of: place)
    let colour = text(of: "osmand:color", in: place) ?? "#ff" + MarkerColour(of: place).hexadecimal
    let parts = [
      XMLText.element("ele", ifAny: native.altitude),
      XMLText.element("time", ifAny: native.created.map(Timestamp.text)),
      XMLText.element("name", ifAny: native.name),
      XMLText.element("desc", ifAny: native.description),
      XMLText.link("link", to: native.link),
      XMLText.element("type", ifAny: group),
      "<extensions>",
      XMLText.element("osmand:address", ifAny: native.address),
      // What a favourite looked like in OsmAnd it looks like again.
      XMLText.element("osmand:background", ifAny: text(of: "osmand:background", in: place)),
      XMLText.element("osmand:color", ifAny: colour),
      XMLText.element("osmand:icon", ifAny: text(of: "osmand:icon", in: place)),
      // Noon in UTC is on the same day in nearly all time zones.
      XMLText.element(
        "osmand:visited_date", ifAny: native.visited.map { $0.description + "T12:00:00Z" }),
      XMLRecord.element(of: place, beside: native, group: place.category == nil ? group : nil),
      "</extensions>",
    ]
    return "<wpt lat=\"\(position.latitude.shortest)\" lon=\"\(longitude)\">" + parts.joined()
      + "</wpt>"
  }

  /// What OsmAnd shows places together by: the category, or else the first tag, which was a group or
  /// a list before.
  private static func group(of place: Place) -> String? { place.category ?? place.tags.first }

  private static func text(of name: String, in place: Place) -> String? {
    if case .string(let text)? = place.extra[name] { text } else { nil }
  }

  /// What OsmAnd calls groups.
  private static func groups(_ categories: Set<String>) -> String {
    let sorted = categories.sorted {
      $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars)
    }
    let groups = sorted.map { category in
      """
      <group name="\(XMLText.escaped(category, isAttribute: true))" \
      color="#ff\(MarkerColour(of: category).hexadecimal)" icon="special_star" background="circle"/>
      """
    }
    return "<osmand:points_groups>" + groups.joined() + "</osmand:points_groups>"
  }
}
