/// Links of Yandex Maps, which have longitude first.
enum YandexLink: MapLink {
  static let service = MapService.yandex

  static func owns(_ link: Link) -> Bool {
    guard isNational(link.host, of: "yandex", under: ["maps"]) else { return false }
    return link.host.hasPrefix("maps.") || ["maps", "navi"].contains(link.segments.first)
  }

  static func isShort(_ link: Link) -> Bool { link.segments.contains("-") }

  static func read(_ link: Link) throws(CoordinateError) -> PastedPosition? {
    let points = (link.value("pt") ?? "").split(separator: "~")
    if let point = points.first {
      // A style may follow the two numbers.
      let numbers = point.split(separator: ",", omittingEmptySubsequences: false).prefix(2)
      if let coordinate = try lonLat(numbers.joined(separator: ",")) {
        return PastedPosition(
          coordinate, doubts: points.count > 1 ? [.first(of: points.count)] : [])
      }
    }
    for key in ["whatshere[point]", "poi[point]"] {
      if let pin = try pin(lonLat(link.value(key))) { return pin }
    }
    // A route alone has latitude first.
    if let route = link.value("rtext") {
      return try pin(Coordinate(pair: route.split(separator: "~").last))
    }
    if let text = link.value("text"), let coordinate = try Coordinate(typed: text) {
      return PastedPosition(coordinate)
    }
    return try center(lonLat(link.value("ll")), name: link.value("text"))
  }

  private static func lonLat(_ text: String?) throws(CoordinateError) -> Coordinate? {
    try Coordinate(pair: text, longitudeFirst: true)
  }
}
