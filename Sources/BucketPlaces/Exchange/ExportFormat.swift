/// The formats that places can be written in.
public enum ExportFormat: String, CaseIterable, Sendable {
  case geojson, gpx, kml, csv, json
  /// CSV for programs that would take some texts for formulas.
  case spreadsheet

  /// Whether texts stand in it as they are, controls and all.
  public var isPlain: Bool { self == .csv || self == .spreadsheet }

  /// - Parameter sink: takes the text part by part, in order; it is UTF-8.
  public func write<Failure: Error>(
    _ places: some Collection<Place>, to sink: (String) throws(Failure) -> Void
  ) throws(Failure) {
    switch self {
    case .geojson: try GeoJSON.write(places, to: sink)
    case .gpx: try GPX.write(places, to: sink)
    case .kml: try KML.write(places, to: sink)
    case .csv: try CSV.write(places, to: sink)
    case .json: try JSONListing.write(places, to: sink)
    case .spreadsheet: try CSV.write(places, isForSpreadsheet: true, to: sink)
    }
  }
}
