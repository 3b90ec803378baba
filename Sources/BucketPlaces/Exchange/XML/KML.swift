import FoundationEssentials

/// The format KML 2.2: one placemark a place, one line a placemark, as a list of Organic Maps.
enum KML {
  /// Writes placemarks, the same bytes under every locale and time zone.
  ///
  /// They are in one document, in the order given; folders would make several lists of one. A place
  /// without a position has no geometry. What a later version wrote is left out, since nobody knows
  /// what it discloses.
  ///
  /// - Parameter sink: takes the text part by part, in order; it is UTF-8 with "\n" at the end of
  ///   each line.
  static func write<Failure: Error>(
    _ places: some Collection<Place>, to sink: (String) throws(Failure) -> Void
  ) throws(Failure) {
    try sink(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:atom="http://www.w3.org/2005/Atom" \
      \(XMLRecord.declaration)>
      <Document>
      <name>Bucket list</name>

      """)
    let colours = Set(places.lazy.map { MarkerColour(of: $0) })
    for colour in MarkerColour.allCases where colours.contains(colour) {
      try sink(style(colour) + "\n")
    }
    for place in places { try sink(placemark(place) + "\n") }
    try sink("</Document>\n</kml>\n")
  }

  /// Organic Maps goes by the name of the style, other programs by the colour.
  private static func style(_ colour: MarkerColour) -> String {
    // Blue before green before red.
    let digits = Array(colour.hexadecimal)
    let reversed = String(digits[4...5] + digits[2...3] + digits[0...1])
    return "<Style id=\"placemark-\(colour.rawValue)\"><IconStyle><color>ff\(reversed)</color>"
      + "</IconStyle></Style>"
  }

  private static func placemark(_ place: Place) -> String {
    let position = Position(of: place)
    var native = ForeignPlace(native: place)
    if let position {
      native.setPosition(
        latitude: position.latitude.shortest, longitude: position.longitude.shortest)
    }
    native.altitude = position?.altitude?.shortest

    var parts = [
      XMLText.element("name", ifAny: native.name),
      XMLText.link("atom:link", to: native.link),
      XMLText.element("address", ifAny: native.address),
      XMLText.element("description", ifAny: native.description),
    ]
    if let created = native.created {
      parts += ["<TimeStamp>", XMLText.element("when", Timestamp.text(created)), "</TimeStamp>"]
    }
    parts.append(XMLText.element("styleUrl", "#placemark-" + MarkerColour(of: place).rawValue))
    parts.append("<ExtendedData>")
    // For people who look at it in other programs; what is read back is the record.
    for (name, text) in [
      ("category", place.category), ("tags", TagList(place.tags).text),
      ("visited", place.visited?.description),
    ] {
      guard let text, !text.isEmpty else { continue }
      parts.append("<Data name=\"\(name)\">" + XMLText.element("value", text) + "</Data>")
    }
    parts.append(XMLRecord.element(of: place, beside: native))
    parts.append("</ExtendedData>")
    if let position {
      let axes = position.axes.map(\.shortest).joined(separator: ",")
      parts.append("<Point><coordinates>\(axes)</coordinates></Point>")
    }
    return "<Placemark>" + parts.joined() + "</Placemark>"
  }
}
