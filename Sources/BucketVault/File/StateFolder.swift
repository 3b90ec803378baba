import Glibc

/// What is only of this machine about one vault: the state last seen, attempts, sealed drafts.
///
/// Nothing in it is readable without the vault's key, except that a vault with this id was used, when, and
/// where its file is.
public struct StateFolder: Sendable {
  public let path: String

  /// - Parameter base: The folder for the states of all vaults, `$XDG_STATE_HOME/bucket`.
  public init(base: String, vault header: VaultHeader) { self.init(base: base, id: header.id) }

  /// - Parameter id: Of the vault.
  init(base: String, id: String) { path = base + "/" + id }

  static let lastSeenName = "last-seen"
  static let sessionName = "session"

  /// Whether things can be kept here; the folder is made if it is missing.
  func checkWritable() throws(StateFileError) {
    do throws(SystemError) {
      try File.makeFolder(path)
      try system("access") { unsafe access(path, R_OK | W_OK | X_OK) }
    } catch {
      throw StateFileError(path, .folder(error))
    }
  }

  /// Whether what is remembered of the vault can be kept here.
  public func check() throws(StateFileError) {
    try checkWritable()
    try checkLastSeen()
    // Anything else gives way to a file.
    guard try status(of: Self.sessionName)?.kind == .folder else { return }
    throw StateFileError(path + "/" + Self.sessionName, .otherKind(.folder))
  }

  /// Puts a file of the folder in place; after a power cut it may be the one before.
  ///
  /// A link, or whatever else has no files in it, gives way and is not written through.
  func write(_ bytes: [UInt8], to name: String) throws(StateFileError) {
    try checkWritable()
    let file = path + "/" + name
    do throws(SystemError) {
      try File.replace(file, content: bytes, durably: false)
    } catch {
      if let kind = try status(of: name)?.kind, kind == .folder {
        throw StateFileError(file, .otherKind(kind))
      }
      throw StateFileError(file, .system(error))
    }
  }

  /// Opens a regular file of the folder: through no link, and without waiting for anybody.
  ///
  /// - Parameter flags: Those of `open(2)`; with O_CREAT the file is made, of mode 0600.
  func open(_ name: String, _ flags: CInt) throws(StateFileError) -> Descriptor {
    let file = path + "/" + name
    // Looked at first, since opening alone may move a device.
    let before = try status(of: name)
    if let before, before.kind != .regular { throw StateFileError(file, .otherKind(before.kind)) }
    do throws(SystemError) {
      let opened = try Descriptor.open(
        file, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, mode: 0o600)
      guard try opened.status().kind == .regular else {
        throw SystemError(code: EINVAL, call: "open")
      }
      return opened
    } catch {
      guard let before else { throw StateFileError(path, .folder(error)) }
      let isForeign = error.code == EACCES && before.owner != geteuid()
      throw StateFileError(file, isForeign ? .foreignOwner(before.owner) : .system(error))
    }
  }

  /// What is at a name in the folder, a link being one itself; `nil` where nothing is.
  func status(of name: String) throws(StateFileError) -> FileStatus? {
    do throws(SystemError) {
      return try FileStatus.of(path + "/" + name, followingLinks: false)
    } catch {
      if error.code == ENOENT { return nil }
      throw StateFileError(path, .folder(error))
    }
  }

  static let interruptedWritePrefix = "interrupted-write"

  /// The copies of interrupted writes that were cut off the vault.
  public var interruptedWrites: [String] {
    File.names(in: path).filter { $0.hasPrefix(Self.interruptedWritePrefix) }
      .map { path + "/" + $0 }
  }

  /// Removes the copies of interrupted writes, for whoever wants the past to be gone.
  ///
  /// - Returns: How many there were.
  public func removeInterruptedWrites() throws(SystemError) -> Int {
    let copies = interruptedWrites
    for copy in copies { try system("unlink") { unsafe unlink(copy) } }
    if let copy = copies.first { try File.syncFolder(of: copy) }
    return copies.count
  }

  /// The files that a killed process left unfinished.
  public var unfinished: [String] {
    File.names(in: path).filter { $0.hasPrefix(".") && $0.hasSuffix(".new") }
      .map { path + "/" + $0 }
  }

  /// Keeps bytes under a name that nothing has yet, and waits until they have reached the disk.
  ///
  /// - Returns: The path of the new file.
  func keep(_ bytes: [UInt8], as prefix: String) throws(SystemError) -> String {
    try File.makeFolder(path)
    let kept = path + "/" + prefix + "-" + HexBytes(Sodium.randomBytes(8)).text
    try File.create(kept, content: bytes)
    return kept
  }
}
