import FoundationEssentials
import Testing

@testable import BucketVault

/// A scenario of the folder Vectors: an attachment, and what must happen when it is read.
struct AttachmentVector: Sendable, CustomTestStringConvertible {
  let name: String
  let file: [UInt8]
  private let fields: [String: String]

  /// `opens`, or the name of the reason for refusing.
  var expected: String { fields["expect"] ?? "" }
  var dataKey: [UInt8] { HexBytes(fields["data-key"] ?? "")?.bytes ?? [] }
  var vault: [UInt8] { HexBytes(fields["vault"] ?? "")?.bytes ?? [] }
  var id: UUID? { fields["attachment"].flatMap { UUID(uuidString: $0) } }
  /// What its file is called.
  var fileName: String? { fields["name"] }
  var count: Int? { fields["count"].flatMap { Int($0) } }
  var hash: [UInt8]? { fields["hash"].flatMap { HexBytes($0)?.bytes } }

  var testDescription: String { name }

  static let ending = ".attachment"

  static let all: [AttachmentVector] = {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: Vector.folder).sorted()
        .filter { $0.hasSuffix(ending) }.map { try AttachmentVector($0) }
    } catch {
      preconditionFailure("the vectors can't be read: \(error)")
    }
  }()

  private init(_ name: String) throws {
    let data = try Data(contentsOf: URL(filePath: Vector.folder + "/" + name))
    let text = String(decoding: data, as: UTF8.self)
    self.name = String(name.dropLast(Self.ending.count))
    let parts = try #require(text.firstRange(of: "\n\n"))
    fields = Dictionary(
      uniqueKeysWithValues: text[..<parts.lowerBound].split(separator: "\n").map { line in
        let halves = line.split(separator: ":", maxSplits: 1)
        return (String(halves[0]), String(halves[1].dropFirst()))
      })
    let base64 = String(text[parts.upperBound...])
    file = Array(try #require(Data(base64Encoded: base64, options: .ignoreUnknownCharacters)))
  }
}
