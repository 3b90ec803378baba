import FoundationEssentials

/// A folder for the files of one test, which goes away with it.
final class Scratch {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory.path + "/bucket-vault-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, and the folders above it.
  ///
  /// - Returns: Its path.
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let url = URL(filePath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }
}
