import FoundationEssentials

/// Reading features, of RFC 7946 and of what came before it.
extension GeoJSON {
  static let geometries: Set = [
    "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
    "GeometryCollection",
  ]

  /// - Parameter feature: The members of a feature, as far as it has them.
  static func read(feature: [String: JSONValue], at line: Int, _ reading: Reading) {
    var place = ForeignPlace(line: line)
    var properties: [String: JSONValue] = [:]
    if case .object(let members)? = feature["properties"] { properties = members }
    let geometry = geometry(of: feature["geometry"])
    if GoogleTakeout.wrote(properties) {
      let axes: [JSONValue] = if case .point(let axes) = geometry { axes } else { [] }
      GoogleTakeout.fill(&place, properties, axes: axes)
      return reading.take(place)
    }
    var known = properties
    if let id = feature["id"] { known["id"] = id }
    place.fill(JSONPlaces.sorted(known), isTable: false)
    switch geometry {
    case .point(let axes): setPosition(axes, of: &place)
    case .none: place.readLink()
    case .other(let type):
      return reading.leaveOut(place.name, at: line, .notAPoint(type))
    case .malformed:
      return reading.leaveOut(place.name, at: line, .malformed)
    }
    reading.take(place)
  }

  private enum Geometry {
    case none
    case point([JSONValue])
    /// Not a point, by its type.
    case other(String)
    case malformed
  }

  private static func geometry(of value: JSONValue?) -> Geometry {
    guard let value, value != .null else { return .none }
    guard case .object(let members) = value, case .string(let type)? = members["type"] else {
      return .malformed
    }
    guard type != "GeometryCollection" else {
      // One that holds a single point and nothing else is a point.
      guard case .array(let parts)? = members["geometries"] else { return .malformed }
      if parts.count == 1, case .point(let axes) = geometry(of: parts[0]) { return .point(axes) }
      return .other(type)
    }
    guard case .array(let axes)? = members["coordinates"] else { return .malformed }
    switch type {
    // What has no coordinates is the null geometry of some programs.
    case "Point": return axes.isEmpty ? .none : .point(axes)
    case "MultiPoint":
      if axes.count == 1, case .array(let point) = axes[0] { return .point(point) }
      return .other(type)
    default: return .other(type)
    }
  }

  private static func setPosition(_ axes: [JSONValue], of place: inout ForeignPlace) {
    // What stands behind the altitude is left out, as RFC 7946 says.
    guard axes.count >= 2, let longitude = axes[0].degrees, let latitude = axes[1].degrees else {
      let numbers = axes.prefix(4).map { $0.scalarText ?? "" }.joined(separator: " ")
      place.position = .refused(axes.count < 2 ? .notAPair(numbers) : .notANumber(numbers))
      return
    }
    place.setPosition(latitude: latitude, longitude: longitude)
    if axes.count > 2, let altitude = axes[2].scalarText { place.altitude = altitude }
  }
}
