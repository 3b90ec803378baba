import BucketVault

extension Context {
  /// Asks for a passphrase that is to be, and at the terminal again while it is too weak or not typed
  /// the same twice, three times in all.
  ///
  /// - Parameter command: The command that asks, such as `keys add passphrase`.
  func newPassphrase(for command: String) throws(Failure) -> Secret {
    if !person.isScript {
      output.say(
        "A passphrase has \(PassphraseQuality.minimumCount) characters at least; six random words are "
          + "good, and a sentence is not.")
    }
    var attempts = person.isScript ? 1 : 3
    while true {
      let passphrase = try asking(command) { () throws(Silence) in try person.newPassphrase() }
      if passphrase.count == 0 { throw .emptyPassphrase }
      let fault: Failure
      if let weakness = weakness(of: passphrase) {
        fault = .weakPassphrase(weakness)
      } else if try asking(command, { () throws(Silence) in try person.repeats(passphrase) }) {
        return passphrase
      } else {
        fault = .passphrasesDiffer
      }
      attempts -= 1
      if attempts == 0 {
        throw person.isScript ? fault : fault.with(hints: fault.hints + [Failure.thirdPassphrase])
      }
      output.show(fault)
    }
  }

  /// What is wrong with a passphrase. A check that broke off refuses nothing: there must be a way to a
  /// vault on a machine that is short of memory or has no dictionary, and what is missing is told.
  private func weakness(of passphrase: borrowing Secret) -> PassphraseQuality.Weakness? {
    switch PassphraseQuality.of(passphrase, userName: Preflight.loginName) {
    case .good: return nil
    case .weak(let weakness): return weakness
    case .goodWithoutDictionary:
      output.warn(
        "the passphrase was not compared with a dictionary, as this machine has none: "
          + "the package cracklib-runtime has one")
    case .unknown(let failure):
      output.warn("whether the passphrase is weak was not found out: \(Failure.text(of: failure))")
    }
    return nil
  }

  private func asking<Answer: ~Copyable>(
    _ command: String, _ question: () throws(Silence) -> Answer
  ) throws(Failure) -> Answer {
    do throws(Silence) {
      return try question()
    } catch {
      throw .newKey(UnlockRefusal(error), of: command)
    }
  }
}
