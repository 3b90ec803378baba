import FoundationEssentials
import Glibc
import Synchronization

/// A folder for one test, of mode 0700, taken away with all it holds when it goes away, or when the
/// process exits first.
public final class ScratchFolder: Sendable {
  public let path: String
  private static let left = Mutex<Set<String>>([])
  private static let cleaning: Void = {
    atexit { ScratchFolder.left.withLock(\.self).forEach(ScratchFolder.remove) }
  }()

  /// - Parameter base: The folder to make it in.
  public init(in base: String = "/tmp") {
    var template = Array((base + "/bucket-test.XXXXXX").utf8CString)
    precondition(unsafe mkdtemp(&template) != nil, "there is no room for a test in \(base)")
    let path = String(
      decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    self.path = path
    Self.cleaning
    _ = Self.left.withLock { $0.insert(path) }
  }

  deinit {
    _ = Self.left.withLock { $0.remove(path) }
    Self.remove(path)
  }

  private static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  /// The path of something in the folder.
  public func path(of name: String) -> String { path + "/" + name }

  /// The names of what is in the folder, hidden ones too.
  public var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// The text of a file within, if there is one.
  public func text(of name: String) -> String? {
    (try? Data(contentsOf: URL(filePath: path(of: name)))).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Writes bytes to a file within, and the folders above it, and returns its path.
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    let url = URL(filePath: path(of: name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  /// Writes a file within, and returns its path.
  @discardableResult
  public func write(
    _ name: String, _ text: String, permissions: UInt32 = 0o644
  ) -> String {
    let path = path + "/" + name
    Launch.lock.withLock { _ in
      let file = unsafe fopen(path, "we")!
      let bytes = Array(text.utf8)
      _ = unsafe fwrite(bytes, 1, bytes.count, file)
      unsafe fclose(file)
    }
    _ = unsafe chmod(path, permissions)
    return path
  }

  /// Makes a folder within, and returns its path.
  @discardableResult
  public func makeFolder(_ name: String, permissions: UInt32 = 0o700) -> String {
    let path = path + "/" + name
    _ = unsafe mkdir(path, permissions)
    _ = unsafe chmod(path, permissions)
    return path
  }
}
