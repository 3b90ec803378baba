import BucketVault

extension Failure {
  static func weakPassphrase(_ weakness: PassphraseQuality.Weakness) -> Failure {
    let reason =
      switch weakness {
      case .tooShort(let minimum): "it has fewer than \(minimum) characters"
      case .holdsUserName: "it holds your user name"
      case .palindrome: "it is the same read backwards"
      case .dictionary(let text): DisplayText.neutralised(text)
      case .worthless: "it repeats itself"
      case .other(let text): DisplayText.neutralised(text)
      }
    return Failure(
      "weak-passphrase", .notUnderstood, "that passphrase is too weak: \(reason)",
      hints: [
        "take five or six words that nobody would put together",
        "or have one made: head -c 15 /dev/urandom | base32",
      ])
  }

  /// Why nothing came of work in a process of its own.
  static func text(of failure: Confinement.Failure) -> String {
    switch failure {
    case .failed(let error): "\(error.call): \(error.text)"
    case .killed(let signal): "the process for it was ended by signal \(signal)"
    }
  }
}
