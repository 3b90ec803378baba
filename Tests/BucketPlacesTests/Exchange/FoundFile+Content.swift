@testable import BucketPlaces

extension FoundFile {
  /// Reads a file of whatever kind its content is.
  init(content: String, named name: String = "file") throws(ImportError) {
    try self.init(content: Array(content.utf8), named: name)
  }

  init(content: [UInt8], named name: String = "file") throws(ImportError) {
    var findings: [Finding] = []
    try ForeignFile(name: name, bytes: content).read(
      now: Self.now, found: { findings.append($0) }, progress: { _ in })
    self.init(findings)
  }

  /// Names, descriptions and positions in short, as in `Camp | a hut | 1,2`.
  var lines: [String] {
    places.map { place in
      [place.name, place.description, place.coordinate?.description ?? "-"]
        .joined(separator: " | ")
    }
  }
}
