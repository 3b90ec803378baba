import BucketPlaces

/// A format of `export`.
enum FormatArgument: String, CaseIterable, ArgumentValue {
  case geojson, gpx, kml, csv, json

  /// The format that the name of a file asks for.
  init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    self.init(rawValue: fileName[dot...].dropFirst().lowercased())
  }

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
