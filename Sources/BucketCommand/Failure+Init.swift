import BucketVault

extension Failure {
  /// A refusal where a secret is asked for that is to open the vault from now on: nothing is noted,
  /// and another secret is of no use.
  ///
  /// - Parameter command: What asks, such as `keys rotate`.
  static func newKey(_ refusal: UnlockRefusal, of command: String) -> Failure {
    let failure = unlock(refusal, at: "")
    return failure.with(
      hints: failure.hints.map { hint in
        switch hint {
        case notedHint: "try again; after several, this machine may lock the account for a while"
        case readyHint: "nothing was changed; bucket \(command), when you are ready"
        default: hint
        }
      })
  }

  static let passphrasesDiffer = Failure(
    "passphrases-differ", .notUnderstood,
    "the two passphrases are not the same; nothing was changed",
    hints: ["type it anew, and then the same once more"])

  static let emptyPassphrase = Failure(
    "empty-passphrase", .notUnderstood, "an empty passphrase protects nothing; nothing was changed",
    hints: ["choose a long one, such as six words"])
}
