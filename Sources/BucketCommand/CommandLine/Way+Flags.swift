import BucketVault

extension Unlocker.Way {
  /// What is asked for, by the flags of a command; at most one of them is given.
  init(recoveryKey: Bool, oldPassword: Bool, passphrase: Bool) {
    self =
      recoveryKey ? .recoveryKey : oldPassword ? .oldPassword : passphrase ? .passphrase : .usual
  }

  /// The flags that exclude each other.
  static let flags = ["--recovery-key", "--old-password", "--passphrase"]
}
