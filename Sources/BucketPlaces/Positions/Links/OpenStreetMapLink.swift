/// Links of openstreetmap.org.
enum OpenStreetMapLink: MapLink {
  static let service = MapService.openStreetMap

  static func owns(_ link: Link) -> Bool {
    ["openstreetmap.org", "www.openstreetmap.org", "osm.org", "www.osm.org"].contains(link.host)
  }

  static func read(_ link: Link) throws(CoordinateError) -> PastedPosition? {
    if link.segments.first == "go", let code = link.segment(1) {
      return try OpenStreetMapCode(code).flatMap { (code) throws(CoordinateError) in
        let coordinate = try code.coordinate
        return link.has("m") ? PastedPosition(coordinate) : center(coordinate)
      }
    }
    if let marked = try Coordinate(latitude: link.value("mlat"), longitude: link.value("mlon")) {
      return PastedPosition(marked)
    }
    for key in ["marker", "to"] {
      if let pin = try pin(Coordinate(pair: link.value(key))) { return pin }
    }
    if let stop = link.value("route")?.split(separator: ";").last {
      if let pin = try pin(Coordinate(pair: stop)) { return pin }
    }
    if let text = link.value("query"), let coordinate = try Coordinate(typed: text) {
      return PastedPosition(coordinate)
    }
    return try viewed(link)
  }

  private static func viewed(_ link: Link) throws(CoordinateError) -> PastedPosition? {
    // A route and its middle have nothing to do with each other.
    if link.segments.first == "directions" { return nil }
    if let map = Link.items(of: link.fragment[...]).first(where: { $0.name == "map" }) {
      let parts = map.value.split(separator: "/")
      if parts.count >= 3, let coordinate = try Coordinate(latitude: parts[1], longitude: parts[2])
      {
        return center(coordinate)
      }
    }
    return try center(Coordinate(latitude: link.value("lat"), longitude: link.value("lon")))
  }
}
