/// Links of Organic Maps, which hold their position in a code of letters.
enum OrganicMapsLink: MapLink {
  static let service = MapService.organicMaps

  private static let hosts: Set<String> = ["omaps.app", "www.omaps.app", "ge0.me"]

  static func owns(_ link: Link) -> Bool {
    switch link.scheme {
    case "ge0": true
    // Under this scheme are commands as well; a code is a digit of zoom and nine of position.
    case "om": link.host == "map" || link.authority.utf8.count == 10
    default: hosts.contains(link.host)
    }
  }

  static func read(_ link: Link) throws(CoordinateError) -> PastedPosition? {
    if let pin = try pin(Coordinate(pair: link.value("ll")), name: link.value("n")) {
      return pin
    }
    let isCode = link.scheme == "ge0" || link.scheme == "om"
    guard let code = isCode ? link.authority : link.segment(0) else { return nil }
    if let plain = try Coordinate(pair: code) { return PastedPosition(plain) }
    let name = link.segment(isCode ? 0 : 1).map { name in
      name.split(separator: "_").joined(separator: " ")
    }
    return try pin(OrganicMapsCode(code)?.coordinate, name: name)
  }
}
