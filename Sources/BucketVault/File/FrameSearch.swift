/// Looks for frames in a damaged file, where a frame that doesn't verify is no reason to stop.
struct FrameSearch: ~Copyable {
  /// A stretch in which no frame verifies.
  struct Gap {
    let bytes: Range<Int>
    let firstFrame: Int
    let lastFrame: Int?
  }

  enum Finding {
    case frame(text: [UInt8], number: Int, isMended: Bool)
    case gap(Gap)
  }

  private var trials: FrameTrials
  /// Where the chain stands.
  private(set) var tail: Tail
  private var offset: Int
  /// The frame behind a gap that was just told of.
  private var next: FrameTrials.Place?

  /// How many frames more than there is room for may be missing, because a piece of the file is.
  private static let skipLimit = 4_096
  /// How far from its header's the epoch of a frame may be.
  private static let epochLimit = 16
  /// At how many places of a gap all of that is tried; the tag before one may be destroyed too.
  private static let wideTries = 4

  /// - Parameters:
  ///   - start: Where the first frame should begin, in bytes; `nil` where that isn't known.
  ///   - tail: The beginning of the chain.
  ///   - key: The frame key.
  init(_ bytes: [UInt8], from start: Int?, tail: Tail, key: consuming Secret) {
    trials = FrameTrials(bytes, key: key)
    self.tail = tail
    offset = min(start ?? 0, bytes.count)
  }

  /// Whether there was too much to try for all of it to be tried.
  var hasGivenUp: Bool { trials.hasGivenUp }

  /// Begins at an offset in bytes if the first frame is there, whatever epoch it is of.
  mutating func begin(at start: Int) -> Bool {
    guard let place = first(at: start) else { return false }
    (offset, next) = (start, place)
    return true
  }

  /// What comes next in the file; `nil` at its end.
  mutating func nextFinding() -> Finding? {
    if let place = next {
      next = nil
      return take(place, isMended: false)
    }
    guard offset < trials.bytes.count else { return nil }
    if let place = trials.place(at: offset, after: tail) { return take(place, isMended: false) }
    if tail.sequence == 0, let place = first(at: offset) { return take(place, isMended: false) }
    if let place = trials.mended(at: offset, after: tail) { return take(place, isMended: true) }
    let start = offset
    let first = tail.sequence + 1
    guard let place = search() else {
      offset = trials.bytes.count
      return .gap(Gap(bytes: start..<offset, firstFrame: first, lastFrame: nil))
    }
    next = place
    return .gap(
      Gap(
        bytes: start..<place.range.lowerBound, firstFrame: first,
        lastFrame: place.tail.sequence - 1))
  }

  private mutating func take(_ place: FrameTrials.Place, isMended: Bool) -> Finding {
    tail = place.tail
    offset = place.range.upperBound
    return .frame(text: place.text, number: place.tail.sequence, isMended: isMended)
  }

  /// The next frame that verifies, whatever lies between.
  ///
  /// The tag of the frame before it is the 16 bytes before it, and its number is one of few.
  private mutating func search() -> FrameTrials.Place? {
    var tries = 0
    var candidate = offset
    while let found = trials.nextFrame(from: candidate + 1) {
      candidate = found
      if let place = trials.place(at: found, after: tail) { return place }
      guard found >= Sodium.tagCount else { continue }
      var before = tail
      before.tag = Array(trials.bytes[(found - Sodium.tagCount)..<found])
      let room = (found - offset) / FrameTrials.smallest + 1
      let next = tail.sequence + 1
      if let place = trials.place(at: found, after: before, numbers: next...(next + room)) {
        return place
      }
      tries += 1
      if tries <= Self.wideTries, let place = unlikely(at: found, after: before, room: room) {
        return place
      }
    }
    return nil
  }

  /// The frame at an offset where a piece of the file is missing, or one of another copy begins.
  private mutating func unlikely(
    at found: Int, after before: Tail, room: Int
  ) -> FrameTrials.Place? {
    let next = tail.sequence + 1
    let beyond = (next + room)...(next + room + Self.skipLimit)
    if let place = trials.place(at: found, after: before, numbers: beyond) { return place }
    if let place = trials.place(at: found, after: before, numbers: (1..<next).reversed()) {
      return place
    }
    if let place = first(at: found) { return place }
    var other = before
    for epoch in epochs {
      other.epoch = epoch
      let numbers = 1...(found / FrameTrials.smallest + Self.skipLimit)
      if let place = trials.place(at: found, after: other, numbers: numbers) { return place }
    }
    return nil
  }

  /// The first frame of an epoch near the one that is expected.
  private mutating func first(at offset: Int) -> FrameTrials.Place? {
    guard trials.beginsText(at: offset) else { return nil }
    var before = tail
    (before.sequence, before.tag) = (0, [UInt8](repeating: 0, count: Sodium.tagCount))
    for epoch in [tail.epoch] + epochs {
      before.epoch = epoch
      if let place = trials.place(at: offset, after: before) { return place }
    }
    return nil
  }

  /// The epochs near the one that is expected, the nearest first.
  private var epochs: [Int] {
    (1...Self.epochLimit).flatMap { distance in
      let (above, isTooHigh) = tail.epoch.addingReportingOverflow(distance)
      return (isTooHigh ? [] : [above]) + (tail.epoch > distance ? [tail.epoch - distance] : [])
    }
  }
}
