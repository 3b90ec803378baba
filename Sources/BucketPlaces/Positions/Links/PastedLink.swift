/// A link that may hold a position.
enum PastedLink {
  case geo(String)
  case map(Link, any MapLink.Type)
  /// To somewhere else; where there is no host, to an app by its scheme.
  case foreign(host: String)

  /// - Returns: nil for what is no link; a host without a scheme is one if its service is known.
  init?(_ text: Substring) {
    if text.lowercased().hasPrefix(GeoURI.scheme) {
      self = .geo(String(text))
    } else if let link = Link(text) {
      guard !link.authority.isEmpty || !link.query.isEmpty else { return nil }
      self =
        Self.reader(of: link).map { .map(link, $0) }
        ?? .foreign(host: link.host.isEmpty ? link.scheme + ":" : link.host)
    } else if let link = Link("https://" + text), let reader = Self.reader(of: link) {
      self = .map(link, reader)
    } else {
      return nil
    }
  }

  private static let readers: [any MapLink.Type] = [
    GoogleLink.self, AppleLink.self, OpenStreetMapLink.self, BingLink.self, OsmAndLink.self,
    OrganicMapsLink.self, WazeLink.self, HereLink.self, YandexLink.self, PlusCodesLink.self,
  ]

  private static func reader(of link: Link) -> (any MapLink.Type)? {
    readers.first { $0.owns(link) }
  }
}

extension PastedPosition {
  /// - Throws: Any case of `CoordinateError` that is about links or numbers.
  init(link: PastedLink) throws(CoordinateError) {
    switch link {
    case .geo(let text): self = try GeoURI.read(text)
    case .map(let link, let reader):
      guard let found = try reader.read(link) else {
        throw .linkWithoutPosition(reader.service, isShort: reader.isShort(link))
      }
      self = found
      name = name.flatMap { $0.isEmpty ? nil : $0 }
    case .foreign(let host): throw .unknownLink(host: host)
    }
  }
}
