import BucketPlaces

/// What stands behind the host of a link to a map.
enum LinkTarget: FuzzTarget {
  static let name = "link"

  private static let hosts = [
    "https://www.google.com/maps", "https://maps.apple.com", "https://www.openstreetmap.org",
    "https://www.bing.com/maps", "https://osmand.net/map", "https://omaps.app", "ge0:/",
    "https://waze.com/ul", "https://share.here.com", "https://yandex.ru/maps", "https://plus.codes",
    "geo:", "https://",
  ]

  static func check(_ bytes: [UInt8]) throws {
    let rest = String(decoding: bytes, as: UTF8.self)
    for host in hosts {
      try PositionTarget.check(host + rest)
      guard let place = GooglePlaceLink(host + rest) else { continue }
      try Violation.unless(place.query?.isEmpty != true, "a link seeks nothing")
    }
  }
}
