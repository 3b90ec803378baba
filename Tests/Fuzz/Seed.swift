import FoundationEssentials
import Testing

/// An input for a target, which is a file.
struct Seed: Sendable, CustomTestStringConvertible {
  let target: String
  let name: String

  private static let folder =
    "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/") + "/Seeds"

  static let all: [Seed] = names(in: folder).flatMap { target in
    names(in: folder + "/" + target).map { Seed(target: target, name: $0) }
  }

  var bytes: [UInt8] {
    get throws {
      Array(try Data(contentsOf: URL(filePath: "\(Self.folder)/\(target)/\(name)")))
    }
  }

  var testDescription: String { target + "/" + name }

  private static func names(in folder: String) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch {
      preconditionFailure("the seeds can't be read: \(error)")
    }
  }
}
