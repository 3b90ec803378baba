import FoundationEssentials

@testable import BucketCommand
@testable import BucketPlaces
@testable import BucketVault

/// A file of another program: whatever comes in can be exported, and comes back equal.
protocol ExchangeTarget: FuzzTarget {
  /// What is found is written in it.
  static var format: ExportFormat { get }
}

extension ExchangeTarget {
  static func check(_ bytes: [UInt8]) throws {
    let found: [FoundPlace]
    do {
      found = try ForeignFile.places(in: bytes, named: "file")
    } catch let error as ImportError {
      return try Violation.unless(
        !Failure.importing("file", error).message.isEmpty, "nothing is said about \(error)")
    }
    var plan = PlaceImport(into: [], onDuplicate: .skip, now: .distantPast)
    for place in found { _ = plan.take(place) }
    let places = plan.puts()
    plan = PlaceImport(into: places, onDuplicate: .merge, now: .distantPast)
    for place in found {
      try Violation.unless(plan.take(place) != .new, "a file brings something new a second time")
    }
    try Violation.unless(
      CanonicalJSON.decode([Place].self, from: CanonicalJSON.encode(places)) == places,
      "a vault doesn't hold places as they were found")
    var text: [UInt8] = []
    format.write(places) { text += $0.utf8 }
    let again = try ForeignFile.places(in: text, named: "file").map(\.place)
    let expected = format == .csv ? try places.map { try $0.roundedToColumns() } : places
    try Violation.unless(
      again.count == places.count && Set(again) == Set(expected),
      "a \(format) export isn't read as it was written")
  }
}

extension Place {
  /// The place with the 7 decimals of a position that a table has.
  fileprivate func roundedToColumns() throws -> Place {
    guard let coordinate else { return self }
    func round(_ degrees: Double) -> Double {
      Double(FixedPoint(degrees, decimals: Position.decimals).fixed) ?? .nan
    }
    var rounded = self
    rounded.coordinate = try Coordinate(
      latitude: round(coordinate.latitude), longitude: round(coordinate.longitude))
    try rounded.setAltitude(altitude)
    rounded.approximate = approximate
    return rounded
  }
}

extension ForeignFile {
  /// - Throws: `ImportError`, or the violation that a report has no words.
  static func places(in bytes: [UInt8], named name: String) throws -> [FoundPlace] {
    var places: [FoundPlace] = []
    var silent: [Finding] = []
    try ForeignFile(name: name, bytes: bytes).read(
      now: Date(timeIntervalSince1970: 1_800_000_000),
      found: { finding in
        switch finding {
        case .place(let found): places.append(found)
        case .omission(let omission):
          if Failure.words(for: omission.reason).isEmpty { silent.append(finding) }
        case .repair, .member, .tooLarge: break
        }
      }, progress: { _ in })
    try Violation.unless(silent.isEmpty, "nothing is said about \(silent)")
    return places
  }
}

/// Waypoints.
enum GPXTarget: ExchangeTarget {
  static let name = "gpx"
  static let format = ExportFormat.gpx
}

/// Placemarks.
enum KMLTarget: ExchangeTarget {
  static let name = "kml"
  static let format = ExportFormat.kml
}

/// Features, one after the other or in a collection, and objects of other programs.
enum FeaturesTarget: ExchangeTarget {
  static let name = "features"
  static let format = ExportFormat.json
}

/// Tables, and lists of Google Takeout among them.
enum TableTarget: ExchangeTarget {
  static let name = "table"
  static let format = ExportFormat.csv
}

/// Archives of them.
enum ArchiveTarget: ExchangeTarget {
  static let name = "archive"
  static let format = ExportFormat.kml
}
