import BucketVault
import CLinux
import Glibc

/// An open folder, whose entries are reached through it by name and never through a link.
struct Folder: ~Copyable {
  /// The bytes of a name, which need not be UTF-8, with a NUL at the end.
  typealias Name = [CChar]

  let descriptor: Descriptor

  static func open(_ path: String) throws(SystemError) -> Folder {
    Folder(
      descriptor: try Descriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK))
  }

  /// Opens a folder within.
  func folder(_ name: Name) throws(SystemError) -> Folder {
    Folder(descriptor: try open(name, O_RDONLY | O_DIRECTORY))
  }

  /// Makes a folder within that nobody else may enter, whatever the umask says.
  func makeFolder(_ name: String) throws(SystemError) -> Folder {
    try system("mkdir") { unsafe mkdirat(descriptor.number, name, 0o700) }
    do throws(SystemError) {
      try system("fchmodat") { unsafe fchmodat(descriptor.number, name, 0o700, 0) }
      return try folder(Self.name(name))
    } catch {
      try? remove(Self.name(name), isFolder: true)
      throw error
    }
  }

  /// Makes a file that nobody else may read, whatever the umask says.
  ///
  /// - Throws: EEXIST if anything has the name, a dangling link too.
  func makeFile(_ name: String) throws(SystemError) -> Descriptor {
    let file = try open(Self.name(name), O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    try system("fchmod") { fchmod(file.number, 0o600) }
    return file
  }

  /// Opens a file for reading, and doesn't wait if it is none.
  func file(_ name: String) throws(SystemError) -> Descriptor {
    try open(Self.name(name), O_RDONLY)
  }

  private func open(
    _ name: Name, _ flags: CInt, mode: mode_t = 0
  ) throws(SystemError) -> Descriptor {
    Descriptor(
      owning: try system("openat") {
        unsafe bucket_openat(
          descriptor.number, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, mode)
      })
  }

  /// Gives something within another name.
  func rename(_ name: Name, to other: Name) throws(SystemError) {
    try system("renameat") {
      unsafe renameat(descriptor.number, name, descriptor.number, other)
    }
  }

  /// Whether the folder lies in memory rather than on a disk.
  var isInMemory: Bool {
    var status = statfs()
    guard unsafe fstatfs(descriptor.number, &status) == 0 else { return false }
    return status.f_type == TMPFS_MAGIC || status.f_type == RAMFS_MAGIC
  }

  /// How many bytes its file system has room for.
  var room: Int {
    var status = statfs()
    guard unsafe fstatfs(descriptor.number, &status) == 0 else { return 0 }
    return Int(clamping: status.f_bavail).multipliedReportingOverflow(by: Int(status.f_bsize))
      .partialValue
  }

  /// Whether the folder has not been removed since it was opened.
  var isThere: Bool {
    get throws(SystemError) {
      var status = stat()
      try system("fstat") { unsafe fstat(descriptor.number, &status) }
      return status.st_nlink > 0
    }
  }

  /// What the folder holds.
  func names() throws(SystemError) -> [Name] {
    let copy = try system("dup") { bucket_duplicate(descriptor.number) }
    guard let stream = unsafe fdopendir(copy) else {
      let code = errno
      close(copy)
      throw SystemError(code: code, call: "fdopendir")
    }
    defer { unsafe closedir(stream) }
    // The copy stands where the last listing ended.
    unsafe rewinddir(stream)
    var names: [Name] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
      }
      if name != Self.name("."), name != Self.name("..") { names.append(name) }
    }
    return names
  }

  /// Overwrites and takes away all that the folder holds, as far as it can be done.
  ///
  /// - Throws: The first failure, after everything else was tried.
  func wipe() throws(SystemError) { try wipe(depth: 0) }

  private func wipe(depth: Int) throws(SystemError) {
    var failure: SystemError?
    for name in try names() {
      do throws(SystemError) {
        try wipe(name, depth: depth)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  private func wipe(_ name: Name, depth: Int) throws(SystemError) {
    var status = stat()
    try system("fstatat") {
      unsafe fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW)
    }
    switch CInt(status.st_mode & S_IFMT) {
    case S_IFDIR:
      if depth < 32 { try folder(name).wipe(depth: depth + 1) }
      try remove(name, isFolder: true)
    case S_IFREG:
      // A second name may stand for a file of the person's own.
      if status.st_nlink == 1 { try? overwrite(name, count: Int(status.st_size)) }
      try remove(name, isFolder: false)
    default: try remove(name, isFolder: false)
    }
  }

  private func overwrite(_ name: Name, count: Int) throws(SystemError) {
    let file = try open(name, O_WRONLY)
    let zeros = [UInt8](repeating: 0, count: min(count, 1 << 16))
    var offset = 0
    while offset < count {
      try file.write(zeros.prefix(count - offset), at: offset)
      offset += zeros.count
    }
    try system("fdatasync") { fdatasync(file.number) }
  }

  /// Takes away an entry; a folder has to be empty.
  func remove(_ name: Name, isFolder: Bool) throws(SystemError) {
    try system("unlinkat") {
      unsafe unlinkat(descriptor.number, name, isFolder ? AT_REMOVEDIR : 0)
    }
  }

  static func name(_ name: String) -> Name { name.utf8.map { CChar(bitPattern: $0) } + [0] }
}
