/// What is asked of the person on the way to the key.
public enum Question: Hashable, Sendable {
  /// A prompt of a PAM module, as it came.
  case pam(prompt: String, echo: Bool, user: String, service: String)
  /// The vault's passphrase.
  case passphrase
  /// The login password that the vault was sealed with before it was changed.
  case oldPassword
  /// The login password, where PAM was content without one, or asked for several secrets.
  case loginPassword(user: String)
  case recoveryKey
  /// More letters of a recovery key whose first lines were given.
  case restOfRecoveryKey
}
