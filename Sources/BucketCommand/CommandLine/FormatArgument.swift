import BucketPlaces

/// A format of `export`.
enum FormatArgument: String, CaseIterable, ArgumentValue {
  case geojson, gpx, kml, csv, json

  init(argument: String) throws(ArgumentError) {
    guard let format = Self(rawValue: argument.lowercased()) else {
      throw ArgumentError(hint: Failure.formatHint(among: Self.allCases.map(\.rawValue)))
    }
    self = format
  }

  /// The format that the ending of a file's name asks for; `nil` for any other ending.
  init?(ending: Substring) { self.init(rawValue: ending.lowercased()) }

  var format: ExportFormat {
    switch self {
    case .geojson: .geojson
    case .gpx: .gpx
    case .kml: .kml
    case .csv: .csv
    case .json: .json
    }
  }
}
