import Glibc

/// Drafts that are there twice, since a new key was being made when the program was killed: sealed for
/// the vault's key and for one that it has no more, or never had.
///
/// Only under the vault's lock it is sure that no new key is being made just now.
extension SealedDrafts {
  /// The name of the draft of which a file holds the same: `draft-` with 16 digits, before those of
  /// the file's own.
  static func origin(of path: String) -> String {
    let name = File.name(of: path)
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    let areNumbers = parts.dropFirst().allSatisfy { $0.count == 16 && $0.allSatisfy(\.isHexDigit) }
    return parts.count == 3 && areNumbers ? "\(parts[0])-\(parts[1])" : name
  }

  /// How many drafts there are, whatever keys they are sealed for.
  public var count: Int { Set(paths.map(Self.origin)).count }

  var hasTwins: Bool { count < paths.count }

  /// The drafts that a key doesn't open, nor a twin of them.
  public func shut<Record>(to vault: borrowing Vault<Record>) -> [String] {
    let all = paths
    let open = Set(drafts(in: vault).map { Self.origin(of: $0.path) })
    return all.filter { !open.contains(Self.origin(of: $0)) }
  }

  /// Removes what a key doesn't open and a twin of which it opens.
  ///
  /// - Parameter report: Told of what can't be removed.
  func removeTwins(
    of key: borrowing DataKey, report: (VaultNotice) -> Void
  ) throws(VaultError) {
    guard hasTwins else { return }
    let all = paths
    let open = try drafts(with: key).map(\.path)
    let origins = Set(open.map(Self.origin))
    for path in all where origins.contains(Self.origin(of: path)) && !open.contains(path) {
      do throws(SystemError) {
        try system("unlink") { unsafe unlink(path) }
      } catch {
        if error.code != ENOENT { report(.draftNotRemoved(path: path, error)) }
      }
    }
  }
}

extension Vault {
  /// Takes away what of drafts was left for other keys, where the same is there for the vault's.
  ///
  /// Whoever is writing isn't waited for, since the next occasion will do.
  public func removeTwinsOfDrafts() throws(VaultError) {
    guard accepting == .newestOnly, isInUse || file.vaultElsewhere(state) == nil,
      SealedDrafts(of: file.header, state: state).hasTwins
    else { return }
    do throws(VaultError) {
      try withWriter(within: .milliseconds(200)) { writer, key throws(VaultError) in
        try SealedDrafts(of: writer.file.header, state: state).removeTwins(of: key, report: report)
      }
    } catch {
      if case .busy = error { return }
      throw error
    }
  }
}
