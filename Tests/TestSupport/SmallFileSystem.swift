import FoundationEssentials
import Glibc

/// A file system of a few kilobytes in memory, to be filled up or made read-only; needs root.
public final class SmallFileSystem {
  public let path: String
  private let folder = ScratchFolder()

  /// Whether file systems can be mounted here.
  public static let isAvailable: Bool = (try? SmallFileSystem(kilobytes: 64)) != nil

  /// - Parameter kilobytes: How much it holds.
  public init(kilobytes: Int) throws {
    path = folder.makeFolder("mounted")
    try Self.mount(path, flags: 0, options: "size=\(kilobytes)k,mode=0700")
  }

  deinit { unsafe umount2(path, CInt(MNT_DETACH)) }

  /// Allows reading alone from now on.
  public func makeReadOnly() throws {
    try Self.mount(path, flags: UInt(MS_REMOUNT | MS_RDONLY), options: nil)
  }

  /// Makes more room, or less.
  public func resize(kilobytes: Int) throws {
    try Self.mount(path, flags: UInt(MS_REMOUNT), options: "size=\(kilobytes)k")
  }

  /// Fills it up to the last byte, with a file whose path is returned.
  @discardableResult
  public func fill() throws -> String {
    let filler = path + "/filler"
    let descriptor = unsafe creat(filler, 0o600)
    guard descriptor >= 0 else { throw Fault(call: "creat", code: errno) }
    defer { close(descriptor) }
    let block = [UInt8](repeating: 0x55, count: 4096)
    while unsafe write(descriptor, block, block.count) > 0 {}
    guard errno == ENOSPC else { throw Fault(call: "write", code: errno) }
    return filler
  }

  /// A call of the system that failed.
  public struct Fault: Error {
    public let call: String
    public let code: CInt
  }

  private static func mount(_ path: String, flags: UInt, options: String?) throws {
    let done =
      if let options {
        unsafe Glibc.mount("tmpfs", path, "tmpfs", flags, options)
      } else {
        unsafe Glibc.mount(nil, path, nil, flags, nil)
      }
    guard done == 0 else { throw Fault(call: "mount", code: errno) }
  }
}
