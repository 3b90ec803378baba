/// A placemark, and what becomes of it.
struct KMLPlacemark {
  private let element: XMLElement
  private let styles: KMLStyles
  private let points: [XMLElement]
  /// What it has instead of a point, by its name.
  private let otherGeometry: String?
  private let record: XMLElement?
  let data: [XMLElement]

  private static let geometries: Set = [
    "LineString", "LinearRing", "Polygon", "Track", "MultiTrack", "Model",
  ]

  init(_ element: XMLElement, styles: KMLStyles) {
    (self.element, self.styles) = (element, styles)
    var shapes: [XMLElement] = []
    var waiting = element.children
    while let next = waiting.popLast() {
      if next.name.local == "MultiGeometry" { waiting += next.children }
      if next.name.local == "Point" || Self.geometries.contains(next.name.local) {
        shapes.append(next)
      }
    }
    points = shapes.filter { $0.name.local == "Point" }.reversed()
    otherGeometry = shapes.last { $0.name.local != "Point" }?.name.local
    data = element.children.filter { $0.name.local == "ExtendedData" }.flatMap(\.children)
    record = data.first(where: XMLRecord.isRecord)
  }

  var isOrganicMaps: Bool {
    record == nil && data.contains { KMLStyles.isOrganicMaps($0.name.namespace) }
  }

  /// - Parameter folder: The folder that it is in, as a tag.
  func report(folder: String?, to reading: Reading) {
    if points.isEmpty, let otherGeometry {
      return reading.leaveOut(
        element.text(of: "name"), at: element.line, .notAPoint(otherGeometry))
    }
    guard points.count < 2 || points.count * sharedBytes <= Self.repetitionLimit else {
      return reading.leaveOut(
        element.text(of: "name"), at: element.line, .notAPoint("MultiPoint"))
    }
    var place = ForeignPlace(line: element.line)
    if let record {
      readOwn(&place)
      XMLRecord.apply(record, to: &place)
    } else {
      place.tags = folder.map { [$0] } ?? []
      readForeign(&place)
      place.needsPosition = place.address == nil
    }
    reading.take(place)
    // Several points of one placemark are as many places.
    for point in points.dropFirst() {
      var twin = place
      twin.id = nil
      twin.remarks = []
      Self.setPosition(of: &twin, point)
      reading.take(twin)
    }
  }

  /// So many bytes of text the places of several points have together.
  private static let repetitionLimit = 1 << 25

  /// The bytes of text that each of its points has.
  private var sharedBytes: Int {
    var bytes = 0
    var waiting = element.children
    while let next = waiting.popLast() {
      if ["Point", "MultiGeometry"].contains(next.name.local) { continue }
      bytes += next.attributes.values.reduce(next.text.utf8.count) { $0 + $1.utf8.count }
      waiting += next.children
    }
    return bytes
  }

  private func readOwn(_ place: inout ForeignPlace) {
    if let point = points.first { Self.setPosition(of: &place, point) }
    place.name = element["name"]?.text
    place.description = element["description"]?.text
    place.address = element["address"]?.text
    place.link = element["link"]?.attributes["href"]
    place.setTime(\.created, element["TimeStamp"]?.text(of: "when"))
  }

  private func readForeign(_ place: inout ForeignPlace) {
    if let point = points.first { Self.setPosition(of: &place, point) }
    place.name = element.text(of: "name")
    place.description = element.text(of: "description").map(HTMLText.plain)
    place.address = element.text(of: "address")
    place.link = element["link"]?.attributes["href"]
    if let time = element["TimeStamp"] {
      place.setTime(\.created, time.text(of: "when"))
      place.setTime(\.modified, time.text(of: "modified"))
    }
    place.keep(element["TimeSpan"]?.text(of: "begin"), as: "begin")
    place.keep(element["TimeSpan"]?.text(of: "end"), as: "end")
    place.keep(element.text(of: "phoneNumber"), as: "phoneNumber")
    let snippet = element.text(of: "Snippet") ?? element.text(of: "snippet")
    if let snippet = snippet.map(HTMLText.plain), snippet != place.description {
      if place.description == nil {
        place.description = snippet
      } else {
        place.keep(snippet, as: "snippet")
      }
    }
    let colour = element.text(of: "styleUrl").flatMap(styles.colour)
    place.keep(element["Style"].flatMap(KMLStyles.colour) ?? colour, as: "color")
    for child in data { read(data: child, into: &place) }
    if isOrganicMaps { readOrganicMaps(&place) }
  }

  private func read(data child: XMLElement, into place: inout ForeignPlace) {
    switch child.name.local {
    case "Data":
      let name = child.attributes["name"] ?? "Data"
      guard let value = child.text(of: "value") else { return }
      if name == "gx_media_links" {
        // Addresses of pictures with blanks between them.
        let first = String(value.prefix { !$0.isWhitespace })
        if place.link == nil { place.link = first }
        if place.link == value { return }
      }
      Self.take(value, named: name, for: &place)
    case "SchemaData":
      for field in child.children {
        guard let value = field.visibleText else { continue }
        Self.take(value, named: field.attributes["name"] ?? field.name.local, for: &place)
      }
    default:
      if KMLStyles.isOrganicMaps(child.name.namespace) { return }
      let (local, prefix) = (child.name.local, child.name.prefix)
      place.keep(child.visibleText, as: prefix.isEmpty ? local : prefix + ":" + local)
    }
  }

  /// Takes the value of a column; names and descriptions are elements of their own besides.
  private static func take(_ value: String, named name: String, for place: inout ForeignPlace) {
    switch ForeignField(name, isColumn: false) {
    case .category, .tags, .address, .link, .visited:
      place.fill([(name, .string(value))], isTable: false)
    default: place.keep(value, as: name)
    }
  }

  private static func setPosition(of place: inout ForeignPlace, _ point: XMLElement) {
    place.position = .none
    place.altitude = nil
    guard let text = point.text(of: "coordinates") else { return }
    var numbers: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(whereSeparator: \.isWhitespace)
      numbers.append(words.first.map(String.init) ?? "")
      // Where blanks come between two numbers, another position begins.
      if words.count > 1 { break }
    }
    guard numbers.count >= 2 else {
      place.position = .refused(.notAPair(String(text.prefix(80))))
      return
    }
    place.setPosition(latitude: numbers[1], longitude: numbers[0])
    if numbers.count > 2 { place.altitude = numbers[2] }
  }
}
