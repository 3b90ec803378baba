import FoundationEssentials
import Glibc

/// What folders held at a moment, kept in memory to be put back as often as it takes.
public struct HomeCopy: Sendable {
  private let folders: [String]
  private let entries: [Entry]

  private struct Entry {
    let path: String
    let permissions: mode_t
    /// `nil` for a folder.
    let content: Data?
  }

  /// Reads regular files and folders.
  public init(of folders: [String]) throws {
    self.folders = folders
    entries = try Self.paths(in: folders).map { path in
      var status = stat()
      guard unsafe lstat(path, &status) == 0 else {
        throw ProgramError.system("lstat", code: errno)
      }
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      return Entry(
        path: path, permissions: status.st_mode & 0o7777,
        content: isFolder ? nil : try Data(contentsOf: URL(filePath: path)))
    }
  }

  /// The paths of all that the folders hold, each folder before what is in it.
  public static func paths(in folders: [String]) throws -> [String] {
    try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().map { "\(folder)/\($0)" }
    }
  }

  /// The content of a file as it was, if there was one.
  public func content(of path: String) -> [UInt8]? {
    entries.first { $0.path == path }?.content.map(Array.init)
  }

  /// Has the folders hold this and nothing else.
  public func putBack() throws {
    for folder in folders {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      }
    }
    for entry in entries {
      if let content = entry.content {
        try content.write(to: URL(filePath: entry.path))
      } else if unsafe mkdir(entry.path, entry.permissions) != 0 {
        throw ProgramError.system("mkdir", code: errno)
      }
      _ = unsafe chmod(entry.path, entry.permissions)
    }
  }
}
