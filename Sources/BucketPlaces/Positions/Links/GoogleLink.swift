/// Links of Google Maps.
enum GoogleLink: MapLink {
  static let service = MapService.google

  private static let subdomains: Set<String> = ["www", "maps", "earth"]
  private static let shortHosts: Set<String> = ["maps.app.goo.gl", "goo.gl", "g.co", "g.page"]

  static func owns(_ link: Link) -> Bool {
    if isShort(link) { return true }
    guard isNational(link.host, of: "google", under: subdomains) else { return false }
    // Other services are under the same host.
    let isMapHost = link.host.hasPrefix("maps.") || link.host.hasPrefix("earth.")
    return isMapHost || link.segments.first == "maps" || link.value("ludocid") != nil
  }

  static func isShort(_ link: Link) -> Bool {
    guard shortHosts.contains(link.host) else { return false }
    return link.host != "goo.gl" || link.segments.first == "maps"
  }

  static func read(_ link: Link) throws(CoordinateError) -> PastedPosition? {
    let place = GooglePlaceLink(link)
    var found = try pinned(link)
    // The middle of the map that shows a route is nowhere near its end.
    if found == nil, !isRoute(link) {
      found =
        try viewed(link) ?? place.cell.map { PastedPosition($0, doubts: [.cellOfID]) }
      if let code = place.shortCode {
        guard let near = found?.coordinate else { throw .shortPlusCode(code, reference: nil) }
        found = PastedPosition(code: code.recovered(near: near))
      }
    }
    guard var position = found else { return nil }
    if position.name == nil { position.name = place.query }
    if MainlandChina.contains(position.coordinate) { position.doubts.append(.shifted) }
    return position
  }

  /// What the link marks: the pin of its data, what its path names, or what was sought.
  private static func pinned(_ link: Link) throws(CoordinateError) -> PastedPosition? {
    let data = GoogleData(link)
    if let pin = try data.pin { return PastedPosition(pin) }
    if isRoute(link) {
      if let destination = try destination(link) { return PastedPosition(destination) }
      if let destination = try data.destination { return PastedPosition(destination) }
      return try pin(position(in: link.value("destination", "daddr") ?? ""))
    }
    for kind in ["place", "search"] {
      if let text = segment(after: kind, of: link), let coordinate = try position(in: text) {
        return PastedPosition(coordinate)
      }
    }
    for name in ["q", "query", "destination", "daddr"] {
      guard let text = link.value(name) else { continue }
      let labelled = LabelledPair(text)
      if let coordinate = try position(in: labelled.pair) {
        return PastedPosition(coordinate, name: labelled.label)
      }
    }
    return try pin(Coordinate(pair: link.value("ll")))
  }

  /// The middle of the map that the link shows.
  private static func viewed(_ link: Link) throws(CoordinateError) -> PastedPosition? {
    for index in link.segments.indices {
      guard let text = link.segment(index), text.hasPrefix("@") else { continue }
      if let center = try center(Coordinate(leading: text.dropFirst())) { return center }
    }
    let shown = link.value("center", "viewpoint", "sll")
    if let center = try center(Coordinate(pair: shown)) { return center }
    return try center(GoogleData(link).center)
  }

  private static func isRoute(_ link: Link) -> Bool {
    link.segments.contains("dir") || link.has("daddr")
  }

  /// The last of the stops in the path of a route, if it is a position.
  private static func destination(_ link: Link) throws(CoordinateError) -> Coordinate? {
    guard let start = link.segments.firstIndex(of: "dir") else { return nil }
    let stops = link.segments[(start + 1)...].prefix {
      !$0.hasPrefix("@") && !$0.hasPrefix("%40") && !$0.hasPrefix("data=")
    }
    return try stops.last { !$0.isEmpty }.flatMap { (stop) throws(CoordinateError) in
      try position(in: stop)
    }
  }

  /// What stands in the path behind a word, still encoded.
  static func segment(after kind: String, of link: Link) -> String? {
    guard let index = link.segments.firstIndex(of: kind), index + 1 < link.segments.count else {
      return nil
    }
    let text = link.segments[index + 1]
    let isName = !text.isEmpty && !["@", "%40", "data="].contains { text.hasPrefix($0) }
    return isName ? text : nil
  }

  /// The position that a part of the path or a value of the query is.
  ///
  /// A plus is a space, but in a plus code.
  static func position(in text: String) throws(CoordinateError) -> Coordinate? {
    if let code = PlusCode(Link.decoded(text[...], hasPlus: false))?.center { return code }
    let typed = Link.decoded(text[...], hasPlus: true)
    return try Coordinate(typed: typed.hasPrefix("loc:") ? String(typed.dropFirst(4)) : typed)
  }
}
