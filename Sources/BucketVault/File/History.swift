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

  /// The records that are no more, as they were last, in the order in which they went.
  public var removed: [Record] {
    var gone: [Record.ID: (number: Int, record: Record)] = [:]
    for (number, effect) in effects.joined().enumerated() {
      let subject = effect.change.action.subject
      if effect.after != nil {
        gone[subject] = nil
      } else if let record = effect.before {
        gone[subject] = (number, record)
      }
    }
    return gone.values.sorted { $0.number < $1.number }.map(\.record)
  }

  /// The ids of all changes, and of those that were purged.
  var knownChanges: Set<UUID> {
    Set(batches.flatMap { $0.changes.map(\.id) + $0.purged })
  }
}

// MARK: Undo

extension History {
  /// What a batch did to one record, all in all.
  public struct Outcome: Sendable {
    public let subject: Record.ID
    public let before: Record?
    public let after: Record?
  }

  /// Why a batch can't be taken back.
  public enum UndoRefusal: Error, Sendable {
    /// It did nothing, or there is no batch that could be.
    case nothing
    /// What was before these changes was purged.
    case purged
    /// This record is no more as the batch left it, but as a later one did, whose index is given.
    case changedSince(Record.ID, by: Int)
  }

  /// The last batch that can be taken back, if there is one.
  public var lastUndoable: Int? {
    let effects = effects
    return effects.lastIndex { !Self.outcomes(of: $0).isEmpty }
  }

  /// What a batch did to each record, as far as it can be taken back.
  ///
  /// - Parameter index: Of the batch in ``batches``.
  public func outcomes(of index: Int) -> [Outcome] { Self.outcomes(of: effects[index]) }

  /// What takes a batch back: each record as it was before it.
  ///
  /// It can be taken back while the records are as it left them, also where they were something else
  /// in between: so what was undone can be followed by what was done before it.
  ///
  /// - Parameter index: Of the batch in ``batches``.
  /// - Returns: What to do, and the last change of each record that it rests on.
  public func undoing(
    _ index: Int
  ) throws(UndoRefusal) -> (actions: [Change<Record>.Action], resting: [Record.ID: UUID]) {
    let effects = effects
    let outcomes = Self.outcomes(of: effects[index])
    if outcomes.isEmpty {
      throw batches[index].changes.contains(where: \.isBase) ? .purged : .nothing
    }
    let subjects = Set(outcomes.map(\.subject))
    var present: [Record.ID: Record] = [:]
    var resting: [Record.ID: UUID] = [:]
    for effect in effects[index...].joined() where subjects.contains(effect.change.action.subject) {
      present[effect.change.action.subject] = effect.after
      resting[effect.change.action.subject] = effect.change.id
    }
    for outcome in outcomes where !Self.isSame(present[outcome.subject], outcome.after) {
      throw .changedSince(
        outcome.subject,
        by: Self.index(
          leaving: present[outcome.subject], of: outcome.subject, in: effects, after: index))
    }
    let actions = outcomes.map { outcome -> Change<Record>.Action in
      outcome.before.map { .put($0) } ?? .remove(outcome.subject)
    }
    return (actions, resting)
  }

  /// Whether a batch and what was before it is still there, for all of these records.
  func holds(_ id: UUID, for subjects: some Sequence<Record.ID>) -> Bool {
    guard let batch = batches.last(where: { $0.id == id }) else { return false }
    return Set(batch.changes.filter { !$0.isBase }.map(\.action.subject)).isSuperset(of: subjects)
  }

  private static func outcomes(of effects: [Effect]) -> [Outcome] {
    var outcomes: [Outcome] = []
    var places: [Record.ID: Int] = [:]
    for effect in effects where !effect.change.isBase {
      let subject = effect.change.action.subject
      let place = places[subject, default: outcomes.count]
      let before = place < outcomes.count ? outcomes[place].before : effect.before
      let outcome = Outcome(subject: subject, before: before, after: effect.after)
      if place < outcomes.count { outcomes[place] = outcome } else { outcomes.append(outcome) }
      places[subject] = place
    }
    return outcomes.filter { !isSame($0.before, $0.after) }
  }

  /// The first later batch that left a record as it is now.
  private static func index(
    leaving record: Record?, of subject: Record.ID, in effects: [[Effect]], after index: Int
  ) -> Int {
    effects.indices.dropFirst(index + 1).first { number in
      let last = effects[number].last { $0.change.action.subject == subject }
      return last.map { isSame($0.after, record) } ?? false
    } ?? index
  }

  /// Whether two records are written alike; equal texts need not be.
  private static func isSame(_ one: Record?, _ other: Record?) -> Bool {
    switch (one, other) {
    case (nil, nil): true
    case (let one?, let other?): CanonicalJSON.encode(one) == CanonicalJSON.encode(other)
    default: false
    }
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

  /// The batches without the past of these records, and behind them the ids of what went; the order
  /// of the records stays.
  func purged(of subjects: Set<Record.ID>) -> [Batch<Record>] {
    let kept = keptChanges(of: subjects)
    let gone = past(of: subjects).map(\.id)
    let remaining = batches.compactMap { batch -> Batch<Record>? in
      let changes = batch.changes.compactMap { change -> Change<Record>? in
        guard subjects.contains(change.action.subject) else { return change }
        guard let (first, last) = kept[change.action.subject], first == change.id else {
          return nil
        }
        return first == last.id ? last : last.asBase
      }
      guard !changes.isEmpty || !batch.purged.isEmpty else { return nil }
      return Batch(
        id: batch.id, changes, undoes: batch.undoes, merged: batch.merged, purged: batch.purged)
    }
    return remaining
      + stride(from: 0, to: gone.count, by: Self.purgedLimit).map {
        Batch([], purged: Array(gone[$0..<min($0 + Self.purgedLimit, gone.count)]))
      }
  }

  /// Whether something was purged since a batch was made.
  ///
  /// - Parameter index: Of the batch in ``batches``.
  public func wasPurged(after index: Int) -> Bool {
    batches[(index + 1)...].contains { !$0.purged.isEmpty }
  }

  /// The last change of each record that is still there, and the one that first put it.
  private func keptChanges(
    of subjects: Set<Record.ID>
  ) -> [Record.ID: (first: UUID, last: Change<Record>)] {
    var kept: [Record.ID: (first: UUID, last: Change<Record>?)] = [:]
    for change in changes where subjects.contains(change.action.subject) {
      switch change.action {
      case .put: kept[change.action.subject, default: (change.id, nil)].last = change
      case .remove: kept[change.action.subject]?.last = nil
      }
    }
    return kept.compactMapValues { first, last in last.map { (first, $0) } }
  }
}
