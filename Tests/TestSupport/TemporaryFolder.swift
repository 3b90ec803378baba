import FoundationEssentials
import Glibc
import Synchronization

/// A folder for one test, of mode 0700, removed with all that is in it when it goes away, or when the
/// process exits first.
public final class TemporaryFolder: Sendable {
  public let path: String
  private static let left = Mutex<Set<String>>([])
  private static let cleaning: Void = {
    atexit { TemporaryFolder.left.withLock(\.self).forEach(TemporaryFolder.remove) }
  }()

  public init() {
    let base = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(base)/bucket-test-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      fatalError("no temporary folder in \(base): error \(errno)")
    }
    let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    self.path = path
    Self.cleaning
    _ = Self.left.withLock { $0.insert(path) }
  }

  deinit {
    _ = Self.left.withLock { $0.remove(path) }
    Self.remove(path)
  }

  private static func remove(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of something in the folder.
  public func path(of name: String) -> String { path + "/" + name }

  /// Makes a folder in it.
  public func folder(_ name: String) throws -> String {
    let folder = path(of: name)
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  /// The names of what is in the folder, hidden ones too.
  public var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
