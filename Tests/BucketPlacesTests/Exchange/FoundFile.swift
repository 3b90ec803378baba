import FoundationEssentials

@testable import BucketPlaces

/// What a reader found in a file.
struct FoundFile {
  let findings: [Finding]
  /// When places are added of which nothing says when they were.
  static let now = Date(timeIntervalSince1970: 1_800_000_000)

  init(_ findings: [Finding]) { self.findings = findings }

  init(
    named name: String = "file", _ read: (Reading) throws(ImportError) -> Void
  ) throws(ImportError) {
    var findings: [Finding] = []
    func take(_ finding: Finding) { findings.append(finding) }
    try withoutActuallyEscaping(take) { found throws(ImportError) in
      try read(Reading(fileName: name, now: Self.now, found: found, progress: { _ in }))
    }
    self.findings = findings
  }

  /// Reads XML of any kind.
  init(xml text: String) throws(ImportError) { try self.init(xml: Array(text.utf8)) }

  init(xml bytes: [UInt8]) throws(ImportError) {
    try self.init { reading throws(ImportError) in try XMLPlaces.read(bytes, reading) }
  }

  var found: [FoundPlace] {
    findings.compactMap { if case .place(let found) = $0 { found } else { nil } }
  }

  var places: [Place] { found.map(\.place) }

  var omissions: [Omission] {
    findings.compactMap { if case .omission(let omission) = $0 { omission } else { nil } }
  }

  var repairs: [Finding.Repair] {
    findings.compactMap { if case .repair(let repair) = $0 { repair } else { nil } }
  }
}
