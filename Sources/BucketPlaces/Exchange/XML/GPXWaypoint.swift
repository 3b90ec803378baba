/// A waypoint, and what becomes of it.
struct GPXWaypoint {
  private(set) var place: ForeignPlace
  private let isOsmAnd: Bool

  /// - Parameter isOsmAnd: Whether the file is one of OsmAnd's.
  init(_ element: XMLElement, isOsmAnd: Bool) {
    place = ForeignPlace(line: element.line)
    place.needsPosition = true
    self.isOsmAnd = isOsmAnd
    if let latitude = element.attributes["lat"], let longitude = element.attributes["lon"] {
      place.setPosition(latitude: latitude, longitude: longitude)
    } else if let half = element.attributes["lat"] ?? element.attributes["lon"] {
      place.position = .refused(.notAPair(half))
    }
    place.altitude = element.text(of: "ele")
    place.setTime(\.created, element.text(of: "time"))
    let extensions = element.children.filter { $0.name.local == "extensions" }
    if let record = extensions.lazy.flatMap(\.children).first(where: XMLRecord.isRecord) {
      readOwn(element, extensions)
      XMLRecord.apply(record, to: &place)
    } else {
      readForeign(element)
      for child in extensions.flatMap(\.children) { read(extension: child) }
    }
  }

  private mutating func readOwn(_ element: XMLElement, _ extensions: [XMLElement]) {
    place.name = element["name"]?.text
    place.description = element["desc"]?.text
    place.category = element["type"]?.text
    place.link = element["link"]?.attributes["href"]
    for child in extensions.flatMap(\.children) {
      switch child.name.local {
      case "address": place.address = child.text
      case "visited_date": setVisited(child.visibleText)
      default: break
      }
    }
  }

  private mutating func readForeign(_ element: XMLElement) {
    place.name = element.text(of: "name")
    setDescription(element.text(of: "desc"), element.text(of: "cmt"))
    for child in element.children where child.name.local != "extensions" {
      switch child.name.local {
      case "name", "desc", "cmt", "ele", "time": break
      case "link": take(link: child.attributes["href"], words: child.text(of: "text"))
      case "url": take(link: child.visibleText, words: element.text(of: "urlname"))
      case "urlname": break
      case "type":
        if isOsmAnd {
          place.tags += child.visibleText.map { [$0] } ?? []
        } else {
          place.category = child.visibleText
        }
      default: keepLeaves(of: child) { $0.local }
      }
    }
  }

  private mutating func setDescription(_ description: String?, _ comment: String?) {
    var parts = [description, comment].compactMap(\.self)
    if isOsmAnd { parts = parts.map(HTMLText.plain) }
    if parts.count == 2, parts[0] == parts[1] { parts.removeLast() }
    if !parts.isEmpty { place.description = parts.joined(separator: "\n\n") }
  }

  private mutating func take(link: String?, words: String?) {
    let link = link.flatMap { $0.isEmpty ? nil : $0 }
    if place.link == nil {
      place.link = link
    } else {
      place.keep(link, as: "link")
    }
    if let words, words != link, words != place.name { place.keep(words, as: "link text") }
  }

  private mutating func read(extension element: XMLElement) {
    let isOsmAnds = isOsmAnds(element.name)
    switch element.name.local {
    case "address" where isOsmAnds: place.address = element.visibleText
    case "visited_date" where isOsmAnds: setVisited(element.visibleText)
    case "creation_date" where isOsmAnds:
      if place.created == nil { place.setTime(\.created, element.visibleText) }
    // Garmin's.
    case "Categories": place.tags += element.children.compactMap(\.visibleText)
    case "Address" where !element.children.isEmpty:
      place.address = element.children.compactMap(\.visibleText).joined(separator: ", ")
    case _ where !element.children.isEmpty:
      for child in element.children { read(extension: child) }
    default:
      keepLeaves(of: element) { name in
        if isOsmAnds { return "osmand:" + name.local }
        return name.prefix.isEmpty ? name.local : name.prefix + ":" + name.local
      }
    }
  }

  private mutating func keepLeaves(of element: XMLElement, named name: (XMLName) -> String) {
    if element.children.isEmpty { place.keep(element.visibleText, as: name(element.name)) }
    for child in element.children { keepLeaves(of: child, named: name) }
  }

  /// Whether it is in OsmAnd's namespace, or in none of its own as older extensions of OsmAnd were.
  private func isOsmAnds(_ name: XMLName) -> Bool {
    name.namespace.contains("osmand.net") || name.prefix == "osmand"
      || isOsmAnd && name.prefix.isEmpty
  }

  private mutating func setVisited(_ text: String?) {
    guard let text else { return }
    if let day = Timestamp.parse(text).flatMap({ CalendarDate(utc: $0) }) {
      place.visited = day
    } else {
      place.remarks.append(.date(text))
    }
  }
}
