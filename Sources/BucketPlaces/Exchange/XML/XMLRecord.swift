import FoundationEssentials

/// The element by which `bucket` finds again, in a file of another format, what that has no element
/// for.
///
/// Its children are named as the fields of a place are in JSON, with a `tag` each. A text that XML
/// can't hold is a JSON string, with the attribute `encoding="json"`; `extra` always is JSON.
enum XMLRecord {
  static let namespace = "urn:bucket:places"
  static let declaration = "xmlns:bucket=\"\(namespace)\""

  /// - Parameters:
  ///   - native: What the file says of the place besides, as it is read back.
  ///   - group: The tag that stands where the file has a category.
  static func element(
    of place: Place, beside native: ForeignPlace, group: String? = nil
  ) -> String {
    var parts = [field("id", place.id.hexadecimal)]
    func add(_ name: String, _ text: String?, unless other: String?) {
      if let text, text != other { parts.append(field(name, text)) }
    }
    add("name", place.name, unless: native.name)
    add("description", place.description, unless: native.description ?? "")
    if let coordinate = place.coordinate, !isAt(coordinate, native) {
      add("latitude", JSONText.number(coordinate.latitude), unless: nil)
      add("longitude", JSONText.number(coordinate.longitude), unless: nil)
    }
    if let altitude = place.altitude, native.altitude.flatMap(StrictNumber.parse) != altitude {
      add("altitude", JSONText.number(altitude), unless: nil)
    }
    add("approximate", place.approximate.map { String($0) }, unless: nil)
    add("category", place.category, unless: native.category)
    add("group", group, unless: nil)
    for tag in place.tags { add("tag", tag, unless: nil) }
    add("address", place.address, unless: native.address)
    add("link", place.link, unless: native.link)
    add("visited", place.visited?.description, unless: native.visited?.description)
    if native.created != place.created {
      add("created", place.created.map(Timestamp.text), unless: nil)
    }
    add("modified", place.modified.map(Timestamp.text), unless: nil)
    if let source = place.source {
      parts.append(
        "<bucket:source>" + field("program", source.program) + field("id", source.id)
          + "</bucket:source>")
    }
    if !place.extra.isEmpty {
      parts.append(encoded("extra", JSONText.value(.object(place.extra))))
    }
    return "<bucket:place>" + parts.joined() + "</bucket:place>"
  }

  private static func isAt(_ coordinate: Coordinate, _ native: ForeignPlace) -> Bool {
    if case .coordinate(coordinate) = native.position { true } else { false }
  }

  private static func field(_ name: String, _ text: String) -> String {
    XMLText.isRepresentable(text)
      ? XMLText.element("bucket:" + name, text) : encoded(name, JSONText.string(text))
  }

  /// - Parameter json: Its strings alone may hold what XML can't.
  private static func encoded(_ name: String, _ json: String) -> String {
    var text = ""
    for scalar in json.unicodeScalars {
      switch scalar {
      case "\u{FFFE}": text += "\\ufffe"
      case "\u{FFFF}": text += "\\uffff"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return "<bucket:\(name) encoding=\"json\">" + XMLText.escaped(text) + "</bucket:\(name)>"
  }
}
