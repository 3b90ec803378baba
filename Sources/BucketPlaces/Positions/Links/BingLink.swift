/// Links of Bing Maps.
enum BingLink: MapLink {
  static let service = MapService.bing

  static func owns(_ link: Link) -> Bool {
    ["bing.com", "www.bing.com"].contains(link.host) && link.segments.first == "maps"
  }

  static func read(_ link: Link) throws(CoordinateError) -> PastedPosition? {
    let points = (link.value("sp") ?? "").split(separator: "~").filter { $0.hasPrefix("point.") }
    for point in points {
      guard let position = try position(of: point.dropFirst("point.".count)) else { continue }
      return PastedPosition(
        position.coordinate, name: position.name,
        doubts: points.count > 1 ? [.first(of: points.count)] : [])
    }
    if let stop = link.value("rtp")?.split(separator: "~").last {
      guard stop.hasPrefix("pos."), let end = try position(of: stop.dropFirst("pos.".count)) else {
        return nil
      }
      return end
    }
    for key in ["q", "where1"] {
      if let text = link.value(key), let coordinate = try Coordinate(typed: text) {
        return PastedPosition(coordinate)
      }
    }
    return try center(
      Coordinate(pair: link.value("cp"), separator: "~"), name: link.value("q", "where1"))
  }

  /// As in `51.5_-0.1_Name_Note`.
  private static func position(of point: Substring) throws(CoordinateError) -> PastedPosition? {
    let parts = point.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count >= 2 else { return nil }
    return try pin(
      Coordinate(latitude: parts[0], longitude: parts[1]),
      name: parts.count > 2 ? String(parts[2]) : nil)
  }
}
