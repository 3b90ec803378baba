import BucketVault

extension Failure {
  static let thirdPassphrase =
    "that was the third; nothing was changed, and the command can be given again"

  static func weakPassphrase(_ weakness: PassphraseQuality.Weakness) -> Failure {
    let reason =
      switch weakness {
      case .tooShort(let minimum): "it has fewer than \(minimum) characters"
      case .holdsUserName: "it holds your user name"
      case .palindrome: "it is the same read backwards"
      case .dictionary(let text): DisplayText.neutralised(text)
      case .guessable(let bits, let pattern):
        "\(words(for: pattern)), and \(bits < 10 ? "a few" : "some 2^\(bits)") guesses find it, "
          + "where 2^\(PassphraseQuality.minimumBits) are needed"
      case .other(let text): DisplayText.neutralised(text)
      }
    return Failure(
      "weak-passphrase", .notUnderstood, "that passphrase is too weak: \(reason)",
      hints: [
        "take six random words or more, as dice or a program picks them, not a sentence",
        "or have one made: head -c 15 /dev/urandom | base32",
      ])
  }

  private static func words(for pattern: PassphraseQuality.Pattern) -> String {
    switch pattern {
    case .commonWords: "it is made of few words, or of what many take"
    case .userName: "it is made of your user name"
    case .repetition: "it repeats itself"
    case .sequence: "it is a row of letters or digits"
    case .neighbouringKeys: "it is made of keys that are beside each other"
    case .date: "it is made of dates"
    case .fewSigns: "its signs are too few to be random"
    }
  }

  /// Why nothing came of work in a process of its own.
  static func text(of failure: Confinement.Failure) -> String {
    switch failure {
    case .failed(let error): "\(error.call): \(error.text)"
    case .killed(let signal): "the process for it was ended by signal \(signal)"
    }
  }
}
