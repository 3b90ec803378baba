/// Links of Waze.
enum WazeLink: MapLink {
  static let service = MapService.waze

  static func owns(_ link: Link) -> Bool {
    link.scheme == "waze" || ["waze.com", "www.waze.com", "ul.waze.com"].contains(link.host)
  }

  static func read(_ link: Link) throws(CoordinateError) -> PastedPosition? {
    let name = link.value("q")
    for key in ["ll", "latlng"] {
      if let pin = try pin(Coordinate(pair: link.value(key)), name: name) { return pin }
    }
    if let to = link.value("to"), to.hasPrefix("ll.") {
      if let pin = try pin(Coordinate(pair: to.dropFirst(3))) { return pin }
    }
    // As in /ul/hgcpvhfr4gj, and in ?h=.
    let code =
      link.value("h")
      ?? link.segments.last.flatMap { last in
        last.hasPrefix("h") && link.segments.contains("ul") ? String(last.dropFirst()) : nil
      }
    return try pin(code.flatMap { Geohash($0) }?.coordinate)
  }
}
