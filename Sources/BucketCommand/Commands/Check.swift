import BucketPlaces
import BucketVault
import FoundationEssentials

/// Looks over the vault and this machine.
struct Check: Action {
  let isDeep: Bool

  static let command = Command(
    "check", "Look over the vault and this machine: what is well, and what to do where it isn't.",
    examples: [
      Example("bucket check", "a line for each thing looked at"),
      Example("bucket check --deep", "verify all that the vault holds"),
      Example("bucket check --deep --vault backup.vault", "see whether a backup is whole"),
    ],
    .flag("--deep", "verify every frame and photo, asking for the password if the vault is locked"),
    discussion: """
      Nothing is changed and nothing is asked. What the vault holds is verified if it is open. With \
      --deep it is verified in any case, and how much was verified is told; a backup, named by \
      --vault, is compared with what was last seen of the vault on this machine.

      bucket recover brings what is whole out of a broken vault.
      """,
    exitStatuses: [
      Term("1", "something is to be done"), Term("3", "--deep: locked, and nobody could be asked"),
      Term("7", "the vault is broken"),
    ],
    synonyms: ["doctor", "verify", "diagnose", "fsck"],
    make: Check.init)

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    var report = CheckReport()
    var status = ExitStatus.done
    do throws(Failure) {
      try checkVault(context, &report)
    } catch {
      // A vault that is only locked isn't found to be broken.
      if isDeep, error.status != .vaultBroken, error.status != .failed { throw error }
      report.add("vault", .wrong(error.message, error.hints.joined(separator: "; ")))
      status = error.status
    }
    report.addMachine(context)
    for line in report.lines(for: context.output) {
      try context.output.write(line + "\n")
    }
    return report.isWell ? .done : status == .vaultBroken ? .vaultBroken : .failed
  }

  private func checkVault(
    _ context: borrowing Context, _ report: inout CheckReport
  ) throws(Failure) {
    let path = try context.vaultPath()
    let sealed = try context.sealedVault()
    let kinds = sealed.header.slots.map(\.kind.rawValue)
    report.add(
      "vault",
      .well(
        "\(context.environment.abbreviated(path)), format 1, opens by \(Failure.choice(of: kinds))")
    )
    report.addPermissions(of: path)
    report.addCost(of: sealed.header)
    report.addState(sealed, at: path, context)
    if isDeep { return try verify(sealed, at: path, context, &report) }
    do throws(KeySession.Locked) {
      _ = try sealed.session.find()
    } catch {
      report.add("contents", .unknown("not verified: the vault is locked"))
      return
    }
    let vault = try context.openVault()
    let ledger = try context.past(of: vault)
    report.add(
      "contents",
      .well("\(Count.places(ledger.records.count)), and all that is behind them verifies"))
    report.addPhotos(of: ledger, in: vault.attachments, isDeep: false, context)
  }
}
