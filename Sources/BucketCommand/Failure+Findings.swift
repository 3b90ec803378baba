import BucketPlaces

/// Words for what an import leaves out or mends.
extension Failure {
  static func words(for reason: Omission.Reason) -> String {
    switch reason {
    case .notAPoint(let geometry):
      "\(noun(for: geometry)), and not a place"
    case .noPosition: "no position"
    case .nothing: "neither a name nor a position"
    case .position(let error): words(for: error).message
    case .archive: "an archive within an archive, which isn't opened"
    case .notAPlace(let link): "a link to no place: \(DisplayText.truncated(link, to: 60))"
    case .record(let error): words(for: error).message
    case .tooLarge: "larger than any place"
    case .numberTooLarge: "a number in it is too large to be read"
    case .malformed: "neither a place nor a feature"
    }
  }

  /// A geometry by the name that its format has for it.
  private static func noun(for geometry: String) -> String {
    switch geometry {
    case "trk", "Track", "MultiTrack": "a track"
    case "rte": "a route"
    case "LineString", "MultiLineString", "LinearRing": "a line"
    case "Polygon", "MultiPolygon": "an area"
    case "MultiPoint": "several points"
    case "GroundOverlay", "PhotoOverlay", "ScreenOverlay": "a picture"
    default: "a \(DisplayText.truncated(geometry, to: 40))"
    }
  }

  static func noun(for archive: UnopenedArchive) -> String {
    (archive == .xz ? "an " : "a ") + archive.rawValue + " archive"
  }

  static func words(for remark: FoundPlace.Remark) -> String {
    switch remark {
    case .withoutPosition: "has no position"
    case .nullIsland: "lies at 0, 0, where programs put what they don't know"
    case .approximate: "has only an approximate position"
    case .wrapped(let longitude): "has longitude \(longitude), which was counted round the earth"
    case .cleaned(let field):
      "has control characters in its \(field.rawValue), which were taken out"
    case .tooLong(.name, _, let limit):
      "has a name of more than \(limit) bytes, which is whole in its description"
    case .tooLong(let field, let bytes, let limit):
      "has \(bytes) bytes of \(field.rawValue), which were left out; \(limit) are the most"
    case .altitude(let text):
      "has an altitude that was left out: \(DisplayText.truncated(text, to: 40))"
    case .date(let text):
      "has a date that can't be read: \(DisplayText.truncated(text, to: 40))"
    case .extraTooDeep(let limit):
      "has fields with more than \(limit) values within each other, which were left out"
    case .differs: "is not the same on the list, which stays as it is there"
    case .renumbered: "has the id of another place in the files, and came in under a new one"
    case .shortRow: "has fewer cells than there are columns; is the file whole?"
    case .longRow: "has more cells than there are columns; does it lack quotes?"
    case .tooMuchExtra(let bytes, let limit):
      "has \(bytes) bytes that bucket knows nothing of, which were left out; \(limit) are the most"
    }
  }

  static func words(for obstacle: ImportSource.Obstacle) -> String {
    switch obstacle {
    case .tooLarge(let limit): "is larger than \(limit >> 20) MiB, and was not read"
    case .link: "is a link, and was not read"
    case .name: "has a name that is no UTF-8, and was not read"
    case .unopened(let kind): "is \(noun(for: kind)), which bucket doesn't open"
    }
  }

  static func words(for repair: Finding.Repair) -> String {
    switch repair {
    case .invalidUTF8: "it is not all UTF-8; what isn't stands as �"
    case .loneSurrogates: "halves of letters in it stand as �"
    case .outsideXML: "it has control characters, which XML can't; they stand as �"
    }
  }
}
