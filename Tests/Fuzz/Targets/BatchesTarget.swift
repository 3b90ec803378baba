import BucketPlaces
import FoundationEssentials

@testable import BucketVault

/// The texts of frames, with a byte 0xFF between them, sealed one behind the other.
enum BatchesTarget: FuzzTarget {
  static let name = "batches"

  static func check(_ bytes: [UInt8]) throws {
    let texts = bytes.split(separator: 0xFF, omittingEmptySubsequences: false).map { Array($0) }
    let frames = KnownVault.frames(of: texts)
    guard let ledger = try KnownVaultFile(frames: frames).contents() else { return }
    let batches = ledger.history.batches
    let written = try Batch.texts(of: batches)
    let again = try contents(of: written)
    try Violation.unless(
      again.records == ledger.records && ids(again) == ids(ledger),
      "batches aren't read as they were written")
    try Violation.unless(
      try Batch.texts(of: again.history.batches) == written, "batches have two spellings")
    try checkPurge(of: ledger)
    try checkUndo(of: ledger)
  }

  /// The past of all records can go, and none of them with it.
  private static func checkPurge(of ledger: Ledger<Place>) throws {
    let subjects = ledger.history.batches.flatMap { $0.changes.map(\.action.subject) }
    let purged = try contents(of: Batch.texts(of: ledger.history.purged(of: Set(subjects))))
    try Violation.unless(purged.records == ledger.records, "a purge changes records")
    try Violation.unless(
      purged.history.past(of: Set(subjects)).isEmpty, "something is left to purge after a purge")
  }

  /// What takes the last batch back brings back what was there before it.
  private static func checkUndo(of ledger: Ledger<Place>) throws {
    let history = ledger.history
    guard let last = history.lastUndoable, last == history.batches.count - 1 else { return }
    let actions: [Change<Place>.Action]
    do throws(History<Place>.UndoRefusal) {
      actions = try history.undoing(last).actions
    } catch {
      throw Violation(description: "the last batch can't be taken back: \(error)")
    }
    let isBase = history.batches[last].changes.contains { $0.isBase }
    let undone = try contents(
      of: Batch.texts(of: history.batches + [Batch(actions.map { change($0) })]))
    let before = try contents(of: Batch.texts(of: Array(history.batches.dropLast())))
    try Violation.unless(
      isBase || Set(undone.records) == Set(before.records), "taking back doesn't bring back")
  }

  private static func change(_ action: Change<Place>.Action) -> Change<Place> {
    Change(at: KnownVault.header.created, by: nil, action: action)
  }

  private static func contents(of texts: [[UInt8]]) throws -> Ledger<Place> {
    let frames = KnownVault.frames(of: texts)
    guard let ledger = try KnownVaultFile(frames: frames).contents() else {
      throw Violation(description: "what was written can't be read")
    }
    return ledger
  }

  private static func ids(_ ledger: Ledger<Place>) -> [[String]] {
    ledger.history.batches.map { batch in
      [batch.id.uuidString] + batch.changes.map { "\($0.id) \($0.at) \($0.isBase)" }
    }
  }
}
