import BucketVault
import FoundationEssentials

/// Shows what opens the vault.
struct Keys: Action {
  let wantsJSON: Bool

  static let command = declared("keys", synonyms: ["key", "slots", "passwords"])
  static let listCommand = declared("keys list", synonyms: ["keys ls", "keys show"])

  private static func declared(_ name: String, synonyms: [String]) -> Command {
    Command(
      name, "Show what opens the vault.",
      examples: [Example("bucket \(name)", "each key with its id and when it was last used")],
      .flag("--json", "print an array: id, kind, label, created, last_used, memory, passes"),
      discussion: """
        Each key opens the vault: your login password, passphrases, recovery keys. Nothing is asked; \
        while the vault is locked, what is shown is what the file says, unverified. When a key was \
        last used is known of this machine alone.
        """,
      synonyms: synonyms,
      make: Keys.init)
  }

  init(json: Bool) { wantsJSON = json }

  private struct Report: Encodable {
    let id: String
    let kind: KeySlot.Kind
    let label: String
    let created: Date
    let lastUsed: Date?
    let memory: Int?
    let passes: Int?

    private enum CodingKeys: String, CodingKey {
      case id, kind, label, created, memory, passes
      case lastUsed = "last_used"
    }
  }

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    let sealed = try context.sealedVault()
    let header = sealed.header
    let uses = sealed.session.uses
    // A header is only worth what the key says of it.
    if (try? sealed.session.find()) != nil {
      _ = try context.openVault()
    } else {
      context.output.say("the vault is locked; this is what the file says, unverified")
    }
    if wantsJSON {
      let reports = header.slots.map { report(of: $0, uses[$0.id]) }
      try context.output.write(JSONLine.text(reports))
      return .done
    }
    var table = Table([.fixed, .fixed, .text, .fixed, .fixed, .fixed])
    table.add(
      ["ID", "KIND", "LABEL", "SINCE", "LAST USED HERE", "COST"].map { .init($0, .dim) })
    for slot in header.slots {
      table.add([
        .init(header.shortID(of: slot), .cyan), .init(slot.kind.rawValue), .init(slot.label),
        .init(LocalTime(slot.created).dayAndClock),
        .init(uses[slot.id].map { LocalTime($0).dayAndClock } ?? "—"), .init(cost(of: slot)),
      ])
    }
    for line in table.lines(width: context.output.width, style: context.output.style) {
      try context.output.write(line + "\n")
    }
    return .done
  }

  private func cost(of slot: KeySlot) -> String {
    guard case .argon2id(let passes, let memory) = slot.derivation else { return "—" }
    return "\(Failure.size(memory)) × \(passes)"
  }

  private func report(of slot: KeySlot, _ lastUsed: Date?) -> Report {
    var (memory, passes): (Int?, Int?) = (nil, nil)
    if case .argon2id(let slotPasses, let slotMemory) = slot.derivation {
      (memory, passes) = (slotMemory, slotPasses)
    }
    return Report(
      id: slot.id, kind: slot.kind, label: slot.label, created: slot.created, lastUsed: lastUsed,
      memory: memory, passes: passes)
  }
}
