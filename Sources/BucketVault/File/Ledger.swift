public import FoundationEssentials

/// The records of a vault as its changes left them, in the order in which they were added.
public struct Ledger<Record: Codable & Identifiable & Sendable>: Sendable
where Record.ID: Codable & Sendable {
  private var places: [Record?] = []
  /// Where each record stands, also one that was removed: if it comes back, it comes back there.
  private var index: [Record.ID: Int] = [:]
  private var lastChanges: [Record.ID: UUID] = [:]
  /// Every batch that led here, where the past was asked for.
  private var past: [Batch<Record>]?
  /// Where the frames that were read end.
  var tail: Tail
  /// The texts in the frames that were read, in bytes.
  var textCount = 0
  /// Whether the frames were read from the first one on.
  let isWhole: Bool

  /// - Parameter keepsPast: Whether to keep the batches, for ``history``.
  init(from tail: Tail, keepsPast: Bool = false) {
    self.tail = tail
    isWhole = tail.sequence == 0
    past = keepsPast ? [] : nil
  }

  /// The beginning of another chain of the same vault, to be read anew.
  func restarted(from tail: Tail) -> Ledger { Ledger(from: tail, keepsPast: past != nil) }

  /// The records that are there.
  public var records: [Record] { places.compactMap(\.self) }

  /// The record with this id.
  public subscript(id: Record.ID) -> Record? { index[id].flatMap { places[$0] } }

  /// The last change of a record, also of one that was removed.
  public func lastChange(of id: Record.ID) -> UUID? { lastChanges[id] }

  /// The number of frames behind this state.
  public var frameCount: Int { tail.sequence }

  /// All that led here, where it was asked for; else nothing.
  public var history: History<Record> { History(past ?? []) }

  mutating func apply(_ batch: Batch<Record>) {
    for change in batch.changes { apply(change) }
    past?.append(batch)
  }

  private mutating func apply(_ change: Change<Record>) {
    lastChanges[change.action.subject] = change.id
    switch change.action {
    case .put(let record):
      if let place = index[record.id] {
        places[place] = record
      } else {
        index[record.id] = places.count
        places.append(record)
      }
    case .remove(let id):
      if let place = index[id] { places[place] = nil }
    }
  }
}
