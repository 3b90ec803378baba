/// Links of OsmAnd.
enum OsmAndLink: MapLink {
  static let service = MapService.osmAnd

  static func owns(_ link: Link) -> Bool {
    ["osmand.net", "www.osmand.net", "download.osmand.net", "test.osmand.net"].contains(link.host)
      && ["map", "go", "go.html"].contains(link.segments.first)
  }

  static func read(_ link: Link) throws(CoordinateError) -> PastedPosition? {
    let name = link.value("name")
    for key in ["pin", "finish", "end"] {
      if let pin = try pin(Coordinate(pair: link.value(key)), name: name) { return pin }
    }
    if let marked = try Coordinate(latitude: link.value("lat"), longitude: link.value("lon")) {
      return PastedPosition(marked, name: name)
    }
    if link.has("finish") || link.has("end") { return nil }
    let shown = link.fragment.split(separator: "/")
    guard shown.count >= 3 else { return nil }
    return try center(Coordinate(latitude: shown[1], longitude: shown[2]), name: name)
  }
}
