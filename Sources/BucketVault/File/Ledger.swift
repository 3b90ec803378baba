public import FoundationEssentials

/// The records of a vault as its changes left them, in the order in which they were added.
public struct Ledger<Record: Codable & Identifiable & Sendable>: Sendable
where Record.ID: Codable & Sendable {
  private var places: [Record?] = []
  private var index: [Record.ID: Int] = [:]
  private var lastChanges: [Record.ID: UUID] = [:]
  /// Where the frames that were read end.
  var tail: Tail
  /// Whether the frames were read from the first one on.
  let isWhole: Bool

  init(from tail: Tail) {
    self.tail = tail
    isWhole = tail.sequence == 0
  }

  /// The records that are there.
  public var records: [Record] { places.compactMap(\.self) }

  /// The record with this id.
  public subscript(id: Record.ID) -> Record? { index[id].flatMap { places[$0] } }

  /// The last change of a record, also of one that was removed.
  public func lastChange(of id: Record.ID) -> UUID? { lastChanges[id] }

  /// The number of frames behind this state.
  public var frameCount: Int { tail.sequence }

  mutating func apply(_ change: Change<Record>) {
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
      if let place = index.removeValue(forKey: id) { places[place] = nil }
    }
  }
}
