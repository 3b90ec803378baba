import FoundationEssentials

extension XMLRecord {
  static func isRecord(_ element: XMLElement) -> Bool {
    element.name.namespace == namespace && element.name.local == "place"
  }

  /// Fills in what the record tells.
  ///
  /// Where the file itself says something else by now than what `bucket` wrote beside it, another
  /// program has changed it, and that counts.
  ///
  /// - Parameter place: What the file itself says of the place.
  static func apply(_ record: XMLElement, to place: inout ForeignPlace) {
    let degrees = (record["latitude"]?.text, record["longitude"]?.text)
    if let latitude = degrees.0, let longitude = degrees.1 {
      setPosition(of: &place, latitude, longitude)
    }
    for child in record.children {
      let text = text(of: child)
      switch child.name.local {
      case "id": place.id = text.flatMap { UUID(uuidString: $0) }
      case "name": restore(&place.name, text)
      case "description": restore(&place.description, text)
      case "category": restore(&place.category, text)
      case "group":
        if place.category == text.map(XMLText.representable) { place.category = nil }
      case "address": restore(&place.address, text)
      case "link": restore(&place.link, text)
      case "tag": if let text { place.tags.append(text) }
      case "altitude": if isNear(place.altitude, text) { place.altitude = text }
      case "approximate": place.approximate = text == "true"
      case "visited": place.visited = text.flatMap { try? CalendarDate(parsing: $0) }
      case "created": place.created = text.flatMap(Timestamp.parse)
      case "modified": place.modified = text.flatMap(Timestamp.parse)
      case "source":
        place.source = (
          child["program"].flatMap(Self.text) ?? "", child["id"].flatMap(Self.text) ?? ""
        )
      case "extra": place.extra = text.flatMap { decoded([String: JSONValue].self, $0) } ?? [:]
      default: break
      }
    }
  }

  /// The text of a field; `nil` if it isn't the JSON that it should be.
  private static func text(of field: XMLElement) -> String? {
    guard field.attributes["encoding"] == "json", field.name.local != "extra" else {
      return field.text
    }
    return decoded(String.self, field.text)
  }

  private static func decoded<Value: Decodable>(_ type: Value.Type, _ json: String) -> Value? {
    try? JSONDecoder().decode(type, from: Data(json.utf8))
  }

  private static func restore(_ field: inout String?, _ text: String?) {
    guard let text else { return }
    if field == nil || field == XMLText.representable(text) { field = text }
  }

  private static func setPosition(
    of place: inout ForeignPlace, _ latitude: String, _ longitude: String
  ) {
    var exact = place
    exact.setPosition(latitude: latitude, longitude: longitude)
    switch (place.position, exact.position) {
    case (.coordinate(let written), .coordinate(let meant)):
      // GPX has no 180° east.
      let isSame =
        isNear(written.latitude, meant.latitude)
        && (isNear(written.longitude, meant.longitude)
          || abs(written.longitude) == 180 && abs(meant.longitude) > 179.9999999)
      if isSame { place = exact }
    case (.none, _): place = exact
    default: break
    }
  }

  private static func isNear(_ written: Double, _ meant: Double) -> Bool {
    FixedPoint(written, decimals: 7) == FixedPoint(meant, decimals: 7)
  }

  private static func isNear(_ written: String?, _ meant: String?) -> Bool {
    guard let written else { return true }
    guard let number = StrictNumber.parse(written), let exact = meant.flatMap(StrictNumber.parse),
      abs(number) <= 1e8, abs(exact) <= 1e8
    else { return false }
    return isNear(number, exact)
  }
}
