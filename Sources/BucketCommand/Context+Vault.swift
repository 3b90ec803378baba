import BucketPlaces
import BucketVault
import FoundationEssentials

extension Context {
  /// What was found of the vault without a key.
  struct SealedVault: ~Copyable {
    let file: VaultFile
    let state: StateFolder

    var header: VaultHeader { file.header }
    var session: KeySession { KeySession(of: header, state: state) }
  }

  /// A vault that was just unlocked.
  struct UnlockedVault: ~Copyable {
    let vault: Vault<Place>
    let ledger: Ledger<Place>
    /// Until when it stays open, or why it can't.
    let session: Result<Date, SystemError>
    /// The unlocks that failed since it was last opened here.
    let failedAttempts: [Attempt]
  }

  private enum Lookup: ~Copyable {
    case open(KeySession.Open)
    case locked(KeySession.Locked)
  }

  func sealedVault() throws(Failure) -> SealedVault {
    let path = try vaultPath()
    let base = try environment.stateFolder()
    do throws(VaultError) {
      let file = try VaultFile.open(path)
      let state = StateFolder(base: base, vault: file.header)
      return SealedVault(file: file, state: state)
    } catch {
      throw .vault(error, at: environment.abbreviated(path))
    }
  }

  /// The vault with its key: from the keyring, or else by asking as `unlock` does.
  ///
  /// - Throws: A failure with the status for a locked vault where nobody can be asked.
  func openVault() throws(Failure) -> Vault<Place> {
    let sealed = try sealedVault()
    switch lookup(sealed.session) {
    case .open(let open):
      return try vault(sealed, key: open.takeKey())
    case .locked(let reason):
      // Another process may just have given the vault a new file, with another key.
      guard sealed.file.isStillAtItsPath else { return try openVault() }
      guard canAsk else { throw .locked(reason) }
      output.say("the vault is locked: \(Failure.words(for: reason))")
      let unlocked = try unlock(sealed, .usual, for: KeySession.usualDuration)
      if case .failure(let error) = unlocked.session {
        output.warn("the vault is open for this command alone: \(Failure.keyring(error))")
      }
      warn(of: unlocked.failedAttempts)
      return unlocked.vault
    }
  }

  private func lookup(_ session: KeySession) -> Lookup {
    do throws(KeySession.Locked) {
      return .open(try session.find())
    } catch {
      return .locked(error)
    }
  }

  /// Opens the vault by asking, and keeps it open for a while.
  func unlock(
    _ sealed: consuming SealedVault, _ way: Unlocker.Way, for duration: Duration
  ) throws(Failure) -> UnlockedVault {
    let (header, state, session) = (sealed.header, sealed.state, sealed.session)
    let unlocker = Unlocker(
      header, preflight: Preflight(configuration: environment.pamConfiguration),
      conversation: person, terminal: terminalName)
    if way == .oldPassword, !person.isScript {
      output.say(
        "PAM asks for your login password of now first; the one from before comes after it.")
    }
    let opened = try noting(header, state) { () throws(UnlockRefusal) in try unlocker.open(way) }
    let (newLogin, slot) = (opened.newLogin, opened.slot)
    let vault = try vault(sealed, key: opened.takeKey())
    if let newLogin {
      try follow(newLogin, vault)
      output.say("the vault opens with your login password of now, and with no other")
    }
    warnOfSwap(vault)
    let attempts = attempts(of: vault)
    let failed = session.attemptsSinceOpened(of: attempts)
    // What doesn't verify is refused before the key is kept: a refused unlock leaves nothing open.
    let ledger = try ledger(of: vault)
    pack(vault, ledger)
    removeTwinsOfDrafts(vault)
    let kept = keep(vault.key, in: session, for: duration, by: slot, after: attempts)
    if way == .recoveryKey, header.kinds.contains(.login) {
      try followAfterRecoveryKey(unlocker, vault)
    }
    return UnlockedVault(vault: vault, ledger: ledger, session: kept, failedAttempts: failed)
  }

  private func removeTwinsOfDrafts(_ vault: borrowing Vault<Place>) {
    do throws(VaultError) {
      try vault.removeTwinsOfDrafts()
    } catch {
      switch error {
      case .readOnly, .replaced, .rekeyed: return
      default:
        let path = (try? shownVaultPath()) ?? ""
        output.warn(
          "drafts are still there for former keys too: \(Failure.vault(error, at: path).message)")
      }
    }
  }

  /// Packs a vault of many small frames; unlocking is slow anyway, and has read all of it.
  private func pack(_ vault: borrowing Vault<Place>, _ ledger: Ledger<Place>) {
    do throws(VaultError) {
      if let packed = try vault.pack(ledger) {
        output.say(
          "packed the vault: \(Failure.size(packed.before)) before, \(Failure.size(packed.after)) now"
        )
      }
    } catch {
      switch error {
      // It is for another time, or for a file that is another by now.
      case .readOnly, .replaced, .rekeyed: return
      default:
        let path = (try? shownVaultPath()) ?? ""
        output.warn("the vault was not packed: \(Failure.vault(error, at: path).message)")
      }
    }
  }

  /// Keeps a key in the keyring, as far as it can be.
  func keep(
    _ key: borrowing DataKey, in session: KeySession, for duration: Duration,
    by slot: String? = nil,
    after attempts: [Attempt] = []
  ) -> Result<Date, SystemError> {
    let kept = Result { () throws(SystemError) in try session.keep(key, for: duration) }
    do throws(StateFileError) {
      try session.noteOpened(until: try? kept.get(), by: slot, after: attempts)
    } catch {
      warn("when the vault was unlocked can't be noted", error)
    }
    return kept
  }

  private func vault(
    _ sealed: consuming SealedVault, key: consuming DataKey
  ) throws(Failure) -> Vault<Place> {
    let path = try shownVaultPath()
    let isInUse = try !isBesideTheUsualVault()
    let report = { [output, environment] notice in output.tell(notice, environment) }
    do throws(VaultError) {
      let state = sealed.state
      return try Vault(
        sealed.file, key: key, state: state,
        accepting: options.acceptsOlder ? .olderToo : .newestOnly,
        isInUse: isInUse,
        newerKey: { header in try? KeySession(of: header, state: state).find().takeKey() },
        report: report)
    } catch {
      throw .vault(error, at: path)
    }
  }

  /// After the recovery key: has the login key follow the login password of now, if the person likes
  /// to give it, and says what opens the vault from now on.
  ///
  /// - Throws: A failure when a signal ends the question; the vault is open all the same.
  private func followAfterRecoveryKey(
    _ unlocker: Unlocker, _ vault: borrowing Vault<Place>
  ) throws(Failure) {
    output.say(
      "The vault is open. Give your login password of now, and from now on the vault opens with that, "
        + "and with the recovery key as before; ^D leaves things as they are.")
    let newLogin: Unlocker.NewLogin
    do throws(UnlockRefusal) {
      newLogin = try unlocker.newLogin()
    } catch {
      let failure = Failure.unlock(error, at: "")
      if case .signal = failure.status { throw failure }
      output.say(
        "\(failure.message); the vault still opens with the recovery key, and with the login password "
          + "it was sealed with")
      return
    }
    switch newLogin {
    case .follow(let login):
      try follow(login, vault)
      output.say(
        "from now on the vault opens with your login password of now, and with the recovery key as "
          + "before; the old login password opens it no more")
    case .opensAlready:
      output.say("the vault opens with that login password, and with the recovery key, as before")
    case .none:
      output.say(
        "PAM wants no password, so nothing was changed: the vault still opens with the recovery key, "
          + "and with the login password it was sealed with")
    }
  }

  private func follow(_ login: Login.Answer, _ vault: borrowing Vault<Place>) throws(Failure) {
    do throws(VaultError) {
      try vault.wrapLogin(under: login)
    } catch {
      throw .vault(error, at: try shownVaultPath())
    }
  }

  private func warnOfSwap(_ vault: borrowing Vault<Place>) {
    guard !vault.key.isLocked else { return }
    output.warn("the memory lock limit is used up, so the key may reach swap: raise ulimit -l")
  }
}
