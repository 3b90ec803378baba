/// Reading GPX 1.1, 1.0, and what has no namespace.
extension GPX {
  static func read(_ bytes: [UInt8], _ reading: Reading) throws(ImportError) {
    _ = try XMLReader.read(bytes, GPXVisitor(reading), reading)
  }
}

/// Reads waypoints; of routes and tracks only the names.
struct GPXVisitor: XMLVisitor {
  private let reading: Reading
  /// OsmAnd calls the group of a favourite its type.
  private var isOsmAnd = false
  /// The name of the route or track that is open.
  private var name: String?

  init(_ reading: Reading) { self.reading = reading }

  mutating func declares(namespace: String) {
    if namespace.contains("osmand.net") { isOsmAnd = true }
  }

  mutating func interest(in element: XMLElement, within parents: [XMLElement]) -> XMLInterest {
    let local = element.name.local
    switch parents.count {
    case 0:
      if element.attributes["creator"]?.lowercased().hasPrefix("osmand") == true { isOsmAnd = true }
      return .inside
    case 1:
      switch local {
      case "wpt": return .whole
      case "rte", "trk":
        name = nil
        return .inside
      case "extensions": return .inside
      default: return .nothing
      }
    case 2:
      switch parents[1].name.local {
      case "rte", "trk": return local == "name" ? .whole : .nothing
      case "extensions": return XMLRecord.isRecord(element) ? .whole : .nothing
      default: return .whole
      }
    default: return .whole
    }
  }

  mutating func ends(
    _ element: XMLElement, within parents: [XMLElement]
  ) throws(ImportError) {
    switch element.name.local {
    case "wpt": reading.take(GPXWaypoint(element, isOsmAnd: isOsmAnd).place)
    case "name": name = element.visibleText
    case "rte", "trk":
      reading.leaveOut(name, at: element.line, .notAPoint(element.name.local))
    case "place":
      var place = ForeignPlace(line: element.line)
      XMLRecord.apply(element, to: &place)
      reading.take(place)
    default: break
    }
  }
}
