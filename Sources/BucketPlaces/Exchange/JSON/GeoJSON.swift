/// The GeoJSON format (RFC 7946): one feature a place, one line a feature.
public enum GeoJSON {
  /// Writes a collection of features, the same bytes under every locale and time zone.
  ///
  /// A place without a position has a null geometry, and then its altitude, if it has one, among
  /// its properties. What another program knows stands among the properties by its own names, and
  /// under `extra` where such a name means something to `bucket`. What a later version wrote is left
  /// out, since nobody knows what it discloses.
  ///
  /// - Parameter sink: takes the text part by part, in order; it is UTF-8 with "\n" at the end of
  ///   each line.
  public static func write<Failure: Error>(
    _ places: some Collection<Place>, to sink: (String) throws(Failure) -> Void
  ) throws(Failure) {
    var head = #"{"type":"FeatureCollection","#
    if let box = BoundingBox(of: places.compactMap(Position.init)) {
      head += #""bbox":"# + array(box.axes) + ","
    }
    try sink(head + #""features":["#)
    var separator = "\n"
    for place in places {
      try sink(separator + feature(place))
      separator = ",\n"
    }
    try sink("\n]}\n")
  }

  private static func feature(_ place: Place) -> String {
    var properties = place.properties
    let geometry: String
    if let position = Position(of: place) {
      geometry = JSONText.object([
        ("type", JSONText.string("Point")),
        (
          "coordinates",
          JSONText.array(
            [position.longitude.shortest, position.latitude.shortest]
              + (place.altitude.map { [JSONText.number($0)] } ?? []))
        ),
      ])
    } else {
      geometry = "null"
      if let altitude = place.altitude {
        properties.append(("altitude", JSONText.number(altitude)))
      }
    }
    let extra = JSONText.sorted(place.extra)
    func isPlain(_ key: String) -> Bool { ForeignField(key, isColumn: false) == nil }
    properties += extra.filter { isPlain($0.key) }
    let hidden = extra.filter { !isPlain($0.key) }
    if !hidden.isEmpty { properties.append(("extra", JSONText.object(hidden))) }
    return JSONText.object([
      ("type", JSONText.string("Feature")), ("id", JSONText.string(place.id.hexadecimal)),
      ("geometry", geometry), ("properties", JSONText.object(properties)),
    ])
  }

  private static func array(_ axes: [FixedPoint]) -> String {
    JSONText.array(axes.map(\.shortest))
  }
}
