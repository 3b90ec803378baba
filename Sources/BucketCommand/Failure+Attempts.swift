import BucketVault

extension Failure {
  /// How many unlocks failed, where, and the last of them; `nil` where none did.
  ///
  /// - Parameter failed: The oldest first.
  static func words(forFailed failed: [Attempt]) -> String? {
    guard let last = failed.last else { return nil }
    let time = LocalTime(last.at).clock
    let reason = DisplayText.neutralised(last.reason)
    let count = Count.of(failed.count, "unlock", "unlocks")
    let atLeast = failed.count < AttemptLog.limit ? "" : "at least "
    let start = "\(atLeast)\(count) failed since the last one"
    let places = places(of: failed)
    guard places.count > 1 else {
      let last = failed.count == 1 ? "at" : "the last at"
      return "\(start), \(last) \(time) \(places[0].name): \(reason)"
    }
    // More than a few places are no longer read.
    var parts = places.prefix(3).map { "\($0.count) \($0.name)" }
    let others = places.dropFirst(3).reduce(0) { $0 + $1.count }
    if others > 0 { parts.append("\(others) elsewhere") }
    return "\(start): \(parts.joined(separator: ", ")); the last at \(time): \(reason)"
  }

  private static func places(of attempts: [Attempt]) -> [(name: String, count: Int)] {
    var counts: [String: Int] = [:]
    for attempt in attempts { counts[place(of: attempt), default: 0] += 1 }
    return counts.map { (name: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  private static func place(of attempt: Attempt) -> String {
    let terminal = "on \(DisplayText.neutralised(attempt.terminal ?? "no terminal"))"
    return attempt.from.map { "from \(DisplayText.neutralised($0)) \(terminal)" } ?? terminal
  }

  /// What a reason that is noted means, in a few words; `nil` for one that this version doesn't know.
  static func words(forReason name: String) -> String? {
    switch name {
    case "wrong-password": "not the login password"
    case "wrong-passphrase": "not the vault's passphrase"
    case "wrong-recovery-key": "not this vault's recovery key"
    case "mistyped-recovery-key": "a slip in the recovery key"
    case "password-changed": "sealed with an older login password"
    case "account-locked": "PAM: the account is locked"
    case "account-expired": "PAM: the account has expired"
    case "password-expired": "PAM: the password has expired"
    case "too-many-tries": "PAM: too many tries"
    case "no-such-user": "the user is unknown"
    case "not-permitted": "PAM doesn't let the user in"
    case "authentication-unavailable": "nobody could check the password"
    case "service-missing": "no PAM service for bucket"
    case "module-missing": "a PAM module is missing"
    case "helper-unprivileged": "PAM's helper has no privileges"
    case "pam-failed": "PAM failed"
    case "no-such-slot": "the vault doesn't open that way"
    case "not-enough-memory": "too little memory for the key"
    case "cost-refused": "the key's cost is not allowed"
    case "tampered": "the vault was tampered with"
    default: nil
    }
  }
}
