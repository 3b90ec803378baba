import BucketVault

extension Failure {
  /// A refusal on the way to a vault that isn't there yet: nothing is noted, and nothing else opens
  /// it.
  static func newVault(_ refusal: UnlockRefusal, at path: String) -> Failure {
    let failure = unlock(refusal, at: path)
    return failure.with(
      hints: failure.hints.compactMap { hint in
        switch hint {
        case recoveryHint: nil
        case notedHint: "try again; after several, this machine may lock the account for a while"
        case readyHint: "bucket init, when you are ready"
        default: hint
        }
      })
  }

  static let passphrasesDiffer = Failure(
    "passphrases-differ", .notUnderstood,
    "the two passphrases are not the same; nothing was changed",
    hints: ["run the command again, and type it twice"])

  static let emptyPassphrase = Failure(
    "empty-passphrase", .notUnderstood, "an empty passphrase protects nothing; nothing was changed",
    hints: ["choose a long one, such as six words"])
}
