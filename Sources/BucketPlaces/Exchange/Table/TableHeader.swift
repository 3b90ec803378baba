/// The row that says what the columns of a table are.
struct TableHeader {
  let names: [String]
  /// What each column tells of a place, where that is known.
  private(set) var fields: [ForeignField?]
  let delimiter: UInt8
  /// Where the row behind it begins.
  let end: Int
  /// The line behind it, from 1.
  let nextLine: Int
  /// Whether the table is a list as Google Takeout writes it.
  let isGoogleList: Bool

  /// Whether it is of nothing but places: anything may have a name.
  var isOfPlaces: Bool {
    isGoogleList
      || fields.contains { [.position, .latitude, .address].contains($0) }
  }

  /// So many lines may stand before it: Google writes the description of a list there.
  private static let searchLimit = 10
  /// A line that is longer, in bytes, is no header.
  private static let lengthLimit = 1 << 16

  /// Finds the header; `nil` if the first lines hold none.
  init?(of bytes: [UInt8]) {
    var (offset, line) = (0, 1)
    while line <= Self.searchLimit, offset < bytes.count {
      let end = bytes[offset...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      guard (end ?? bytes.count) - offset <= Self.lengthLimit else { return nil }
      if let header = TableHeader(of: bytes, at: offset, line: line, end: end ?? bytes.count) {
        self = header
        return
      }
      guard let end else { return nil }
      let isPair = bytes[end] == UInt8(ascii: "\r") && bytes[end...].dropFirst().first == 0x0A
      offset = end + (isPair ? 2 : 1)
      line += 1
    }
    return nil
  }

  private init?(of bytes: [UInt8], at offset: Int, line: Int, end: Int) {
    // Only the header says what stands between columns: texts below it hold all of these.
    let counted = [",", ";", "\t", "|"].map { (delimiter: Unicode.Scalar) in
      (delimiter, Self.count(of: UInt8(ascii: delimiter), in: bytes[offset..<end]))
    }
    guard let most = counted.max(by: { $0.1 < $1.1 }) else { return nil }
    let delimiter = UInt8(ascii: most.0)
    var reader = CSVReader(bytes, from: offset, line: line, delimiter: delimiter)
    guard let names = (try? reader.row())?.map(Place.Field.trimmed) else { return nil }
    isGoogleList =
      (3...5).contains(names.count) && names[2].lowercased() == "url"
      && !names.contains { ForeignField($0, isColumn: true) == .latitude }
    // The other heads are in the language of the account.
    fields =
      isGoogleList
      ? Array([.name, .description, .link, .tags, .description].prefix(names.count))
      : names.map { ForeignField($0, isColumn: true) }
    if names.count == 4, isGoogleList { fields[3] = .description }
    let known = Set(fields.compactMap(\.self))
    guard
      isGoogleList || known.contains(.name) || known.contains(.position)
        || known.isSuperset(of: [.latitude, .longitude])
    else { return nil }
    // A table of one column is called by its name and nothing else, or any text would be one.
    guard names.count > 1 || ["name", "title"].contains(names[0].lowercased()) else { return nil }
    (self.names, self.delimiter) = (names, delimiter)
    (self.end, nextLine) = (reader.offset, reader.line)
  }

  private static func count(of delimiter: UInt8, in line: ArraySlice<UInt8>) -> Int {
    var isQuoted = false
    return line.count { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return byte == delimiter && !isQuoted
    }
  }
}
