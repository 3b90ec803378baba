/// What this machine remembers of a vault.
///
/// Source: docs/vault-format.md, “Rollback”.
extension Vault {
  /// A ledger that knows no record, but stands where this machine last saw the vault end.
  ///
  /// Appending to it costs the same however much the vault holds. Where nothing is remembered, or
  /// the file doesn't fit what is, all of it is read.
  public func ledgerAtLastSeen() throws(VaultError) -> Ledger<Record> {
    if accepting != .copy, let tail = state.lastSeen()?.tail(in: file.header, key: key),
      try reading({ () throws(SystemError) in try file.holds(tail) })
    {
      return Ledger(from: tail)
    }
    return try read()
  }

  /// What the file may not fall behind.
  var seen: LastSeen? { Self.seen(of: state.recollection(), accepting, isInUse: isInUse) }

  static func seen(
    of recollection: @autoclosure () -> StateFolder.Recollection, _ accepting: Acceptance,
    isInUse: Bool
  ) -> LastSeen? {
    guard accepting == .newestOnly else { return nil }
    let seen = recollection().seen
    return isInUse ? seen?.anywhere : seen
  }

  func remember(_ tail: Tail, revision: Int, _ key: borrowing DataKey) {
    if accepting == .copy { return }
    let now = LastSeen(tail, revision: revision, key: key, path: file.resolvedPath)
    switch state.recollection() {
    case .nothing: break
    case .seen(let before):
      if before == now || (accepting == .newestOnly && before.isNewer(than: now)) { return }
      if !isInUse, file.vaultElsewhere(before) != nil { return }
    case .unclear(let error):
      // What can't be read now may be newer, and readable another time.
      if !error.saysNothing { return }
    }
    do throws(StateFileError) {
      try state.remember(now)
    } catch {
      report(.stateNotKept(error))
    }
  }
}
