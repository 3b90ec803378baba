import FoundationEssentials

/// A table of places as comma-separated values (RFC 4180): a row a place, behind a row with the names
/// of the columns.
public enum CSV {
  private static let columns = [
    "id", "name", "description", "latitude", "longitude", "altitude", "approximate", "category",
    "tags", "address", "link", "visited", "created", "modified", "source", "source_id", "extra",
  ]

  /// Writes a table, the same bytes under every locale and time zone.
  ///
  /// Degrees have at most 7 decimals. Tags stand in one field, with commas between them, as
  /// `TagList` has it; `extra` is an object of JSON.
  ///
  /// - Parameters:
  ///   - isForSpreadsheet: Whether spreadsheet programs shall take nothing for a formula, and the
  ///     text for UTF-8: a byte order mark stands first, and an apostrophe before each text that
  ///     begins like a formula or with an apostrophe. Reading takes it away again.
  ///   - sink: Takes the text part by part, in order; it is UTF-8 with CR LF at the end of each row.
  public static func write<Failure: Error>(
    _ places: some Collection<Place>, isForSpreadsheet: Bool = false,
    to sink: (String) throws(Failure) -> Void
  ) throws(Failure) {
    try sink((isForSpreadsheet ? "\u{FEFF}" : "") + head + "\r\n")
    for place in places {
      let fields = fields(of: place).map { field in
        quoted(isForSpreadsheet && isFormula(field) ? "'" + field : field)
      }
      try sink(fields.joined(separator: ",") + "\r\n")
    }
  }

  private static func fields(of place: Place) -> [String] {
    func degrees(_ degrees: Double?) -> String {
      degrees.map { FixedPoint($0, decimals: Position.decimals).shortest } ?? ""
    }
    return [
      place.id.hexadecimal, place.name, place.description, degrees(place.latitude),
      degrees(place.longitude), place.altitude.map(JSONText.number) ?? "",
      place.approximate.map(String.init) ?? "", place.category ?? "", TagList(place.tags).text,
      place.address ?? "", place.link ?? "", place.visited?.description ?? "",
      place.created.map(Timestamp.text) ?? "", place.modified.map(Timestamp.text) ?? "",
      place.source?.program ?? "", place.source?.id ?? "",
      place.extra.isEmpty ? "" : JSONText.value(.object(place.extra)),
    ]
  }

  private static var head: String { columns.joined(separator: ",") }

  /// Whether a table, without its byte order mark if it had one, is of ours for spreadsheets.
  static func isForSpreadsheet(_ table: [UInt8], hadMark: Bool) -> Bool {
    hadMark && isOfOurs(table)
  }

  /// Whether a table, without a byte order mark, is an export of ours.
  static func isOfOurs(_ table: [UInt8]) -> Bool { table.starts(with: (head + "\r\n").utf8) }

  /// Whether a spreadsheet program would compute the text, or take its first letter for a sign of
  /// its own; a number is one, and stays as it is.
  private static func isFormula(_ field: String) -> Bool {
    guard let first = field.unicodeScalars.first, "=+-@\t\r'".unicodeScalars.contains(first) else {
      return false
    }
    return StrictNumber.parse(field) == nil
  }

  private static func quoted(_ field: String) -> String {
    let bytes = field.utf8
    let needsQuotes =
      bytes.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
      || [bytes.first, bytes.last].contains(UInt8(ascii: " "))
    guard needsQuotes else { return field }
    // By scalars: a quote with a mark on it is another character, and a quote all the same.
    var quoted = String.UnicodeScalarView()
    for scalar in field.unicodeScalars {
      if scalar == "\"" { quoted.append(scalar) }
      quoted.append(scalar)
    }
    return "\"" + String(quoted) + "\""
  }
}
