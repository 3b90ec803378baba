import BucketVault

/// Closes the vault.
struct Lock: Action {
  let all: Bool

  static let command = Command(
    "lock", "Close the vault: forget its key at once, for every terminal and login.",
    examples: [
      Example("bucket lock", "close the vault"),
      Example("bucket lock --all", "close every vault of yours that is open"),
    ],
    .flag("-a, --all", "close all vaults, also where none can be read"),
    discussion: """
      A vault that is damaged is closed as well, if it can still be told which one it is. If not, \
      nothing is closed, and --all closes every vault that is open.
      """,
    synonyms: ["close", "logout"],
    make: Lock.init)

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    if all {
      // Without a home folder the keys are forgotten all the same.
      let states = try? context.environment.stateFolder()
      let count = try asking { () throws(SystemError) in
        try KeySession.forgetAll(statesIn: states)
      }
      context.output.say(
        count == 0 ? "no vault was open" : "locked \(Count.of(count, "vault", "vaults"))")
      return .done
    }
    let unread: Failure
    do throws(Failure) {
      let found = try forget(try context.sealedVault().session)
      context.output.say(found ? "locked" : "it was locked already")
      return .done
    } catch {
      unread = error
    }
    if try forgetDamaged(context) {
      context.output.warn(unread.message)
      context.output.say("locked")
      return .done
    }
    guard try asking({ () throws(SystemError) in try KeySession.isAnyKept() }) else {
      context.output.warn(unread.message)
      context.output.say("no vault is open")
      return .done
    }
    throw unread.ofVaultToLock
  }

  /// Forgets the key of a vault whose header is damaged.
  ///
  /// - Returns: Whether there was one; an id that is damaged too is that of no vault that is open.
  private func forgetDamaged(_ context: borrowing Context) throws(Failure) -> Bool {
    let path = try context.vaultPath()
    let header: VaultHeader
    do throws(VaultError) { header = try DamagedVault(path).header } catch { return false }
    let state = StateFolder(base: try context.environment.stateFolder(), vault: header)
    return try forget(KeySession(of: header, state: state))
  }

  private func forget(_ session: KeySession) throws(Failure) -> Bool {
    try asking { () throws(SystemError) in try session.forget() }
  }

  private func asking<Answer>(_ keyring: () throws(SystemError) -> Answer) throws(Failure) -> Answer
  {
    do throws(SystemError) {
      return try keyring()
    } catch {
      throw .notForgotten(error)
    }
  }
}
