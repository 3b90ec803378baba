public import FoundationEssentials

/// What could be brought out of a damaged vault, and what could not.
public struct Salvage<Record: Codable & Identifiable & Sendable>: Sendable
where Record.ID: Codable & Sendable {
  public private(set) var batches: [Batch<Record>] = []
  public private(set) var gaps: [Gap] = []
  /// The numbers of frames of which one bit was put right, or the length field.
  public internal(set) var mendedFrames: [Int] = []
  /// How many batches are known to lack some of their changes.
  public private(set) var incompleteBatches = 0
  /// The number of frames that were brought out.
  public private(set) var frameCount = 0

  private var open: [BatchPiece<Record>] = []
  private let start: Tail

  init(from start: Tail) { self.start = start }

  /// A stretch of the file of which nothing verifies.
  public struct Gap: Hashable, Sendable {
    /// Where it is in the file, in bytes.
    public let bytes: Range<Int>
    /// The number of the first frame that is missing.
    public let firstFrame: Int
    /// The number of the last frame that is missing; `nil` where it is not known how many there
    /// were.
    public let lastFrame: Int?
    /// When the last change before it was made, and the first one after it.
    public internal(set) var after: Date?
    public internal(set) var before: Date?
  }

  /// The records that the changes leave.
  public var records: [Record] {
    var ledger = Ledger<Record>(from: start)
    for batch in batches { ledger.apply(batch) }
    return ledger.records
  }

  mutating func add(_ pieces: [BatchPiece<Record>], at number: Int) {
    frameCount += 1
    for piece in pieces {
      if let last = gaps.indices.last, gaps[last].before == nil {
        gaps[last].before = piece.changes.first?.at
      }
      if let first = open.first, first.batch != piece.batch { close(isWhole: false) }
      open.append(piece)
      if piece.more != true { close(isWhole: true) }
    }
  }

  mutating func add(_ gap: FrameSearch.Gap) {
    if !open.isEmpty { close(isWhole: false) }
    gaps.append(
      Gap(
        bytes: gap.bytes, firstFrame: gap.firstFrame, lastFrame: gap.lastFrame,
        after: batches.last { !$0.changes.isEmpty }?.changes.last?.at, before: nil))
  }

  mutating func finish() {
    if !open.isEmpty { close(isWhole: false) }
  }

  private mutating func close(isWhole: Bool) {
    if !isWhole { incompleteBatches += 1 }
    batches.append(Batch(open))
    open = []
  }
}
