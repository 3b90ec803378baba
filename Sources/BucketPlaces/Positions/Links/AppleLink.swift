/// Links of Apple Maps.
enum AppleLink: MapLink {
  static let service = MapService.apple

  static func owns(_ link: Link) -> Bool {
    ["maps.apple.com", "maps.apple", "guides.apple.com"].contains(link.host)
  }

  static func isShort(_ link: Link) -> Bool {
    link.host == "maps.apple" || link.host == "maps.apple.com" && link.segments.first == "p"
  }

  static func read(_ link: Link) throws(CoordinateError) -> PastedPosition? {
    let sought = link.value("q").map { LabelledPair($0) }
    let position = try sought.flatMap { (sought) throws(CoordinateError) in
      try Coordinate(typed: sought.pair)
    }
    let name = link.value("name") ?? (position == nil ? link.value("q") : sought?.label)
    for key in ["coordinate", "ll"] {
      if let coordinate = try Coordinate(pair: link.value(key)) {
        return PastedPosition(coordinate, name: name)
      }
    }
    if let position { return PastedPosition(position, name: name) }
    for key in ["daddr", "destination"] {
      if let text = link.value(key), let coordinate = try Coordinate(typed: text) {
        return PastedPosition(coordinate)
      }
    }
    return try center(Coordinate(pair: link.value("sll", "center", "near")), name: name)
  }
}
