import Glibc

/// A vault as it stands on disk, open for reading, its header whole.
///
/// Nothing of what it holds is known without a key; ``Vault`` is the vault with one.
public struct VaultFile: ~Copyable, Sendable {
  /// The path as it was given.
  public let path: String
  let sealed: VaultHeader.Sealed
  let descriptor: Descriptor

  public var header: VaultHeader { sealed.header }
  /// Where the frames begin, in bytes.
  var framesStart: Int { sealed.count }

  /// Opens a vault and checks whatever can be checked without a key.
  public static func open(_ path: String) throws(VaultError) -> VaultFile {
    try open(path, flags: O_RDONLY)
  }

  static func open(_ path: String, flags: CInt) throws(VaultError) -> VaultFile {
    let descriptor = try regularFile(path, flags: flags)
    let start: [UInt8]
    do throws(SystemError) {
      start = try descriptor.read(count: VaultHeader.countLimit, at: 0)
    } catch {
      throw .unreadable(error)
    }
    return VaultFile(path: path, sealed: try VaultHeader.read(start), descriptor: descriptor)
  }

  /// All bytes of a file that may be a vault.
  ///
  /// - Throws: EFBIG where there are more than `limit`, ENOMEM where memory has no room for them.
  static func bytes(_ path: String, limit: Int) throws(VaultError) -> [UInt8] {
    let descriptor = try regularFile(path, flags: O_RDONLY)
    do throws(SystemError) {
      let size = try descriptor.status().size
      if size > limit { throw SystemError(code: EFBIG, call: "read") }
      if size > MemoryLimit.current().bytes { throw SystemError(code: ENOMEM, call: "read") }
      return try descriptor.read(count: size, at: 0)
    } catch {
      throw .unreadable(error)
    }
  }

  /// Whether two paths led to one file.
  public func isSameFile(as other: borrowing VaultFile) -> Bool {
    guard let one = try? descriptor.status(), let two = try? other.descriptor.status() else {
      return false
    }
    return one.identity == two.identity
  }

  /// Whether the path still leads to the file that was opened.
  public var isStillAtItsPath: Bool {
    do throws(SystemError) {
      let opened = try descriptor.status()
      let current = try FileStatus.of(path)
      return opened.identity == current.identity
    } catch {
      return false
    }
  }

  /// Checks the header under the key, and whether it is older than the one that was seen.
  func check(under key: borrowing DataKey, against seen: LastSeen?) throws(VaultError) {
    try sealed.verify(with: key)
    if let seen, header.revision < seen.revision || header.epoch < seen.epoch {
      throw fallingBehind(seen, .superseded)
    }
  }

  /// The file of the same vault that has taken the place of this one: the slots were changed, or all
  /// of it was written anew.
  func successor() throws(VaultError) -> VaultFile {
    let current = try VaultFile.open(path)
    guard current.header.vault == header.vault else { throw .replaced }
    return current
  }

  /// Why the file has less than was seen: another one may have taken its place after it was opened.
  func fallingBehind(_ seen: LastSeen, _ copy: VaultError.OlderCopy) -> VaultError {
    guard isStillAtItsPath else { return .replaced }
    return vaultElsewhere(seen).map { .olderThanVault(copy, at: $0) } ?? .older(copy)
  }

  /// The path without links; `nil` where nothing is there any more.
  var resolvedPath: String? { try? File.resolved(path) }

  /// Where the vault was seen, if it still is there and this file is another copy of it.
  func vaultElsewhere(_ seen: LastSeen?) -> String? {
    guard let there = seen?.path, there != resolvedPath,
      let vault = try? VaultFile.open(there), vault.header.vault == header.vault,
      !vault.isSameFile(as: self)
    else { return nil }
    return there
  }

  /// The same by what the state folder remembers.
  public func vaultElsewhere(_ state: StateFolder) -> String? { vaultElsewhere(state.lastSeen()) }

  /// Whether the frame that a tail follows ends where the tail says.
  func holds(_ tail: Tail) throws(SystemError) -> Bool {
    if tail.sequence == 0 { return true }
    let count = Sodium.tagCount
    return try descriptor.read(count: count, at: framesStart + tail.offset - count) == tail.tag
  }

  /// Opens a file of ours. What the path names is looked at first, since merely opening a device or
  /// a FIFO can do things.
  private static func regularFile(_ path: String, flags: CInt) throws(VaultError) -> Descriptor {
    try check(Result { () throws(SystemError) in try FileStatus.of(path) })
    let descriptor = try descriptor(of: path, flags: flags | O_NONBLOCK | O_NOCTTY)
    try check(Result { () throws(SystemError) in try descriptor.status() })
    return descriptor
  }

  private static func descriptor(of path: String, flags: CInt) throws(VaultError) -> Descriptor {
    do throws(SystemError) {
      return try Descriptor.open(path, flags)
    } catch {
      if error.code == ENOENT { throw .missing }
      if flags & O_ACCMODE == O_RDONLY { throw .unreadable(error) }
      throw [EROFS, EACCES, EPERM].contains(error.code) ? .readOnly(error) : .unwritable(error)
    }
  }

  private static func check(_ status: Result<FileStatus, SystemError>) throws(VaultError) {
    let found: FileStatus
    switch status {
    case .success(let status): found = status
    case .failure(let error): throw error.code == ENOENT ? .missing : .unreadable(error)
    }
    switch found.kind {
    case .regular: break
    case .folder: throw .notAVault(.folder)
    case .link, .fifo, .socket, .device: throw .notAVault(.special)
    }
    guard found.owner == geteuid() else { throw .foreignOwner(found.owner) }
  }
}

extension VaultFile {
  /// Makes the file of a vault, and has it reach the disk.
  ///
  /// It appears whole or not at all, and never in the place of anything else.
  static func create(
    _ path: String, header: VaultHeader, key: borrowing DataKey, frames: [UInt8] = []
  ) throws(VaultError) {
    do throws(SystemError) {
      try File.create(path, content: header.bytes(under: key) + frames)
    } catch {
      throw error.code == EEXIST ? .exists : .unwritable(error)
    }
  }
}
