import BucketPlaces

/// A format of `export`.
enum FormatArgument: String, CaseIterable, ArgumentValue {
  case geojson

  var format: ExportFormat {
    switch self {
    case .geojson: .geojson
    }
  }
}
