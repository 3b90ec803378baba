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
    .flag("-n, --dry-run", "say what would come, and change nothing"),
    discussion: """
      Every change that the other copy has and this one doesn't is brought in, with its time and \
      author; changes of different places in both all stay. A place that both changed is shown in \
      your editor, side by side; what only one of them changed in it is filled in. A place that one \
      removed and the other changed stays. What you purged here stays away.

      The other copy isn't changed. All of it is one change: bucket undo takes it back.
      """,
    synonyms: ["join", "sync", "combine"]
  ) { file, preferred, recoveryKey, isDryRun in
    Merge(
      file: file, preferred: preferred, way: recoveryKey ? .recoveryKey : .usual,
      isDryRun: isDryRun)
  }

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    let shown = DisplayText.neutralised(file.path)
    let vault = try context.openVault()
    var ledger = try context.past(of: vault)
    let other = try context.past(ofCopy: file.path, beside: vault, way)
    let plan = MergePlan(of: other, into: ledger)
    guard !plan.incoming.isEmpty else {
      context.output.say("nothing new in \(shown): all of its changes are here already")
      return .done
    }
    if isDryRun {
      try MergeReport(plan).write(to: context.output)
      return .done
    }
    // No key is held while an editor is open.
    _ = consume vault
    let watch = try? SignalWatch(SignalWatch.ending)
    let resolution = try MergeResolution(plan, preferred, context)
    do throws(Failure) {
      let vault = try context.openVault()
      do throws(VaultError) {
        try vault.append(plan, to: &ledger, resolved: resolution.places, author: context.author)
      } catch {
        throw .vault(error, at: try context.shownVaultPath())
      }
    } catch {
      throw resolution.failing(error)
    }
    resolution.saved()
    _ = consume watch
    let count = Count.of(plan.incoming.count, "change", "changes")
    context.output.say("brought in \(count) from \(shown): \(MergeReport(plan).summary)")
    context.output.say("bucket undo takes all of it back")
    return .done
  }
}
