/// Reading tables of places, by the names of their columns.
extension CSV {
  /// - Parameters:
  ///   - bytes: UTF-8 without a byte order mark.
  ///   - isGuarded: Whether an apostrophe before a text is none of it.
  static func read(
    _ bytes: [UInt8], header: TableHeader, isGuarded: Bool, _ reading: Reading
  ) throws(ImportError) {
    // We end each row, so that one that was cut off is noticed.
    if isOfOurs(bytes), bytes.last != UInt8(ascii: "\n") {
      let newlines = bytes.count { $0 == UInt8(ascii: "\n") }
      throw .syntax(
        .csv, line: newlines + 1, column: 1, problem: "the file ends in the midst of this row")
    }
    var rows = CSVReader(
      bytes, from: header.end, line: header.nextLine, delimiter: header.delimiter)
    while true {
      let line = rows.line
      guard var row = try rows.row() else { return }
      if isGuarded { row = row.map { $0.utf8.first == UInt8(ascii: "'") ? unguarded($0) : $0 } }
      // Google writes a row without anything first.
      if row.allSatisfy({ $0.isEmpty }) { continue }
      var place = ForeignPlace(line: line)
      // Of cells without anything, nothing is lost.
      if row.dropFirst(header.names.count).contains(where: { !$0.isEmpty }) {
        place.remarks.append(.longRow)
      }
      if header.isGoogleList {
        if let link = fillGoogle(&place, row, header, list: reading.listName) {
          reading.leaveOut(place.name, at: line, .notAPlace(link: link))
          continue
        }
      } else {
        if row.count < header.names.count { place.remarks.append(.shortRow) }
        place.fill(members(of: row, header), isTable: true)
        place.readLink()
      }
      reading.take(place)
      reading.progress(rows.offset)
    }
  }

  /// Takes a row of a list of Google's, which is called by the name of its file.
  ///
  /// - Returns: The link of what is no place: lists hold pages of the web and films as well.
  private static func fillGoogle(
    _ place: inout ForeignPlace, _ row: [String], _ header: TableHeader, list: String
  ) -> String? {
    place.tags = [list]
    for (field, text) in zip(header.fields, row) where !text.isEmpty {
      switch field {
      case .name: place.name = text
      case .link: place.link = text
      case .tags: place.tags += TagList(parsing: text)?.tags ?? [text]
      default: place.description = place.description.map { $0 + "\n\n" + text } ?? text
      }
    }
    for (name, text) in members(of: row, header).dropFirst(header.fields.count)
    where text != .string("") {
      place.extra[name] = text
    }
    place.readLink()
    guard let link = place.link else { return nil }
    let isMap = GooglePlaceLink(link) != nil || (try? PastedPosition(parsing: link)) != nil
    return isMap || GoogleTakeout.isShortLink(link) ? nil : link
  }

  private static func unguarded(_ text: String) -> String {
    String(decoding: text.utf8.dropFirst(), as: UTF8.self)
  }

  /// The cells by the names of their columns, or by their numbers where the header has no more.
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
