/// How the links of a service hold positions.
protocol MapLink: Sendable {
  static var service: MapService { get }

  /// Whether a link belongs to the service: to the very host, and not to one that looks like it.
  static func owns(_ link: Link) -> Bool

  /// Whether nobody but the service's server knows where the link leads.
  static func isShort(_ link: Link) -> Bool

  /// What a link marks, or else what it shows; nil if that is no position.
  ///
  /// - Throws: What is wrong with its numbers.
  static func read(_ link: Link) throws(CoordinateError) -> PastedPosition?
}

extension MapLink {
  static func isShort(_ link: Link) -> Bool { false }

  /// What a link shows without marking it.
  static func center(_ coordinate: Coordinate?, name: String? = nil) -> PastedPosition? {
    coordinate.map { PastedPosition($0, name: name, doubts: [.mapCenter(service)]) }
  }

  /// What a link marks.
  static func pin(_ coordinate: Coordinate?, name: String? = nil) -> PastedPosition? {
    coordinate.map { PastedPosition($0, name: name) }
  }

  /// Whether a host is one of a company that has one in each country: `name.com`, `name.de`,
  /// `name.co.uk`, with one of these labels before it or none.
  static func isNational(_ host: String, of name: String, under labels: Set<String>) -> Bool {
    var rest = host.split(separator: ".", omittingEmptySubsequences: false)[...]
    if let first = rest.first, labels.contains(String(first)), first != name { rest.removeFirst() }
    if rest.first == "www" { rest.removeFirst() }
    guard rest.popFirst() == name[...], let last = rest.popLast() else { return false }
    let isCountry = last.utf8.count == 2
    switch rest.count {
    case 0: return isCountry || last == "com" || last == "cat"
    case 1: return isCountry && (rest.first == "co" || rest.first == "com")
    default: return false
    }
  }
}
