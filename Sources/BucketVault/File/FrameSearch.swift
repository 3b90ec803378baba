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
  /// How many frames more than there is room for are thought of first.
  private static let slack = 16
  /// How much work may be spent on what is likely in one gap before all else is tried, and on one
  /// guess of that.
  private static let shareOfGap = 128 << 20
  private static let shareOfGuess = 32 << 20

  /// - Parameters:
  ///   - start: Where the first frame should begin, in bytes; `nil` where that isn't known.
  ///   - tail: The beginning of the chain.
  ///   - key: The frame key.
  ///   - isTrying: Told again and again where it is, in bytes.
  init(
    _ bytes: [UInt8], from start: Int?, tail: Tail, key: consuming Secret,
    isTrying: @escaping (Int) -> Void = { _ in }
  ) {
    trials = FrameTrials(bytes, key: key, isTrying: isTrying)
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
  private mutating func search() -> FrameTrials.Place? {
    let floor = max(0, trials.searchingLeft - Self.shareOfGap)
    if let place = likely(leaving: floor) ?? unlikely() { return place }
    return trials.searchingLeft > floor ? nil : likely(leaving: 0)
  }

  /// The next frame whose number is near the one that is expected.
  ///
  /// The tag of the frame before it is the 16 bytes before it.
  ///
  /// - Parameter floor: How much work is to be left.
  private mutating func likely(leaving floor: Int) -> FrameTrials.Place? {
    var candidate = offset
    while let found = trials.nextFrame(from: candidate + 1), trials.searchingLeft > floor {
      candidate = found
      if let place = trials.place(at: found, after: tail) { return place }
      guard let before = tail(before: found) else { continue }
      let next = tail.sequence + 1
      let room = min((found - offset) / FrameTrials.smallest + Self.slack, Self.skipLimit)
      if let place = trials.place(
        at: found, after: before, numbers: next...(next + room), leaving: floor)
      {
        return place
      }
    }
    return nil
  }

  /// The next frame where a piece of the file is missing, or one of another copy begins.
  private mutating func unlikely() -> FrameTrials.Place? {
    var candidate = offset
    for _ in 0..<Self.wideTries {
      guard let found = trials.nextFrame(from: candidate + 1) else { return nil }
      candidate = found
      if let place = first(at: found) { return place }
      guard let before = tail(before: found) else { continue }
      let next = tail.sequence + 1
      let limit = found / FrameTrials.smallest + Self.skipLimit
      if let place = trials.place(
        at: found, after: before, numbers: next...(next + limit), leaving: floorOfGuess)
      {
        return place
      }
      if let place = trials.place(
        at: found, after: before, numbers: (1..<next).reversed(), leaving: floorOfGuess)
      {
        return place
      }
      var other = before
      for epoch in epochs {
        other.epoch = epoch
        if let place = trials.place(
          at: found, after: other, numbers: 1...limit, leaving: floorOfGuess)
        {
          return place
        }
      }
    }
    return nil
  }

  private var floorOfGuess: Int { max(0, trials.searchingLeft - Self.shareOfGuess) }

  /// Where the chain stands if a frame begins at an offset, but for its number.
  private func tail(before offset: Int) -> Tail? {
    guard offset >= Sodium.tagCount else { return nil }
    var before = tail
    before.tag = Array(trials.bytes[(offset - Sodium.tagCount)..<offset])
    return before
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
