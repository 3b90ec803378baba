/// A vault with its key: what it holds can be read, and added to.
public struct Vault<Record: Codable & Identifiable & Sendable>: ~Copyable
where Record.ID: Codable & Sendable {
  public let file: VaultFile
  public let state: StateFolder
  public let key: DataKey
  let accepting: Acceptance
  /// Whether this is the file to remember, also where the vault was seen elsewhere and still is.
  let isInUse: Bool
  let report: (VaultNotice) -> Void
  /// Finds the key of a file that has taken the place of this one under a new key.
  private let newerKey: (VaultHeader) -> DataKey?

  /// Whether a copy older than what this machine has seen may be used.
  public enum Acceptance: Sendable {
    case newestOnly
    /// What is in the file is taken for the newest state from now on, unless it is only a copy of the
    /// vault that was seen.
    case olderToo
    /// A copy beside the vault: nothing is compared with what was seen, and nothing remembered.
    case copy
  }

  /// Checks the header under the key.
  ///
  /// A file of a vault that was last seen at another path, and still is there, is a copy: it is
  /// compared with the vault, but what is in it isn't remembered.
  ///
  /// - Parameters:
  ///   - isInUse: Whether the file is the vault from now on even so.
  ///   - newerKey: Asked for the key where another process gives the vault a new one meanwhile.
  ///   - report: Told of what doesn't stop the work, but should be known.
  public init(
    _ file: consuming VaultFile, key: consuming DataKey, state: StateFolder,
    accepting: Acceptance = .newestOnly, isInUse: Bool = false,
    newerKey: @escaping (VaultHeader) -> DataKey? = { _ in nil },
    report: @escaping (VaultNotice) -> Void
  ) throws(VaultError) {
    let recollection = accepting == .copy ? .nothing : state.recollection()
    let seen = Self.seen(of: recollection, accepting, isInUse: isInUse)
    do throws(VaultError) {
      try file.check(under: key, against: seen)
    } catch {
      guard error == .replaced else { throw error }
      let successor = try file.successor()
      if successor.header.notesKey != file.header.notesKey {
        guard let newer = newerKey(successor.header) else { throw .rekeyed }
        key = newer
      }
      try successor.check(under: key, against: seen)
      file = successor
    }
    self.file = file
    self.key = key
    self.state = state
    (self.accepting, self.isInUse) = (accepting, isInUse)
    self.newerKey = newerKey
    self.report = report
    if case .unclear(let error) = recollection { report(.stateNotRead(error)) }
  }

  /// The key, for another copy of the vault.
  public var copyOfKey: DataKey { key.copy }

  /// Lends the key of a file at the vault's path, which may have been given a new one.
  func withKey<Result: ~Copyable>(
    of current: borrowing VaultFile,
    _ body: (borrowing VaultFile, borrowing DataKey) throws(VaultError) -> Result
  ) throws(VaultError) -> Result {
    if current.header.notesKey == file.header.notesKey { return try body(current, key) }
    guard let newer = newerKey(current.header) else { throw .rekeyed }
    return try body(current, newer)
  }

  func reading<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(VaultError) -> Result {
    do throws(SystemError) { return try body() } catch { throw .unreadable(error) }
  }
}
