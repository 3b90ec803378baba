import BucketPlaces
import BucketVault
import FoundationEssentials

/// Takes back a change.
struct Undo: Action {
  let reference: String?

  static let command = Command(
    "undo", "Take back the last change, or another one.",
    examples: [
      Example("bucket undo", "the last change, all that one command did"),
      Example("bucket undo 7f3a", "the one of which bucket history shows this id"),
    ],
    .optional("CHANGE", "the id that history shows; without it, the last change"),
    discussion: """
      Either all of a change is taken back or nothing. It can't be if its places were changed again \
      since: take that back first. To take something back is a change as well: a second bucket undo \
      takes it back, and so brings back what the first took away.

      Only changes of places can be taken back. What was purged stays purged, and after a purge the \
      change before it is taken back only by its id. The keys of the vault are no part of its \
      history: bucket keys.
      """,
    exitStatuses: [
      Term("1", "there is nothing to take back, it was changed again since, or a purge came last"),
      Term("5", "there is no such change"), Term("6", "several changes fit"),
    ],
    synonyms: ["revert", "restore", "rollback", "redo"],
    make: Undo.init)

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    let vault = try context.openVault()
    var ledger = try context.past(of: vault)
    let history = ledger.history
    let index = try index(in: history)
    let undone = history.batches[index]
    let (actions, resting) = try undoing(index, of: ledger)
    try context.save(
      actions, in: vault, ledger: &ledger, unchangedSince: resting, undoing: undone.id)
    let depth = Self.depth(of: undone, in: history)
    for sentence in Self.sentences(for: history.outcomes(of: index), of: undone, depth: depth) {
      context.output.say(sentence)
    }
    let kept = undone.changes.count(where: \.isBase)
    if kept > 0 {
      context.output.say(
        "\(Count.places(kept)) of it \(kept == 1 ? "stays" : "stay"), for what was before was purged"
      )
    }
    let further = undone.undoes == nil ? Self.further(than: index, in: ledger.history) : nil
    context.output.advise(
      "to undo this: bucket undo; "
        + (further.map { "to go further back: bucket undo \($0)" }
          ?? "for what else there is to take back: bucket history"))
    return .done
  }

  /// The id of the next earlier change that can be taken back, if it is near.
  private static func further(
    than index: Int, in history: BucketVault.History<Place>
  ) -> String? {
    let near = (0..<index).suffix(searchLimit).last { number in
      history.batches[number].undoes == nil && (try? history.undoing(number)) != nil
    }
    return near.map { IDIndex(history.batches.map(\.id)).shortID(of: history.batches[$0].id) }
  }

  /// The time of a change is told unless it was made so many seconds ago.
  private static let recent = 3600.0

  /// So many changes are looked at for the one that is told of as the next.
  private static let searchLimit = 8

  /// The index of the batch that is meant.
  func index(in history: BucketVault.History<Place>) throws(Failure) -> Int {
    guard let reference else {
      if let last = history.lastUndoable {
        if history.wasPurged(after: last) {
          throw .lastWasPurged(
            before: IDIndex(history.batches.map(\.id)).shortID(
              of: history.batches[last].id))
        }
        return last
      }
      throw .nothingToTakeBack(isPurged: history.batches.contains { !$0.purged.isEmpty })
    }
    let found = IDIndex(history.batches.map(\.id)).indices(beginningWith: reference)
    let entries = HistoryEntry.entries(of: history).filter { entry in
      found.contains { history.batches[$0].id == entry.batch.id }
    }
    guard let first = found.first, !entries.isEmpty else { throw .noSuchChange(reference) }
    if entries.count > 1 { throw .severalChangesFit(reference, entries) }
    return found.first { history.batches[$0].id == entries[0].batch.id } ?? first
  }

  private func undoing(
    _ index: Int, of ledger: Ledger<Place>
  ) throws(Failure) -> (actions: [Change<Place>.Action], resting: [Place.ID: UUID]) {
    let history = ledger.history
    do throws(BucketVault.History<Place>.UndoRefusal) {
      return try history.undoing(index)
    } catch {
      let ids = IDIndex(history.batches.map(\.id))
      let id = ids.shortID(of: history.batches[index].id)
      switch error {
      case .nothing: throw .nothingToTakeBack(isPurged: false)
      case .purged: throw .takenBackNoMore(id)
      case .changedSince(let place, let later):
        let batch = history.batches[later]
        throw .changedSince(
          id, by: ids.shortID(of: batch.id), isTakenBack: batch.undoes == history.batches[index].id,
          ledger.placesEver.first { $0.id == place })
      }
    }
  }

  /// How many undos a batch is away from what somebody did: 0 for that itself, 1 for its undo, 2 for
  /// the undo of that.
  private static func depth(
    of batch: Batch<Place>, in history: BucketVault.History<Place>
  ) -> Int {
    let undone = Dictionary(
      history.batches.compactMap { batch in batch.undoes.map { (batch.id, $0) } },
      uniquingKeysWith: { $1 })
    var depth = 0
    var id = batch.id
    // No undo comes before what it undoes, but anybody with the key could write one that does.
    while let earlier = undone[id], depth <= undone.count { (id, depth) = (earlier, depth + 1) }
    return depth
  }

  /// What was taken back, in the words of the places.
  private static func sentences(
    for outcomes: [BucketVault.History<Place>.Outcome], of undone: Batch<Place>, depth: Int
  ) -> [String] {
    let isOfUndo = !depth.isMultiple(of: 2)
    let made = (undone.merged?.at ?? undone.changes.last?.at).flatMap { at in
      at.addingTimeInterval(recent) < Date() ? " (of \(LocalTime(at).dayAndClock))" : nil
    }
    let what = isOfUndo ? " the undo" : undone.merged != nil ? " what was brought in" : ""
    let prefix = "took back\(depth > 1 && !isOfUndo ? " again" : "")\(what)\(made ?? ""): "
    func sentence(
      _ verb: String, _ places: [Place], _ one: String, _ many: String
    ) -> String? {
      if places.isEmpty { return nil }
      return prefix
        + "\(verb) \(Failure.names(of: places)), which \(places.count == 1 ? one : many)"
    }
    let added = outcomes.filter { $0.before == nil }.compactMap(\.after)
    let removed = outcomes.filter { $0.after == nil }.compactMap(\.before)
    let changed = outcomes.filter { $0.before != nil && $0.after != nil }
    var changes = "changed"
    if changed.count == 1, let before = changed[0].before, let after = changed[0].after {
      let fields = after.differences(from: before).map { DisplayText($0.field).string }
      if !fields.isEmpty { changes += " \(Failure.choice(of: fields, last: "and")) of" }
    }
    return [
      sentence(
        isOfUndo ? "put back" : "added", added, "is off the list again",
        "are off the list again"),
      sentence(
        changes, changed.compactMap(\.before), "is as it was before", "are as they were before"),
      sentence("removed", removed, "is on the list again", "are on the list again"),
    ].compactMap(\.self)
  }
}
