import BucketVault

extension Failure {
  static func noSuchKey(_ reference: String) -> Failure {
    Failure(
      "no-such-key", .noSuchPlace,
      "the vault has no key “\(DisplayText.truncated(reference, to: 60))”",
      hints: ["bucket keys shows the ids, of which four digits or more are needed"])
  }

  static func severalKeysFit(_ reference: String, _ keys: [String]) -> Failure {
    Failure(
      "several-fit", .severalFit,
      "“\(DisplayText.truncated(reference, to: 60))” fits \(keys.count) keys",
      hints: ["give more of the id of one of them:"], choices: keys)
  }

  static let keysChangedMeanwhile = Failure(
    "changed-meanwhile", .failed,
    "the keys were changed by another bucket in the meantime; nothing was changed",
    hints: ["see what they are now, and try again: bucket keys"])

  static let lastKey = Failure(
    "last-key", .failed, "it is the only key of the vault, which nothing would open without it",
    hints: ["nothing was changed; add another one first: bucket keys add passphrase"])

  /// The failure of a change behind a recovery key that was shown, which opens nothing unless the
  /// change is made.
  var afterRecoveryKey: Failure {
    if hints.contains(Self.changeIsMade) { return self }
    return with(hints: ["a recovery key that was shown just now opens nothing"] + hints)
  }

  /// - Parameter output: Why it could not be shown; nothing was changed yet.
  static func recoveryKeyNotShown(_ output: Failure) -> Failure {
    output.with(
      hints: ["nothing was changed; see where standard output leads, and try again"])
  }

  static let noLoginPassword = Failure(
    "no-login-password", .failed, "PAM lets you in without a password here",
    hints: ["nothing was changed; take a passphrase instead: bucket keys add passphrase"])

  static let noLoginKey = Failure(
    "no-such-key", .noSuchPlace, "the vault has no key for your login password",
    hints: ["nothing was changed; add one: bucket keys add login"])

  static func wrongKeySecret(_ key: String) -> Failure {
    Failure(
      "wrong-passphrase", .unlockRefused, "that is not the \(key)",
      hints: ["nothing was changed; leave it empty to take that key away"])
  }

  static let noKeyLeft = Failure(
    "last-key", .failed, "no key would be left that opens the vault",
    hints: ["nothing was changed; give at least one of its secrets"])

  static let loginKeyExists = Failure(
    "key-exists", .failed, "the vault has a key for your login password already",
    hints: [
      "nothing was changed; have it follow the login password of now: bucket keys rewrap login"
    ])

  /// - Parameter key: The key that the passphrase opens.
  static func samePassphrase(_ key: String) -> Failure {
    Failure(
      "key-exists", .failed, "the \(key) is the same, and opens the vault already",
      hints: ["nothing was changed; take another one, or see what there is: bucket keys"])
  }

  /// - Parameter command: What was to add a key.
  static func labelTaken(_ label: String, _ command: String) -> Failure {
    Failure(
      "label-taken", .failed,
      "a key of the vault is called “\(DisplayText.truncated(label, to: 80))” already",
      hints: ["nothing was changed; call this one something else: bucket \(command) --label TEXT"])
  }

  static func labelRefused(_ label: String) -> Failure {
    Failure(
      "label", .notUnderstood,
      "a label can't be “\(DisplayText.truncated(label, to: 80))”",
      hints: ["take one line of at most \(KeySlot.labelLimit) bytes"])
  }

  /// Such as `256 MiB of memory and 4 passes`.
  static func cost(_ derivation: KeyDerivation) -> String {
    switch derivation {
    case .argon2id(let passes, let memory): "\(size(memory)) of memory and \(passes) passes"
    case .blake2b: "no cost"
    }
  }
}
