import BucketVault

extension Failure {
  static func older(_ fact: VaultError.OlderCopy, _ vault: String) -> String {
    switch fact {
    case .behind(let frames, let seen):
      "\(vault) is an older copy, or one that went its own way: it has \(frames) frames, and \(seen) were "
        + "seen here"
    case .superseded: "\(vault) is an older copy: its header was written anew since"
    case .diverged: "\(vault) is another copy: its changes are not those that were seen here"
    }
  }

  static func olderHints(_ fact: VaultError.OlderCopy) -> [String] {
    let accept = "if you put it back yourself, open it with: bucket unlock --accept-older"
    return switch fact {
    case .behind: [accept]
    case .superseded, .diverged:
      [accept, "then bring in what was seen here from where it still is: bucket merge OTHER"]
    }
  }

  /// - Parameter path: The path of the vault.
  static func hints(
    forCopy fact: VaultError.OlderCopy, of path: String, _ copy: String
  ) -> [String] {
    let accept =
      "the vault itself is at \(DisplayText.neutralised(path)); to look at this copy: "
      + "bucket list --accept-older"
    return [
      accept, "to bring in what it alone has: bucket --vault \(word(path)) merge \(word(copy))",
    ]
  }
}
