import BucketVault

/// Takes a key of the vault away.
struct KeysRemove: Action {
  let reference: String
  let yes: Bool

  static let command = Command(
    "keys remove", "Take a key of the vault away.",
    examples: [Example("bucket keys remove 3f9c", "asks first")],
    .required("ID", "the id that bucket keys shows, or its beginning"),
    .flag("-y, --yes", "don't ask; needed where nobody can be asked"),
    discussion: """
      The key opens this vault no more; copies and backups from before still open with it. The last \
      key stays. If somebody else knows the key, bucket keys rotate is what helps.
      """,
    synonyms: ["keys rm", "keys delete", "keys revoke"],
    make: KeysRemove.init)

  init(reference: String, yes: Bool) { (self.reference, self.yes) = (reference, yes) }

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    let vault = try context.openVault()
    let header = vault.file.header
    let slot = try header.slot(reference)
    guard header.slots.count > 1 else { throw .lastKey }
    let others = header.slots.filter { $0.id != slot.id }
    let remaining = Failure.choice(of: others.map { header.describe($0) }, last: "and")
    let isLastRecoveryKey = slot.kind == .recovery && !others.contains { $0.kind == .recovery }
    let consequence =
      "the vault still opens with: \(remaining)"
      + (isLastRecoveryKey ? "; no recovery key is left, for whoever forgets the rest" : "")
    if !yes {
      let question = "Take the \(header.describe(slot)) away? Then \(consequence)."
      guard try context.confirms(question) else {
        context.output.say("nothing was changed")
        return .failed
      }
    }
    try context.replaceSlots(of: vault) { slots throws(SlotSet.Refusal) in
      try slots.remove(slot)
    }
    context.output.say(
      "removed the \(header.describe(slot)); copies and backups from before still open with it")
    if yes { context.output.say(consequence) }
    return .done
  }
}
