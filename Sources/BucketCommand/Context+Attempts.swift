import BucketPlaces
import BucketVault

extension Context {
  /// Runs an unlock, and notes in the log when it fails.
  ///
  /// - Parameter path: The path of what is unlocked as a person writes it, if not the vault's.
  func noting<Result: ~Copyable>(
    _ header: VaultHeader, _ state: StateFolder, at path: String? = nil,
    _ body: () throws(UnlockRefusal) -> Result
  ) throws(Failure) -> Result {
    let path = if let path { path } else { try shownVaultPath() }
    do throws(UnlockRefusal) {
      return try body()
    } catch {
      let failure = Failure.unlock(error, at: path, kinds: header.kinds)
      throw !error.isAttempt || isNoted(error, header, state) ? failure : failure.unnoted
    }
  }

  private func isNoted(
    _ refusal: UnlockRefusal, _ header: VaultHeader, _ state: StateFolder
  ) -> Bool {
    let attempt = Attempt(
      reason: refusal.name, terminal: terminalName,
      from: environment["SSH_CONNECTION"].flatMap(RemoteAddress.init(connection:))?.text)
    do throws(StateFileError) {
      try AttemptLog(of: header, state: state).add(attempt)
      return true
    } catch {
      warn("the failed attempt can't be noted", error)
      return false
    }
  }

  /// The failed unlocks that are noted; what of the log can't be read is told of.
  func attempts(of vault: borrowing Vault<Place>) -> [Attempt] {
    do throws(StateFileError) {
      let log = AttemptLog(of: vault.file.header, state: vault.state)
      return try contents(of: log, with: vault).attempts
    } catch {
      warn("unlocks that failed can't be told of", error)
      return []
    }
  }

  /// What a log holds; lines that can't be read are told of.
  func contents(
    of log: AttemptLog, with vault: borrowing Vault<Place>
  ) throws(StateFileError) -> AttemptLog.Contents {
    let contents = try log.read(for: vault)
    if contents.unreadable > contents.foreign {
      let (message, advice) = Failure.words(
        forUnreadableLines: contents.unreadable - contents.foreign, of: log.path, environment)
      output.warn("\(message): \(advice)")
    }
    if contents.foreign > 0 {
      output.warn(Failure.words(forForeignNotes: contents.foreign, of: log.path, environment))
    }
    return contents
  }

  /// Tells of the unlocks that failed since the last one that didn't.
  func warn(of failed: [Attempt]) {
    guard let words = Failure.words(forFailed: failed) else { return }
    output.warn(output.naming("\(words); see bucket attempts"))
  }

  /// Says what can't be done because of a file in the state folder, and what helps.
  func warn(_ consequence: String, _ error: StateFileError) {
    let (message, advice) = Failure.words(for: error, environment)
    output.warn("\(consequence): \(message): \(advice)")
  }
}
