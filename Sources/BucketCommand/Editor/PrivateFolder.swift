import BucketVault
import Glibc

/// A folder in memory for the text that an editor works on, taken away with all it holds.
///
/// Its name tells who made it and is not to be guessed; that somebody still uses it is told by a
/// lock, which goes away with the program however it ends. Nothing in it is named for the text,
/// since everybody can read the arguments of a program.
///
/// What is overwritten in memory is gone, unless the system had moved it to swap (see
/// ``systemSwaps``). On a disk it may survive overwriting.
struct PrivateFolder: ~Copyable {
  static let prefix = "bucket-edit."
  /// What the name of a folder begins with that holds a text that could be kept nowhere else.
  static let keptPrefix = "bucket-kept."
  static let fileName = "place.txt"
  /// The file that says what the text is of.
  static let originName = "origin.json"
  /// The bytes that a text may have.
  static let limit = 2 << 20

  /// Where the folder is.
  let path: String
  private let name: String
  private let parent: Folder
  private let folder: Folder
  private var isWiped = false

  /// The file that the text is in.
  var file: String { path + "/" + Self.fileName }

  /// Makes the folder in XDG_RUNTIME_DIR, `/dev/shm` or TMPDIR, the first that lies in memory and
  /// that others can't tamper with.
  ///
  /// - Parameters:
  ///   - candidates: Other places to look at instead.
  ///   - disk: A folder on a disk to use if none of them will do.
  ///   - fill: Puts into the folder what it is for; where it has no room for that, the next one is tried.
  /// - Throws: `noMemoryFolder`, `noRoom`, `unfitFolder` about `disk`, or `system`.
  static func make(
    in environment: [String: String], candidates: [String]? = nil,
    allowingDisk disk: String? = nil,
    filling fill: (borrowing PrivateFolder) throws(EditorError) -> Void = { _ in }
  ) throws(EditorError) -> PrivateFolder {
    var failure: EditorError?
    for candidate in candidates ?? Self.candidates(in: environment) {
      guard let parent = fitFolder(candidate, environment) else { continue }
      do throws(EditorError) {
        let folder = try PrivateFolder(in: parent, at: candidate)
        try fill(folder)
        return folder
      } catch {
        if failure == nil, case .system(let reason) = error {
          failure = .noRoom(path: candidate, reason)
        }
      }
    }
    guard let disk else { throw failure ?? .noMemoryFolder }
    let parent = try EditorError.catching { () throws(SystemError) in try Folder.open(disk) }
    guard isFit(parent, mustBePrivate: false) else { throw .unfitFolder(path: disk) }
    let folder = try PrivateFolder(in: parent, at: disk)
    try fill(folder)
    return folder
  }

  /// The first place in memory that has room for the longest text, without trying it.
  ///
  /// - Throws: `noMemoryFolder` or `noRoom`.
  static func roomiest(in environment: [String: String]) throws(EditorError) -> String {
    var full: EditorError?
    for candidate in candidates(in: environment) {
      guard let parent = fitFolder(candidate, environment), unsafe access(candidate, W_OK) == 0
      else { continue }
      if parent.room >= limit { return candidate }
      full = full ?? .noRoom(path: candidate, SystemError(code: ENOSPC, call: "fstatfs"))
    }
    throw full ?? .noMemoryFolder
  }

  /// The places to look at, in the order of their merit.
  static func candidates(in environment: [String: String]) -> [String] {
    [environment["XDG_RUNTIME_DIR"], "/dev/shm", environment["TMPDIR"]]
      .compactMap { $0 }.filter { $0.hasPrefix("/") }
  }

  /// Opens a candidate, if it lies in memory and others can't meddle with it.
  private static func fitFolder(_ candidate: String, _ environment: [String: String]) -> Folder? {
    guard let folder = try? Folder.open(candidate), folder.isInMemory,
      isFit(folder, mustBePrivate: candidate == environment["XDG_RUNTIME_DIR"])
    else { return nil }
    return folder
  }

  /// Whether nobody but us and root can put something else in the place of what we make there.
  private static func isFit(_ folder: borrowing Folder, mustBePrivate: Bool) -> Bool {
    guard let status = try? folder.descriptor.status() else { return false }
    if mustBePrivate { return status.owner == geteuid() && status.permissions & 0o077 == 0 }
    let isSticky = status.permissions & 0o1000 != 0
    return (status.owner == geteuid() || status.owner == 0)
      && (status.permissions & 0o022 == 0 || isSticky)
  }

  private init(in parent: consuming Folder, at parentPath: String) throws(EditorError) {
    var failure = SystemError(code: EEXIST, call: "mkdir")
    for _ in 0..<16 {
      let random = UInt64.random(in: 0...UInt64.max)
      let name = Self.prefix + "\(getpid())." + String(random, radix: 16)
      do throws(SystemError) {
        let folder = try parent.makeFolder(name)
        let isOurs: Bool
        do throws(SystemError) {
          // Somebody who sweeps may have taken it for a leftover before it was locked.
          isOurs = try folder.descriptor.tryLock(exclusively: true) ? folder.isThere : false
        } catch {
          try? parent.remove(Folder.name(name), isFolder: true)
          throw error
        }
        if isOurs {
          self.name = name
          self.path = parentPath + "/" + name
          self.folder = folder
          self.parent = parent
          return
        }
      } catch {
        failure = error
        if error.code != EEXIST && error.code != ENOENT { break }
      }
    }
    throw .system(failure)
  }

  /// The descriptor by which the folder is locked. While a program has it the folder is in use,
  /// even if we are no more.
  var lock: CInt { folder.descriptor.number }

  /// Writes the text into a new file, after what it is of.
  func write(_ text: String, of origin: EditOrigin? = nil) throws(EditorError) {
    try EditorError.catching { () throws(SystemError) in
      if let origin { try folder.makeFile(Self.originName).write(origin.json) }
      try folder.makeFile(Self.fileName).write(text.utf8)
    }
  }

  /// The bytes of the file that is now there, which may be another than was written.
  ///
  /// - Throws: `fileGone`, `notAFile`, `tooLarge` or `system`.
  func read() throws(EditorError) -> [UInt8] { try Self.read(in: folder) }

  /// The text that was saved by an editor that a signal ended, if it is another than `text`.
  func savedInHaste(other text: String) -> String? {
    let saved = Self.savedText(in: folder)?.text
    return saved?.isSame(as: text) == false ? saved : nil
  }

  static func read(
    _ name: String = PrivateFolder.fileName, in folder: borrowing Folder
  ) throws(EditorError) -> [UInt8] {
    do throws(SystemError) {
      let file = try folder.file(name)
      let status = try file.status()
      if status.kind == .regular, status.owner == geteuid(), status.size <= limit {
        let bytes = try file.read(count: limit + 1, at: 0)
        if bytes.count <= limit { return bytes }
      } else if status.kind != .regular || status.owner != geteuid() {
        throw SystemError(code: ELOOP, call: "open")
      }
    } catch {
      switch error.code {
      case ENOENT: throw .fileGone
      // A link, a device or socket that can't be opened.
      case ELOOP, ENXIO: throw .notAFile
      default: throw .system(error)
      }
    }
    throw .tooLarge(limit: limit, keptAt: nil)
  }

  /// Overwrites and takes away all that the folder holds, and the folder itself.
  ///
  /// - Throws: The first failure; as much as possible is gone then.
  mutating func wipe() throws(SystemError) {
    guard !isWiped else { return }
    isWiped = true
    try Self.wipe(folder, named: name, in: parent)
  }

  /// Leaves the folder and what it holds where it is, under a name that says so.
  ///
  /// - Returns: Where it is.
  mutating func keep() -> String {
    isWiped = true
    let kept = Self.keptPrefix + name.dropFirst(Self.prefix.count)
    let parentPath = path.dropLast(name.utf8.count)
    do throws(SystemError) {
      try parent.rename(Folder.name(name), to: Folder.name(kept))
      return parentPath + kept
    } catch {
      return path
    }
  }

  static func wipe(
    _ folder: borrowing Folder, named name: String, in parent: borrowing Folder
  ) throws(SystemError) {
    try folder.wipe()
    try parent.remove(Folder.name(name), isFolder: true)
  }

  deinit {
    if !isWiped { try? Self.wipe(folder, named: name, in: parent) }
  }
}
