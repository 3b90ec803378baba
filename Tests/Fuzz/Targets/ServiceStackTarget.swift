import TestSupport

@testable import BucketVault

/// A PAM service file, which may name itself.
enum ServiceStackTarget: FuzzTarget {
  static let name = "service-stack"

  static func check(_ bytes: [UInt8]) throws {
    let folder = ScratchFolder(in: KnownVaultFile.base)
    _ = try folder.write(bytes, to: "bucket")
    let stack = ServiceStack(service: "bucket", configuration: folder.path)
    try Violation.unless(stack.exists, "a service file isn't found")
    for module in stack.modules {
      try Violation.unless(!module.path.isEmpty, "a module has no name")
      try Violation.unless(
        module.values(of: "file").allSatisfy { module.arguments.contains("file=\($0)") },
        "an argument has a value that isn't there")
    }
    let paths = Set(stack.modules.map { String($0.path) })
    try Violation.unless(
      paths.isSuperset(of: stack.missingModules), "a module is missing that isn't named")
  }
}
