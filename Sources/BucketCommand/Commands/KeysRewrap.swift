import BucketVault

/// Has the login key follow the login password.
struct KeysRewrap: Action {
  let kind: Kind
  let unlockTime: Duration

  /// The kinds as they are typed.
  enum Kind: String, CaseIterable, ArgumentValue { case login }

  static let command = Command(
    "keys rewrap", "Seal the vault's login key under your login password of now.",
    examples: [Example("bucket keys rewrap login", "after the login password was changed")],
    .required("KIND", "login"),
    .optional("--unlock-time DURATION", "how long the key may take to derive here: 1s is usual"),
    discussion: """
      PAM asks for your login password. The one from before opens this vault no more; copies from \
      before still open with it. The cost of deriving the key rises where this machine can do more, \
      and never falls. If the vault doesn't open any more since the password was changed, unlock it \
      with --old-password or --recovery-key, which do the same.
      """,
    synonyms: ["keys passwd", "keys change"]
  ) { kind, unlockTime in
    KeysRewrap(
      kind: kind, unlockTime: (unlockTime as DurationArgument?)?.duration ?? .seconds(1))
  }

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    let vault = try context.openVault()
    let logins = vault.file.header.slots.filter { $0.kind == .login }
    guard !logins.isEmpty else { throw .noLoginKey }
    guard let password = try context.loginPassword(for: "keys rewrap \(kind.rawValue)") else {
      throw .noLoginPassword
    }
    let derivation = try context.derivation(
      taking: unlockTime, atLeast: logins.map(\.derivation))
    try context.replaceSlots(of: vault) { slots throws(SlotSet.Refusal) in
      for slot in logins {
        try slots.rewrap(slot, under: password, derivation: derivation)
      }
    }
    context.output.say(
      "the vault opens with your login password of now, and with no other")
    context.output.say("copies and backups from before still open with the one of then")
    return .done
  }
}
