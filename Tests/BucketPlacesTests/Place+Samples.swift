import BucketPlaces
import FoundationEssentials

extension UUID {
  /// The id that begins with the digits given and goes on with zeros.
  init(beginning digits: String) {
    let all = Array(digits + String(repeating: "0", count: 32 - digits.count))
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(all[$0]) }
    self.init(uuidString: groups.joined(separator: "-"))!
  }
}

extension Place {
  /// A place with every field set, whose text needs escaping.
  static func full() throws -> Place {
    var place = try Place(
      id: UUID(beginning: "3f9c1e0a77"), name: "Lake \"Baikal\" 🧊",
      created: Date(timeIntervalSince1970: 1_773_273_600))
    try place.setDescription("Ice in March,\nthe train from Irkutsk \\ \u{1B}[31m \u{9B} \u{202E}x")
    place.coordinate = try Coordinate(latitude: 53.5, longitude: 108.2)
    try place.setAltitude(455.5)
    place.approximate = true
    try place.setCategory("Landmark")
    try place.setTags(["winter", "Trip 1/Day 1"])
    try place.setAddress("Ольхон, Россия")
    try place.setLink("https://example.org/?a=1&b=<2>")
    place.visited = try CalendarDate(year: 2026, month: 3, day: 12)
    place.modified = Date(timeIntervalSince1970: 1_773_360_000)
    place.source = try Place.Source(program: "OsmAnd", id: "favourite/7")
    return place
  }

  static func at(
    _ latitude: Double, _ longitude: Double, id: String = "aaaa"
  ) throws -> Place {
    var place = try Place(id: UUID(beginning: id), name: "Camp")
    place.coordinate = try Coordinate(latitude: latitude, longitude: longitude)
    return place
  }
}
