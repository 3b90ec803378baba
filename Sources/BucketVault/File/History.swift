public import FoundationEssentials

/// Everything that happened to the records of a vault, the oldest first.
public struct History<Record: Codable & Identifiable & Sendable>: Sendable
where Record.ID: Codable & Sendable {
  public let batches: [Batch<Record>]

  public init(_ batches: [Batch<Record>]) { self.batches = batches }

  /// A change with the record as it was before and is after it.
  public struct Effect: Sendable {
    public let change: Change<Record>
    public let before: Record?
    public let after: Record?
  }

  /// What each change did, by batch.
  public var effects: [[Effect]] {
    var records: [Record.ID: Record] = [:]
    return batches.map { batch in
      batch.changes.map { change in
        let subject = change.action.subject
        let before = records[subject]
        if case .put(let record) = change.action {
          records[subject] = record
        } else {
          records[subject] = nil
        }
        return Effect(change: change, before: before, after: records[subject])
      }
    }
  }

  /// All changes, the oldest first.
  var changes: [Change<Record>] { batches.flatMap(\.changes) }

  /// The ids of all changes, and of those that were purged.
  var knownChanges: Set<UUID> {
    Set(batches.flatMap { $0.changes.map(\.id) + $0.purged })
  }
}

// MARK: Undo

extension History {
  /// Why a batch can't be taken back.
  public enum UndoRefusal: Error, Sendable {
    /// There is no batch that could be.
    case nothing
    /// What was before these changes was purged.
    case purged
    /// This record was changed again since.
    case changedSince(Record.ID)
  }

  /// The last batch that can be taken back, if there is one.
  public var lastUndoable: Int? {
    batches.lastIndex { $0.changes.contains { !$0.isBase } }
  }

  /// What takes a batch back: each record as it was before it.
  ///
  /// - Parameter index: Of the batch in ``batches``.
  /// - Returns: What to do, and the last change of each record that it rests on.
  public func undoing(
    _ index: Int
  ) throws(UndoRefusal) -> (actions: [Change<Record>.Action], resting: [Record.ID: UUID]) {
    var before: [Record.ID: Record?] = [:]
    var order: [Record.ID] = []
    for effect in effects[index] where !effect.change.isBase {
      let subject = effect.change.action.subject
      if before[subject] == nil {
        before[subject] = .some(effect.before)
        order.append(subject)
      }
    }
    if order.isEmpty { throw batches[index].changes.isEmpty ? .nothing : .purged }
    var present: [Record.ID: Record] = [:]
    var resting: [Record.ID: UUID] = [:]
    for (number, batch) in batches.enumerated() {
      for change in batch.changes where before[change.action.subject] != nil {
        let subject = change.action.subject
        if number > index { throw .changedSince(subject) }
        resting[subject] = change.id
        if case .put(let record) = change.action {
          present[subject] = record
        } else {
          present[subject] = nil
        }
      }
    }
    var actions: [Change<Record>.Action] = []
    for subject in order {
      if let record = before[subject] ?? nil {
        actions.append(.put(record))
      } else if present[subject] != nil {
        actions.append(.remove(subject))
      }
    }
    return (actions, resting)
  }
}

// MARK: Purge

extension History {
  /// The most ids of purged changes that one batch holds.
  private static var purgedLimit: Int { 1_000 }

  /// The changes that would go if the past of these records were purged: of a record that is still
  /// there all but the last, of a removed one all.
  public func past(of subjects: Set<Record.ID>) -> [Change<Record>] {
    let kept = keptChanges(of: subjects)
    return changes.filter { change in
      subjects.contains(change.action.subject) && kept[change.action.subject]?.last.id != change.id
    }
  }

  /// The batches without the past of these records; the order of the records stays.
  func purged(of subjects: Set<Record.ID>) -> [Batch<Record>] {
    let kept = keptChanges(of: subjects)
    let gone = past(of: subjects).map(\.id)
    let all = batches.flatMap(\.purged) + gone
    var purged: [Batch<Record>] = stride(from: 0, to: all.count, by: Self.purgedLimit).map {
      Batch([], purged: Array(all[$0..<min($0 + Self.purgedLimit, all.count)]))
    }
    for batch in batches {
      let changes = batch.changes.compactMap { change -> Change<Record>? in
        guard subjects.contains(change.action.subject) else { return change }
        guard let (first, last) = kept[change.action.subject], first == change.id else {
          return nil
        }
        return first == last.id ? last : last.asBase
      }
      guard !changes.isEmpty else { continue }
      purged.append(
        Batch(id: batch.id, changes, undoes: batch.undoes, merged: batch.merged))
    }
    return purged
  }

  /// The last change of each record that is still there, and the one that first put it.
  private func keptChanges(
    of subjects: Set<Record.ID>
  ) -> [Record.ID: (first: UUID, last: Change<Record>)] {
    var kept: [Record.ID: (first: UUID, last: Change<Record>)] = [:]
    for change in changes where subjects.contains(change.action.subject) {
      switch change.action {
      case .put: kept[change.action.subject, default: (change.id, change)].last = change
      case .remove: kept[change.action.subject] = nil
      }
    }
    return kept
  }
}
