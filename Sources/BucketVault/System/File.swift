import CLinux
import Glibc

/// Files that appear whole or not at all, and the folders around them.
public enum File {
  /// The folder that a path lies in.
  public static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  public static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// The path without links, as `realpath(3)` gives it.
  public static func resolved(_ path: String) throws(SystemError) -> String {
    guard let resolved = unsafe realpath(path, nil) else {
      throw SystemError(code: errno, call: "realpath")
    }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Whether something is at a path, even a link that leads nowhere.
  public static func exists(_ path: String) -> Bool {
    (try? FileStatus.of(path, followingLinks: false)) != nil
  }

  /// Makes the folder that a path lies in, if it is missing; only its owner may look into it.
  public static func makeFolder(of path: String) throws(SystemError) {
    try makeFolder(folder(of: path))
  }

  /// Makes a folder that only its owner may look into, and those above it that are missing.
  public static func makeFolder(_ path: String) throws(SystemError) {
    do throws(SystemError) {
      try system("mkdir") { unsafe mkdir(path, 0o700) }
    } catch {
      switch error.code {
      case ENOENT where folder(of: path) != path:
        try makeFolder(folder(of: path))
        do throws(SystemError) {
          // Once more and no oftener: /proc goes on saying that something is missing.
          try system("mkdir") { unsafe mkdir(path, 0o700) }
        } catch {
          // Another process may have made it just now.
          guard error.code == EEXIST else { throw error }
          try checkFolder(path)
        }
      case EEXIST: try checkFolder(path)
      default:
        throw error
      }
    }
  }

  private static func checkFolder(_ path: String) throws(SystemError) {
    guard try FileStatus.of(path).kind == .folder else {
      throw SystemError(code: ENOTDIR, call: "mkdir")
    }
  }

  /// Makes a file of mode 0600 with this content, and has it reach the disk.
  ///
  /// - Throws: A ``SystemError`` with EEXIST where something is at the path already.
  public static func create(_ path: String, content: some Collection<UInt8>) throws(SystemError) {
    try withSignalsHeld { () throws(SystemError) in
      try create(path) { draft throws(SystemError) in try draft.write(content) }
    }
  }

  /// The same of content that may take long to write; a signal ends the program meanwhile.
  package static func create(
    _ path: String, write: (borrowing Descriptor) throws(SystemError) -> Void
  ) throws(SystemError) {
    try withDraft(beside: path) { (draft, draftPath, isUnnamed) throws(SystemError) in
      try system("fchmod") { fchmod(draft.number, 0o600) }
      try write(draft)
      try draft.sync()
      if isUnnamed { try link(draft, to: path) } else { try renameAsNew(draftPath, to: path) }
    }
    do throws(SystemError) {
      try syncFolder(of: path)
    } catch {
      // Nobody is to rely on what may be gone after a power cut, nor to find it in the way.
      unsafe unlink(path)
      throw SystemError(code: error.code, call: "fsync")
    }
  }

  /// Puts a file of mode 0600 with this content in the place of whatever regular file is there.
  ///
  /// An error of which ``SystemError/comesAfterTheChange`` holds is of a file that is in its place.
  ///
  /// - Parameter durably: Whether to wait until it has reached the disk.
  public static func replace(
    _ path: String, content: some Collection<UInt8>, durably: Bool = true
  ) throws(SystemError) {
    try replace(path, durably: durably) { draft throws(SystemError) in try draft.write(content) }
  }

  /// The same of content that is written bit by bit.
  package static func replace(
    _ path: String, durably: Bool = true,
    write: (borrowing Descriptor) throws(SystemError) -> Void
  ) throws(SystemError) {
    removeAbandoned(drafts(beside: path))
    try replace(path, mode: 0o600, owner: nil, durably: durably) { descriptor throws(SystemError) in
      // By this lock others know that it isn't abandoned; where there are no locks, nothing is
      // removed.
      _ = try? descriptor.tryLock(exclusively: true)
      try write(descriptor)
    }
  }

  /// Writes a file and then puts it in the place of what is at the path.
  ///
  /// A lock that the writing takes on the new file holds until it has reached the disk.
  ///
  /// - Parameter owner: A user and group to give the new file to; where we are not in the group, it is
  ///   given to ours, and the group loses its permissions.
  static func replace(
    _ path: String, mode: UInt32, owner: (user: UInt32, group: UInt32)?, durably: Bool = true,
    write: (borrowing Descriptor) throws(SystemError) -> Void
  ) throws(SystemError) {
    try withSignalsHeld { () throws(SystemError) in
      try withDraft(beside: path) { (draft, draftPath, isUnnamed) throws(SystemError) in
        try system("fchmod") { fchmod(draft.number, mode_t(mode)) }
        if let owner, fchown(draft.number, owner.user, owner.group) != 0 {
          try system("fchmod") { fchmod(draft.number, mode_t(mode & ~0o070)) }
        }
        try write(draft)
        if durably { try draft.sync() }
        if isUnnamed { try link(draft, to: draftPath) }
        try system("rename") { unsafe rename(draftPath, path) }
        if durably { try syncFolder(of: path) }
      }
    }
  }

  /// Has a file's name reach the disk.
  static func syncFolder(of path: String) throws(SystemError) {
    do throws(SystemError) {
      try Descriptor.open(folder(of: path), O_RDONLY | O_DIRECTORY).sync()
    } catch {
      throw SystemError(code: error.code, call: SystemError.folderSync)
    }
  }

  /// The unfinished files that a killed process left beside a path.
  public static func drafts(beside path: String) -> [String] {
    names(in: folder(of: path)).filter { $0.hasPrefix(draftPrefix(path)) && $0.hasSuffix(".new") }
      .map { folder(of: path) + "/" + $0 }
  }

  /// Removes the unfinished files beside a path; only for who holds the lock under which they are
  /// made.
  static func removeDrafts(beside path: String) {
    for draft in drafts(beside: path) { unsafe unlink(draft) }
  }

  /// Removes those of some unfinished files whose makers were killed, and so lost their locks.
  static func removeAbandoned(_ drafts: [String]) {
    for draft in drafts {
      guard
        let descriptor = try? Descriptor.open(draft, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY),
        (try? descriptor.tryLock(exclusively: true)) == true
      else { continue }
      unsafe unlink(draft)
    }
  }

  /// The names in a folder, none where it can't be read.
  static func names(in folder: String) -> [String] { (try? list(folder)) ?? [] }

  /// The names of what is in a folder, sorted; of one that isn't there, none.
  static func list(_ folder: String) throws(SystemError) -> [String] {
    guard let stream = unsafe opendir(folder) else {
      if errno == ENOENT { return [] }
      throw SystemError(code: errno, call: "opendir")
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private static func draftPrefix(_ path: String) -> String { ".\(name(of: path)).bucket-" }

  private static func newDraftPath(beside path: String) -> String {
    folder(of: path) + "/" + draftPrefix(path) + HexBytes(Sodium.randomBytes(8)).text + ".new"
  }

  /// Opens a file to be put in its place, which is gone again if that fails.
  ///
  /// - Parameter body: Given the file, the path of a draft beside the place, and whether the file has
  ///   no name yet; else that is its path.
  private static func withDraft(
    beside path: String,
    _ body: (borrowing Descriptor, _ draftPath: String, _ isUnnamed: Bool) throws(SystemError) ->
      Void
  ) throws(SystemError) {
    let draftPath = newDraftPath(beside: path)
    let unnamed = try openUnnamed(in: folder(of: path))
    let isUnnamed = unnamed != nil
    let draft = try draft(unnamed, elseAt: draftPath)
    do throws(SystemError) {
      try body(draft, draftPath, isUnnamed)
    } catch {
      unsafe unlink(draftPath)
      throw error
    }
  }

  private static func draft(
    _ unnamed: consuming Descriptor?, elseAt path: String
  ) throws(SystemError) -> Descriptor {
    if let unnamed { return unnamed }
    return try Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
  }

  /// Gives a file without a name one that nothing has.
  private static func link(
    _ unnamed: borrowing Descriptor, to path: String
  ) throws(SystemError) {
    try system("linkat") {
      unsafe linkat(
        AT_FDCWD, "/proc/self/fd/\(unnamed.number)", AT_FDCWD, path, AT_SYMLINK_FOLLOW)
    }
  }

  /// A file without a name, which leaves no trace if the process dies; `nil` where the file system
  /// has none.
  private static func openUnnamed(in folder: String) throws(SystemError) -> Descriptor? {
    guard unsafe access("/proc/self/fd", X_OK) == 0 else { return nil }
    do throws(SystemError) {
      return try Descriptor.open(folder, O_WRONLY | bucket_tmpfile_flag(), mode: 0o600)
    } catch {
      if [EOPNOTSUPP, EISDIR, EINVAL].contains(error.code) { return nil }
      throw error
    }
  }

  /// Renames a file to a name that nothing has.
  private static func renameAsNew(_ from: String, to path: String) throws(SystemError) {
    do throws(SystemError) {
      try system("renameat2") { unsafe bucket_rename_new(from, path) }
    } catch {
      // NFS has no such renaming, but links.
      guard error.code == EINVAL else { throw error }
      try system("link") { unsafe Glibc.link(from, path) }
      unsafe unlink(from)
    }
  }
}
