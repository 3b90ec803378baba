/// Reading KML 2.0 to 2.3, in any namespace or none.
extension KML {
  /// - Throws: `onlyALink` too, if there is nothing but links to other files.
  static func read(_ bytes: [UInt8], _ reading: Reading) throws(ImportError) {
    let visitor = try XMLReader.read(bytes, KMLVisitor(reading), reading)
    if !visitor.hasFeatures, let link = visitor.links.first { throw .onlyALink(link.target) }
    for link in visitor.links {
      reading.leaveOut(link.name, at: link.line, .notAPlace(link: link.target))
    }
  }
}

/// A link of one file of KML to another.
struct KMLLink {
  let name: String?
  /// As it is written.
  let target: String
  let line: Int
  /// The folders that it is in, from the outermost.
  let folders: [String]
}
