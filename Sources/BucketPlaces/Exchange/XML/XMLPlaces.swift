/// Reads places from XML, by the name of its root.
enum XMLPlaces {
  private static let roots: Set = ["kml", "Document", "Folder", "Placemark"]

  /// - Parameter bytes: In whatever encoding they declare.
  static func read(_ bytes: [UInt8], _ reading: Reading) throws(ImportError) {
    let root = try root(of: bytes)
    if root == "gpx" {
      try GPX.read(bytes, reading)
    } else if roots.contains(root) {
      try KML.read(bytes, reading)
    } else {
      throw .unknownKind
    }
  }

  /// Whether the bytes begin as a document does.
  static func isXML(_ bytes: [UInt8]) -> Bool {
    let start = bytes[XMLStart(bytes[...]).content...]
    if start.first == UInt8(ascii: "<") { return true }
    // UTF-16, with its mark or without.
    return [[0x00, 0x3C], [0xFE, 0xFF, 0x00, 0x3C], [0xFF, 0xFE, 0x3C, 0x00]].contains {
      start.starts(with: $0)
    }
  }

  /// Whether they are KML, as far as they can be read.
  static func isKML(_ bytes: [UInt8]) -> Bool {
    (try? root(of: bytes)).map(roots.contains) ?? false
  }

  /// The local name of the first element.
  private static func root(of bytes: [UInt8]) throws(ImportError) -> String {
    var reader = XMLReader(RootVisitor()) { _ in }
    let step = 1 << 12
    do throws(ImportError) {
      for start in stride(from: 0, to: bytes.count, by: step) {
        try reader.feed(bytes[start..<min(start + step, bytes.count)])
        if let root = reader.visitor.root { return root }
      }
      // libexpat may put off what is long until it is told that nothing more comes.
      try reader.finish()
    } catch {
      // What comes after the root doesn't matter to which kind it is.
      guard let root = reader.visitor.root else { throw error }
      return root
    }
    return reader.visitor.root ?? ""
  }
}

/// Notes the name of the first element.
private struct RootVisitor: XMLVisitor {
  private(set) var root: String?

  mutating func interest(in element: XMLElement, within parents: [XMLElement]) -> XMLInterest {
    root = root ?? element.name.local
    return .nothing
  }

  mutating func ends(_ element: XMLElement, within parents: [XMLElement]) {}
}
