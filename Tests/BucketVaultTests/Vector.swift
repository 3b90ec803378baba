import FoundationEssentials
import TestSupport
import Testing

/// A scenario of the folder Vectors: a vault, and what must happen when it is opened.
///
/// `make-vectors.py` in that folder explains the fields and writes the files.
struct Vector: Sendable, CustomTestStringConvertible {
  /// What a vault is expected to hold.
  enum Content: Sendable {
    case records([VectorRecord])
    case count(Int)
  }

  let name: String
  let vault: [UInt8]
  private let fields: [String: String]

  /// `opens`, or the name of the reason for refusing.
  var expected: String { fields["expect"] ?? "" }
  /// What the reader in Python is expected to say.
  var expectedOfReader: String { fields["reader"] ?? expected }
  /// The kind of slot that is to open, by its name in the header.
  var slot: String { fields["with"] ?? "" }
  /// What is typed.
  var secret: [UInt8] {
    let digits = Array((fields["secret"] ?? "").utf8)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
  }
  /// The file `last-seen` of the state folder, if there is to be one.
  var lastSeen: String? { fields["last-seen"] }
  /// How many bytes at the end are an interrupted write.
  var leftOut: Int? { fields["left-out"].flatMap { Int($0) } }

  var content: Content? {
    get throws {
      guard let text = fields["records"] else { return nil }
      if let count = Int(text) { return .count(count) }
      return .records(try JSONDecoder().decode([VectorRecord].self, from: Data(text.utf8)))
    }
  }

  var testDescription: String { name }

  init(name: String, text: String) throws {
    self.name = name
    let parts = try #require(text.firstRange(of: "\n\n"))
    var fields: [String: String] = [:]
    for line in text[..<parts.lowerBound].split(separator: "\n") {
      let halves = line.split(separator: ":", maxSplits: 1)
      fields[String(halves[0])] = String(halves[1].drop { $0 == " " })
    }
    self.fields = fields
    let base64 = String(text[parts.upperBound...])
    vault = Array(
      try #require(Data(base64Encoded: base64, options: .ignoreUnknownCharacters)))
  }

  static let folder = Repository.path("Tests/BucketVaultTests/Vectors")

  /// Every vector, in the order of their names; a file with a suffix is none.
  static let all: [Vector] = {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        .filter { !$0.contains(".") && !$0.hasPrefix("_") }
        .map { name in
          let file = try Data(contentsOf: URL(filePath: folder + "/" + name))
          return try Vector(name: name, text: String(decoding: file, as: UTF8.self))
        }
    } catch {
      preconditionFailure("the vectors can't be read: \(error)")
    }
  }()
}
