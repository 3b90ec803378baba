/// Reads rows of a table as RFC 4180 has them, with any delimiter and any ends of lines.
///
/// Where programs differ it takes what is meant: a quote within a field that doesn't begin with one
/// is a letter, and text behind a closing quote belongs to the field.
struct CSVReader {
  private let bytes: [UInt8]
  let delimiter: UInt8
  private(set) var offset: Int
  /// The line that the next row begins on, from 1.
  private(set) var line: Int

  /// In bytes; no text in a list of places is longer.
  private static let fieldLimit = 1 << 24
  /// No table of places has more columns.
  private static let cellLimit = 1024

  init(_ bytes: [UInt8], from offset: Int, line: Int, delimiter: UInt8) {
    (self.bytes, self.offset, self.line, self.delimiter) = (bytes, offset, line, delimiter)
  }

  /// The fields of the next row, or `nil` at the end.
  ///
  /// - Throws: `syntax`, where a quote isn't closed, and `tooLarge` for a field that never ends.
  mutating func row() throws(ImportError) -> [String]? {
    guard offset < bytes.count else { return nil }
    var fields: [String] = []
    while true {
      guard fields.count < Self.cellLimit else {
        throw .syntax(
          .csv, line: line, column: 1, problem: "a row has more than \(Self.cellLimit) cells")
      }
      fields.append(try field())
      guard offset < bytes.count else { return fields }
      let byte = bytes[offset]
      offset += 1
      if byte == delimiter { continue }
      if byte == UInt8(ascii: "\r"), offset < bytes.count, bytes[offset] == UInt8(ascii: "\n") {
        offset += 1
      }
      line += 1
      return fields
    }
  }

  private mutating func field() throws(ImportError) -> String {
    let isQuoted = offset < bytes.count && bytes[offset] == UInt8(ascii: "\"")
    var text: [UInt8] = isQuoted ? try quotedPart() : []
    let start = offset
    while offset < bytes.count, bytes[offset] != delimiter, !isEndOfLine(bytes[offset]) {
      offset += 1
    }
    text += bytes[start..<offset]
    try check(text)
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func quotedPart() throws(ImportError) -> [UInt8] {
    let (openingLine, opening) = (line, offset)
    var text: [UInt8] = []
    offset += 1
    while offset < bytes.count {
      let start = offset
      while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
        if bytes[offset] == UInt8(ascii: "\n") { line += 1 }
        offset += 1
      }
      text += bytes[start..<offset]
      try check(text)
      guard offset < bytes.count else { break }
      offset += 1
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else { return text }
      text.append(UInt8(ascii: "\""))
      offset += 1
    }
    let lineStart = bytes[..<opening].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    throw .syntax(
      .csv, line: openingLine, column: opening - lineStart + 1,
      problem: "a quote that begins here is not closed")
  }

  private func check(_ text: [UInt8]) throws(ImportError) {
    if text.count > Self.fieldLimit { throw .tooLarge(limit: Self.fieldLimit) }
  }

  private func isEndOfLine(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}
