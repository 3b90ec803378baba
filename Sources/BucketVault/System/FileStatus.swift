import CLinux
import Glibc

/// What the system knows of a file, as `stat(2)` tells it.
public struct FileStatus: Sendable {
  /// What sort of thing a path names.
  public enum Kind: Sendable {
    case regular, folder, link, fifo, socket, device
  }

  /// Which file it is, whatever paths lead to it.
  public struct Identity: Hashable, Sendable {
    let device: UInt
    let inode: UInt
  }

  public let kind: Kind
  public let identity: Identity
  /// The user that the file belongs to.
  public let owner: UInt32
  public let group: UInt32
  /// The permission bits, without the kind.
  public let permissions: UInt32
  /// The length in bytes.
  public let size: Int
  /// When the content was changed last, in seconds since 1970 UTC.
  public let modified: Int
  /// The same as exactly as the file system has it, in nanoseconds.
  let modifiedExactly: Int
  /// How many names the file has.
  let links: Int

  init(_ status: stat) {
    kind =
      switch CInt(status.st_mode & ~0o7777) {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .link
      case S_IFIFO: .fifo
      case S_IFSOCK: .socket
      default: .device
      }
    identity = Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino))
    (owner, group) = (status.st_uid, status.st_gid)
    permissions = status.st_mode & 0o7777
    size = Int(status.st_size)
    modified = status.st_mtim.tv_sec
    modifiedExactly = modified * 1_000_000_000 + status.st_mtim.tv_nsec
    links = Int(status.st_nlink)
  }

  /// Asks about a path, and about what a symbolic link leads to unless `followingLinks` is false.
  public static func of(_ path: String, followingLinks: Bool = true) throws(SystemError)
    -> FileStatus
  {
    var status = stat()
    try system("stat") {
      unsafe fstatat(AT_FDCWD, path, &status, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW)
    }
    return FileStatus(status)
  }
}
