/// Links of HERE WeGo.
enum HereLink: MapLink {
  static let service = MapService.here

  static func owns(_ link: Link) -> Bool {
    ["share.here.com", "wego.here.com", "www.here.com", "here.com", "her.is"].contains(link.host)
  }

  static func isShort(_ link: Link) -> Bool { link.host == "her.is" }

  static func read(_ link: Link) throws(CoordinateError) -> PastedPosition? {
    let isRoute = link.segments.contains("r") || link.segments.contains("directions")
    if isRoute {
      // The last stop, as in /r/51.5,-0.1,Start/51.6,-0.2,End or /directions/mix/Start:51.5,-0.1.
      guard let stop = link.segments.indices.last.flatMap({ link.segment($0) }) else { return nil }
      let numbers = stop.split(separator: ":").last.map { String($0) } ?? ""
      return try pin(Coordinate(leading: numbers), name: name(in: numbers))
    }
    if let index = link.segments.firstIndex(of: "l"), let text = link.segment(index + 1) {
      return try pin(Coordinate(leading: text), name: name(in: text))
    }
    return try center(Coordinate(leading: link.value("map")))
  }

  /// What stands behind the two numbers.
  private static func name(in text: String) -> String? {
    let parts = text.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count > 2 ? String(parts[2]) : nil
  }
}
