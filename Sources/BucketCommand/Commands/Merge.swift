import BucketPlaces
import BucketVault
import FoundationEssentials

/// Brings in what another copy of the vault has.
struct Merge: Action {
  let file: FileArgument
  let preferred: Preference?
  let way: Unlocker.Way
  let isDryRun: Bool

  /// Which copy to follow where both changed a place.
  enum Preference: String, CaseIterable, ArgumentValue { case here, there }

  static let command = Command(
    "merge", "Bring in what another copy of your vault has.",
    examples: [
      Example(
        "bucket merge 'places (conflict copy).vault'", "after two machines were used at once"),
      Example("bucket merge old.vault --dry-run", "only say what would come"),
    ],
    .required("OTHER", "the other copy: a sync program's, another machine's, a backup"),
    .optional(
      "--prefer SIDE", "where both changed a place, take it from here or there, without the editor"),
    .flag("--recovery-key", "open the other copy with its recovery key, if it has another key"),
    .flag("--old-password", "open it with the login password from before, after the one of now"),
    .flag("--passphrase", "open the other copy with its passphrase, if it has another key"),
    .flag("-n, --dry-run", "say what would come, and change nothing"),
    exclusive: [Unlocker.Way.flags],
    discussion: """
      Every change that the other copy has and this one doesn't is brought in, with its time and \
      author; changes of different places in both all stay. A place that both changed is shown in \
      your editor, side by side, and what only one of them changed in it is filled in. Photos that \
      either one added stay, with --prefer too. A place that one removed and the other changed \
      stays. What you purged here stays away, and what you undid stays undone.

      Nothing is saved before the last place is decided; what you decided until then is kept as \
      sealed drafts, and offered at the next merge. Photos that are missing here come from the folder \
      beside the other copy. The other copy isn't changed. All of it is one change, and bucket undo \
      takes it back. Merge the other way as well, and both have the same places, if not in the same \
      order; or copy the file.
      """,
    synonyms: ["join", "sync", "combine"]
  ) { file, preferred, recoveryKey, oldPassword, passphrase, isDryRun in
    Merge(
      file: file, preferred: preferred,
      way: Unlocker.Way(
        recoveryKey: recoveryKey, oldPassword: oldPassword, passphrase: passphrase),
      isDryRun: isDryRun)
  }

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    let shown = DisplayText.neutralised(context.environment.abbreviated(file.path))
    var vault = try context.openVault()
    var ledger = try context.past(of: vault)
    let other = try context.past(ofCopy: file.path, beside: vault, way)
    let plan = MergePlan(of: other.ledger, into: ledger)
    let photos = PhotoTransfer(
      ledger.history.photoIDs.union(BucketVault.History<Place>.photoIDs(of: plan.incoming)))
    guard !plan.incoming.isEmpty else {
      context.output.say("nothing new in \(shown): all of its changes are here already")
      try photos.bring(from: other, to: vault, isDryRun: isDryRun, context)
      if let undo = undo(ofChangesIn: other.ledger, ledger) {
        context.output.advise(
          "what was brought in was taken back; to undo that: bucket undo \(undo)")
      }
      return .done
    }
    var resolution = MergeResolution(plan, preferred)
    let changes = Count.of(plan.incoming.count, "change", "changes")
    if isDryRun {
      let report = MergeReport(plan, resolution)
      try report.write(to: context.output, among: ledger.records)
      try photos.bring(from: other, to: vault, isDryRun: true, context)
      context.output.say("\(changes) in \(shown): \(report.summary); nothing was changed")
      return .done
    }
    let watch = try? SignalWatch(SignalWatch.ending)
    if !resolution.open.isEmpty {
      let drafts = SealedDrafts(of: vault.file, state: vault.state)
      context.secureLeftovers(in: drafts)
      let former = drafts.drafts(in: vault)
      // No key is held while an editor is open.
      _ = consume vault
      try resolution.decide(drafts, resuming: former, context)
      do throws(Failure) { vault = try context.openVault() } catch {
        throw resolution.failing(error)
      }
    }
    let brought: [UUID]
    do throws(Failure) { brought = try photos.bring(from: other, to: vault, context) } catch {
      throw resolution.failing(error)
    }
    do throws(VaultError) {
      try vault.append(
        plan, to: &ledger, resolved: resolution.places, attaching: brought, author: context.author)
    } catch {
      if !error.comesAfterTheChange { context.discard(brought, of: vault) }
      throw resolution.failing(
        error == .changedMeanwhile
          ? .mergeOvertaken(by: file.path) : .vault(error, at: try context.shownVaultPath()))
    }
    resolution.saved()
    _ = consume watch
    let report = MergeReport(plan, resolution)
    for line in report.kept { context.output.say(line) }
    context.output.say("brought in \(changes) from \(shown): \(report.summary)")
    context.output.advise("bucket undo takes all of it back")
    return .done
  }

  /// The short id of the last undo of a merge that still holds, if it took changes of this copy back.
  private func undo(ofChangesIn other: Ledger<Place>, _ ledger: Ledger<Place>) -> String? {
    let batches = ledger.history.batches
    let changes = Set(other.history.batches.flatMap { $0.changes.map(\.id) })
    let merges = Set(
      batches.filter { batch in
        batch.merged != nil && batch.changes.contains { changes.contains($0.id) }
      }.map(\.id))
    guard let undo = batches.last(where: { $0.undoes.map(merges.contains) == true }),
      !batches.contains(where: { $0.undoes == undo.id })
    else { return nil }
    return IDIndex(batches.map(\.id)).shortID(of: undo.id)
  }
}
