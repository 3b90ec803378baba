import Glibc
import Synchronization

/// A folder for one test, taken away with all it holds.
public final class ScratchFolder {
  public let path: String

  /// - Parameter base: The folder to make it in.
  public init(in base: String = "/tmp") {
    var template = Array((base + "/bucket-test.XXXXXX").utf8CString)
    precondition(unsafe mkdtemp(&template) != nil, "there is no room for a test in \(base)")
    path = String(
      decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { _ = try? ProgramRun.of(["rm", "-rf", path]) }

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
