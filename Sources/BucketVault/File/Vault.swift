/// A vault with its key: what it holds can be read, and added to.
public struct Vault<Record: Codable & Identifiable & Sendable>: ~Copyable
where Record.ID: Codable & Sendable {
  public let file: VaultFile
  public let state: StateFolder
  public let key: DataKey
  let accepting: Acceptance
  let report: (VaultNotice) -> Void
  /// Finds the key of a file that has taken the place of this one under a new key.
  private let newerKey: (VaultHeader) -> DataKey?

  /// Whether a copy older than what this machine has seen may be used.
  public enum Acceptance: Sendable {
    case newestOnly
    /// What is in the file is taken for the newest state from now on.
    case olderToo
    /// A copy beside the vault: nothing is compared with what was seen, and nothing remembered.
    case copy
  }

  /// Checks the header under the key.
  ///
  /// - Parameters:
  ///   - newerKey: Asked for the key where another process gives the vault a new one meanwhile.
  ///   - report: Told of what doesn't stop the work, but should be known.
  public init(
    _ file: consuming VaultFile, key: consuming DataKey, state: StateFolder,
    accepting: Acceptance = .newestOnly,
    newerKey: @escaping (VaultHeader) -> DataKey? = { _ in nil },
    report: @escaping (VaultNotice) -> Void
  ) throws(VaultError) {
    let seen = accepting == .newestOnly ? state.lastSeen() : nil
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
    self.accepting = accepting
    self.newerKey = newerKey
    self.report = report
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
