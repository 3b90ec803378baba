public import FoundationEssentials

/// What another copy of the same vault has that this one doesn't.
///
/// Source: docs/vault-format.md, “Other copies”.
public struct MergePlan<Record: Codable & Identifiable & Equatable & Sendable>: Sendable
where Record.ID: Codable & Sendable {
  /// The changes to bring in, in the order in which they were made there.
  public let incoming: [Change<Record>]
  /// The records that were changed in both copies since they parted, and differ.
  public let conflicts: [Conflict]
  /// What becomes of the other records that the changes touch.
  public let outcomes: [Outcome]
  /// For each record that is touched, the change that was the last one here; `nil` for a new one.
  fileprivate let resting: [Record.ID: UUID?]

  /// A record that was changed in both copies.
  public struct Conflict: Sendable {
    public let id: Record.ID
    /// The record as it was when the copies parted; `nil` where it wasn't there.
    public let base: Record?
    /// The record in this copy; `nil` where it was removed.
    public let here: Record?
    /// The record in the other copy; `nil` where it was removed.
    public let there: Record?
    /// The last change of it here and there.
    public let hereChange: Change<Record>
    public let thereChange: Change<Record>
  }

  /// A record that only the other copy has changed, or both in the same way.
  public struct Outcome: Sendable {
    public let id: Record.ID
    public let before: Record?
    public let after: Record?
  }

  /// Compares two copies.
  ///
  /// - Parameters:
  ///   - here: This copy, read with its past.
  ///   - there: The other one, read with its past.
  public init(of there: Ledger<Record>, into here: Ledger<Record>) {
    let known = here.history.knownChanges
    let knownThere = there.history.knownChanges
    incoming = there.history.changes.filter { !known.contains($0.id) }
    let changedHere = Self.last(here.history.changes.filter { !knownThere.contains($0.id) })
    let lastThere = Self.last(incoming)
    // What both know may be purged from one of them.
    let base = Self.last(there.history.changes.filter { known.contains($0.id) })
      .merging(Self.last(here.history.changes.filter { knownThere.contains($0.id) })) { $1 }
    var conflicts: [Conflict] = []
    var outcomes: [Outcome] = []
    var resting: [Record.ID: UUID?] = [:]
    var seen: Set<Record.ID> = []
    for change in incoming where seen.insert(change.action.subject).inserted {
      let id = change.action.subject
      resting.updateValue(here.lastChange(of: id), forKey: id)
      let (hereNow, thereNow) = (here[id], there[id])
      if let hereChange = changedHere[id], let thereChange = lastThere[id], hereNow != thereNow {
        conflicts.append(
          Conflict(
            id: id, base: base[id]?.action.record, here: hereNow, there: thereNow,
            hereChange: hereChange,
            thereChange: thereChange))
      } else {
        outcomes.append(Outcome(id: id, before: hereNow, after: thereNow))
      }
    }
    (self.conflicts, self.outcomes, self.resting) = (conflicts, outcomes, resting)
  }

  /// The last one of the changes of each record.
  private static func last(_ changes: [Change<Record>]) -> [Record.ID: Change<Record>] {
    Dictionary(changes.map { ($0.action.subject, $0) }, uniquingKeysWith: { $1 })
  }
}

extension Vault where Record: Equatable {
  /// Brings in what another copy has, in one batch.
  ///
  /// - Parameters:
  ///   - ledger: This vault as it was compared; afterwards it has the changes.
  ///   - resolved: What becomes of each record of ``MergePlan/conflicts``; `nil` takes it away.
  ///   - attachments: Those that were brought for the changes.
  ///   - author: Who merges, as user@host.
  /// - Throws: ``VaultError/changedMeanwhile`` where a record was changed since it was compared.
  public func append(
    _ merge: MergePlan<Record>, to ledger: inout Ledger<Record>, resolved: [Record.ID: Record?],
    attaching attachments: [UUID] = [], author: String?
  ) throws(VaultError) {
    let now = Date()
    var changes = merge.incoming.map(\.asUndoable)
    var left: [Record.ID: Record] = [:]
    for change in changes { left[change.action.subject] = change.action.record }
    func settle(_ id: Record.ID, _ record: Record?) {
      changes.append(Change(at: now, by: author, action: record.map { .put($0) } ?? .remove(id)))
    }
    // They come last here, and may have come earlier there.
    for outcome in merge.outcomes where left[outcome.id] != outcome.after {
      settle(outcome.id, outcome.after)
    }
    // A change even where the record is as the last one left it: somebody may decide in the other
    // copy too, and is to find this decision there.
    for conflict in merge.conflicts {
      settle(conflict.id, resolved[conflict.id] ?? conflict.there)
    }
    try append(
      Batch(changes, merged: Batch.Merged(at: now, by: author)), to: &ledger,
      unchangedSince: merge.resting, attaching: attachments)
  }
}
