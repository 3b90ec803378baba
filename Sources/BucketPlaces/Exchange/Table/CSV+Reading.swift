/// Reading tables of places, by the names of their columns.
extension CSV {
  /// - Parameter bytes: UTF-8 without a byte order mark.
  static func read(
    _ bytes: [UInt8], header: TableHeader, _ reading: Reading
  ) throws(ImportError) {
    var rows = CSVReader(
      bytes, from: header.end, line: header.nextLine, delimiter: header.delimiter)
    while true {
      let line = rows.line
      guard let row = try rows.row() else { return }
      // Google writes a row without anything first.
      if row.allSatisfy({ $0.isEmpty }) { continue }
      var place = ForeignPlace(line: line)
      place.fill(members(of: row, header), isTable: true)
      reading.take(place)
      reading.progress(rows.offset)
    }
  }

  private static func members(
    of row: [String], _ header: TableHeader
  ) -> [(key: String, value: JSONValue)] {
    row.enumerated().map { column, text in
      (
        header.names.indices.contains(column) ? header.names[column] : "column \(column + 1)",
        .string(text)
      )
    }
  }
}
