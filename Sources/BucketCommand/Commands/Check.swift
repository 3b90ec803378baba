import BucketPlaces
import BucketVault
import FoundationEssentials

/// Looks over the vault and this machine.
struct Check: Action {
  static let command = Command(
    "check", "Look over the vault and this machine: what is well, and what to do where it isn't.",
    examples: [Example("bucket check", "a line for each thing looked at")],
    discussion: """
      Nothing is changed and nothing is asked. What the vault holds is verified if it is open.
      """,
    exitStatuses: [Term("1", "something is to be done"), Term("7", "the vault is broken")],
    synonyms: ["doctor", "verify", "diagnose", "fsck"],
    make: Check.init)

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    var report = CheckReport()
    var status = ExitStatus.done
    do throws(Failure) {
      try checkVault(context, &report)
    } catch {
      report.add("vault", .wrong(error.message, error.hints.joined(separator: "; ")))
      status = error.status
    }
    report.addMachine(context)
    let style = context.output.style
    for line in report.lines(width: context.output.width, style: style) {
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
    do throws(KeySession.Locked) {
      _ = try sealed.session.find()
    } catch {
      report.add("contents", .unknown("not verified: the vault is locked"))
      return
    }
    let ledger = try context.ledger(of: try context.openVault())
    report.add(
      "contents",
      .well("\(Count.places(ledger.records.count)), and all that is behind them verifies"))
  }
}
