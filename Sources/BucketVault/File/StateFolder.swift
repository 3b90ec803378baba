import Glibc

/// What is only of this machine about one vault: the state last seen, attempts, sealed drafts.
///
/// Nothing in it is readable without the vault's key, except that a vault with this id was used.
public struct StateFolder: Sendable {
  public let path: String

  /// - Parameter base: The folder for the states of all vaults, `$XDG_STATE_HOME/bucket`.
  public init(base: String, vault header: VaultHeader) {
    path = base + "/" + header.id
  }

  var lastSeenPath: String { path + "/last-seen" }

  func lastSeen() -> LastSeen? {
    SmallFile.bytes(lastSeenPath).flatMap { CanonicalJSON.decode(LastSeen.self, from: $0) }
  }

  func remember(_ lastSeen: LastSeen) throws(SystemError) {
    try write(CanonicalJSON.encode(lastSeen), to: "last-seen")
  }

  /// Whether things can be kept here; the folder is made if it is missing.
  public func checkWritable() throws(SystemError) {
    try File.makeFolder(path)
    try system("access") { unsafe access(path, R_OK | W_OK | X_OK) }
  }

  /// Puts a file of the folder in place; after a power cut it may be the one before.
  func write(_ bytes: [UInt8], to name: String) throws(SystemError) {
    try File.makeFolder(path)
    try File.replace(path + "/" + name, content: bytes, durably: false)
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
