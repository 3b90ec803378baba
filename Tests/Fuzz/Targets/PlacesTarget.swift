import FoundationEssentials

@testable import BucketCommand
@testable import BucketPlaces
@testable import BucketVault

/// The JSON of places as a vault holds them, written in each format and as a text to edit.
enum PlacesTarget: FuzzTarget {
  static let name = "places"

  static func check(_ bytes: [UInt8]) throws {
    guard let places = CanonicalJSON.decode([Place].self, from: bytes) else { return }
    let written = CanonicalJSON.encode(places)
    try Violation.unless(
      CanonicalJSON.decode([Place].self, from: written) == places,
      "places aren't read as they were written")
    let listing = text { JSONListing.write(places, to: $0) }
    try Violation.unless(
      CanonicalJSON.decode([Place].self, from: listing) == places, "a listing isn't read as it was")
    for place in places {
      var edited = place
      try Draft(parsing: Draft(place).text).apply(to: &edited)
      try Violation.unless(edited == place, "a place changes that nobody edited")
    }
    for format in ExportFormat.allCases {
      let text = text { format.write(places, to: $0) }
      try check(text, of: places, in: format)
      // CSV holds texts as they are.
      let isPlain = format == .csv || format == .spreadsheet
      try Violation.unless(
        isPlain || !text.contains { $0 < 0x20 && $0 != 0x0A }, "an export holds control characters")
    }
  }

  private static func check(_ text: [UInt8], of places: [Place], in format: ExportFormat) throws {
    switch format {
    case .geojson, .json:
      try Violation.unless(
        CanonicalJSON.decode(JSONValue.self, from: text) != nil, "a \(format) export is no JSON")
    case .gpx, .kml:
      // What a later version wrote isn't exported.
      let known = places.map { place in
        var place = place
        place.unknownFields = [:]
        return place
      }
      let read = try ForeignFile.places(in: text, named: "export").map(\.place)
      try Violation.unless(
        Set(read) == Set(known) && read.count == known.count,
        "a \(format) export isn't read as it was written")
    case .csv, .spreadsheet: break
    }
  }

  private static func text(_ write: ((String) -> Void) -> Void) -> [UInt8] {
    var text: [UInt8] = []
    write { text += $0.utf8 }
    return text
  }
}
