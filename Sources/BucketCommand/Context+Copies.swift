import BucketVault

/// Vault files that are looked at, and not used.
extension Context {
  /// The key to a file: from the keyring, or else by asking as `unlock` does. It isn't kept.
  ///
  /// - Parameters:
  ///   - header: That of the file, or of another copy of the vault.
  ///   - shown: The file's path as a person writes it.
  /// - Throws: A failure with the status for a locked vault where nobody can be asked.
  func key(
    to header: VaultHeader, at shown: String, _ way: Unlocker.Way
  ) throws(Failure) -> DataKey {
    let state = StateFolder(base: try environment.stateFolder(), vault: header)
    if way == .usual {
      do throws(KeySession.Locked) {
        return try KeySession(of: header, state: state).find().takeKey()
      } catch {
        guard canAsk else { throw .locked(error) }
        output.say("the vault is locked: \(Failure.words(for: error))")
      }
    }
    let unlocker = Unlocker(
      header, preflight: Preflight(configuration: environment.pamConfiguration),
      conversation: person, terminal: terminalName)
    return try noting(header, state, at: shown) { () throws(UnlockRefusal) in
      try unlocker.open(way)
    }.takeKey()
  }

  /// Whether the vault was named on the command line, and is not the one at the usual path.
  func isBesideTheUsualVault() throws(Failure) -> Bool {
    guard let named = options.vault else { return false }
    guard let usual = try? FileStatus.of(try environment.vaultPath()),
      let other = try? FileStatus.of(named.path)
    else { return true }
    return usual.identity != other.identity
  }

  /// Tells of what happens to a file that is looked at; how it ends is told with all else.
  var reportOfCopies: (VaultNotice) -> Void {
    { [output, environment] notice in
      if case .interruptedWrite = notice { return }
      output.tell(notice, environment)
    }
  }
}
