public import FoundationEssentials

/// What could be brought out of a damaged vault, and what could not.
public struct Salvage<Record: Codable & Identifiable & Sendable>: Sendable
where Record.ID: Codable & Sendable {
  public private(set) var batches: [Batch<Record>] = []
  public private(set) var gaps: [Gap] = []
  /// The numbers of frames of which one bit was put right, or the length field.
  public internal(set) var mendedFrames: [Int] = []
  /// The numbers of frames that verify, but don't hold what bucket writes.
  public private(set) var malformedFrames: [Int] = []
  /// The number of frames that were brought out.
  public private(set) var frameCount = 0
  /// Whether there was too much to try for all of it to be tried.
  public internal(set) var hasGivenUp = false
  /// Where the chain stands behind the last frame that was brought out.
  var tail: Tail

  private var open: [BatchPiece<Record>] = []
  /// How many batches came before the last frame that may be missing.
  private var countBeforeGaps = 0
  private let start: Tail
  /// Which batches lack some of their changes, as far as that is known.
  private var incomplete: Set<UUID> = []
  /// The ids of all changes so far, and of those that were purged.
  private var known: Set<UUID> = []

  init(from start: Tail) { (self.start, tail) = (start, start) }

  /// A stretch of the file of which nothing verifies.
  public struct Gap: Hashable, Sendable {
    /// Where it is in the file, in bytes.
    public let bytes: Range<Int>
    /// The number of the first frame that is missing.
    public let firstFrame: Int
    /// The number of the last frame that is missing, one less than the first where none is; `nil`
    /// where it is not known how many there were.
    public let lastFrame: Int?
    /// When the last change before it was made, and the first one after it.
    public internal(set) var after: Date?
    public internal(set) var before: Date?

    var mayLackFrames: Bool { lastFrame.map { $0 >= firstFrame } ?? true }
  }

  /// How many batches are known to lack some of their changes.
  public var incompleteBatches: Int { incomplete.count }

  /// The number of changes that were brought out.
  public var changeCount: Int { batches.reduce(0) { $0 + $1.changes.count } }

  /// The number of the last frame that was brought out.
  public var lastFrame: Int { tail.sequence }

  /// When the last of the changes was made.
  public var lastChange: Date? { batches.last { !$0.changes.isEmpty }?.changes.last?.at }

  /// The records that the changes leave.
  public var records: [Record] {
    var ledger = Ledger<Record>(from: start)
    for batch in batches { ledger.apply(batch) }
    return ledger.records
  }

  /// The records that something missing may have changed since, or removed.
  ///
  /// - Parameter framesSeen: How many frames there were once.
  public func recordsInDoubt(of framesSeen: Int?) -> [Record] {
    let isEndMissing = framesSeen.map { $0 > lastFrame } ?? false
    var last: [Record.ID: Int] = [:]
    for (number, batch) in batches.enumerated() {
      for change in batch.changes { last[change.action.subject] = number }
    }
    return records.filter { isEndMissing || last[$0.id, default: 0] < countBeforeGaps }
  }

  /// How many records were removed of which nothing else was found.
  public var unknownRemoved: Int {
    var known: Set<Record.ID> = []
    var unknown: Set<Record.ID> = []
    for change in batches.flatMap(\.changes) {
      let subject = change.action.subject
      if change.action.record != nil {
        known.insert(subject)
      } else if !known.contains(subject) {
        unknown.insert(subject)
      }
    }
    return unknown.count
  }

  mutating func add(_ pieces: [BatchPiece<Record>], behind tail: Tail) {
    frameCount += 1
    self.tail = tail
    for piece in pieces {
      if let last = gaps.indices.last, gaps[last].before == nil, !piece.changes.isEmpty {
        gaps[last].before = piece.merged?.at ?? piece.changes[0].at
      }
      if let first = open.first, first.batch != piece.batch { close(isWhole: false) }
      open.append(piece)
      if piece.more != true { close(isWhole: true) }
    }
  }

  mutating func add(_ gap: FrameSearch.Gap) {
    if !open.isEmpty { close(isWhole: false) }
    let last = batches.last { !$0.changes.isEmpty }
    gaps.append(
      Gap(
        bytes: gap.bytes, firstFrame: gap.firstFrame, lastFrame: gap.lastFrame,
        after: last?.merged?.at ?? last?.changes.last?.at, before: nil))
    if gaps[gaps.count - 1].mayLackFrames { countBeforeGaps = batches.count }
  }

  /// Leaves out a frame that doesn't hold what bucket writes.
  mutating func leaveOut(_ number: Int) {
    malformedFrames.append(number)
    countBeforeGaps = batches.count
  }

  mutating func finish() {
    if !open.isEmpty { close(isWhole: false) }
  }

  /// Takes up the pieces of a batch; what another part of the file had already stays away.
  private mutating func close(isWhole: Bool) {
    let batch = Batch(open)
    open = []
    if !isWhole { incomplete.insert(batch.id) }
    known.formUnion(batch.purged)
    let changes = batch.changes.filter { known.insert($0.id).inserted }
    guard !changes.isEmpty || !batch.purged.isEmpty else { return }
    // The pieces of a batch that were found on both sides of a gap stay one.
    if let last = batches.last, last.id == batch.id {
      batches[batches.count - 1] = Batch(
        id: last.id, last.changes + changes, undoes: last.undoes, merged: last.merged,
        purged: last.purged)
    } else {
      batches.append(
        Batch(
          id: batch.id, changes, undoes: batch.undoes, merged: batch.merged, purged: batch.purged))
    }
  }
}
