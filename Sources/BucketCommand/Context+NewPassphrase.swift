import BucketVault

extension Context {
  /// Asks for a passphrase that is to be, and at the terminal again while it is too weak, three times
  /// in all.
  ///
  /// - Parameter shown: The path of the vault as a person writes it.
  func newPassphrase(_ shown: String) throws(Failure) -> Secret {
    var attempts = person.isScript ? 1 : 3
    while true {
      let passphrase = try typedPassphrase(shown)
      guard let weakness = weakness(of: passphrase) else {
        return try repeated(passphrase, shown)
      }
      attempts -= 1
      if attempts == 0 { throw .weakPassphrase(weakness) }
      output.show(.weakPassphrase(weakness))
    }
  }

  private func typedPassphrase(_ shown: String) throws(Failure) -> Secret {
    let passphrase = try Self.asking(shown) { () throws(Silence) in try person.newPassphrase() }
    if passphrase.count == 0 { throw .emptyPassphrase }
    return passphrase
  }

  private func repeated(
    _ passphrase: consuming Secret, _ shown: String
  ) throws(Failure) -> Secret {
    let isSame = try Self.asking(shown) { () throws(Silence) in try person.repeats(passphrase) }
    if !isSame { throw .passphrasesDiffer }
    return passphrase
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

  private static func asking<Answer: ~Copyable>(
    _ shown: String, _ question: () throws(Silence) -> Answer
  ) throws(Failure) -> Answer {
    do throws(Silence) {
      return try question()
    } catch {
      throw .newVault(UnlockRefusal(error), at: shown)
    }
  }
}
