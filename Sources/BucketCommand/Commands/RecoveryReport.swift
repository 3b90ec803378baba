import BucketPlaces
import BucketVault
import FoundationEssentials

/// What was brought out of a damaged vault, and what is missing.
struct RecoveryReport: Encodable {
  let file: String
  /// `whole`, `mended`, `damaged` or `borrowed`.
  let header: String
  let frames: Int
  let changes: Int
  let places: Int
  var missing: [Missing] = []
  var mendedFrames: [Int] = []
  var malformedFrames: [Int] = []
  var incompleteBatches = 0
  /// How many frames are missing, or at least how many.
  var framesMissing = 0
  /// Places that something missing may have changed since, or removed.
  var inDoubt: [InDoubt] = []
  /// How many places were removed of which nothing else was found.
  var unknownRemoved = 0
  /// How many frames this machine has seen of the vault.
  var framesSeen: Int?
  /// The frame within which the file ends, though it was seen whole.
  var cutShortIn: Int?
  /// Whether the search was ended because there was too much to try.
  var isCutShort = false
  /// How many photos the vault refers to that are beside it, and how many that aren't.
  var photos: Int?
  var photosMissing: Int?
  /// The path of the new vault, once it is written.
  var new: String?

  /// A stretch of the file, or frames that were behind its end.
  struct Missing: Encodable {
    var firstByte: Int?
    var lastByte: Int?
    var firstFrame: Int?
    var lastFrame: Int?
    var after: Date?
    var before: Date?

    private enum CodingKeys: String, CodingKey {
      case firstByte = "first_byte"
      case lastByte = "last_byte"
      case firstFrame = "first_frame"
      case lastFrame = "last_frame"
      case after, before
    }
  }

  struct InDoubt: Encodable {
    let id: String
    let name: String
  }

  private enum CodingKeys: String, CodingKey {
    case file, header, frames, changes, places, missing
    case mendedFrames = "mended_frames"
    case malformedFrames = "malformed_frames"
    case incompleteBatches = "incomplete_batches"
    case framesMissing = "frames_missing"
    case inDoubt = "in_doubt"
    case unknownRemoved = "unknown_removed"
    case framesSeen = "frames_seen"
    case cutShortIn = "cut_short_in"
    case isCutShort = "search_cut_short"
    case photos
    case photosMissing = "photos_missing"
    case new
  }

  /// Looks for the files of photos.
  mutating func count(_ photos: Set<UUID>, in store: borrowing AttachmentStore) {
    if photos.isEmpty { return }
    let there = photos.count { store.holds($0) }
    (self.photos, photosMissing) = (there, photos.count - there)
  }

  init(whole vault: DamagedVault, _ ledger: Ledger<Place>) {
    (file, header) = (vault.path, vault.headerState.rawValue)
    frames = ledger.frameCount
    changes = ledger.history.batches.reduce(0) { $0 + $1.changes.count }
    places = ledger.records.count
  }

  /// - Parameter seen: How many frames this machine has seen.
  init(_ vault: DamagedVault, _ salvage: Salvage<Place>, seen: Int?) {
    (file, header) = (vault.path, vault.headerState.rawValue)
    (frames, changes) = (salvage.frameCount, salvage.changeCount)
    places = salvage.records.count
    missing = salvage.gaps.map { Missing($0, seen: seen) }
    (mendedFrames, malformedFrames) = (salvage.mendedFrames, salvage.malformedFrames)
    (incompleteBatches, framesSeen) = (salvage.incompleteBatches, seen)
    isCutShort = salvage.hasGivenUp
    let last = missing.last
    if let seen, salvage.lastFrame < seen, last?.lastFrame != seen {
      missing.append(
        Missing(firstFrame: salvage.lastFrame + 1, lastFrame: seen, after: salvage.lastChange))
    }
    framesMissing = missing.reduce(malformedFrames.count) { $0 + $1.count }
    inDoubt = salvage.recordsInDoubt(of: seen).map {
      InDoubt(id: $0.id.uuidString, name: $0.name)
    }
    unknownRemoved = salvage.unknownRemoved
  }

  func write(to output: Output, asJSON: Bool) throws(Failure) {
    if asJSON { return try output.write(JSONLine.text(self)) }
    for (subject, text) in lines {
      let name = subject + String(repeating: " ", count: 12 - subject.count)
      try output.write("\(name)\(text)\n")
    }
  }

  private var lines: [(String, String)] {
    var lines = [("header", headerWords)]
    lines.append(
      (
        "whole",
        "\(Count.of(frames, "frame", "frames")) with "
          + "\(Count.of(changes, "change", "changes")): \(Count.places(places))"
      ))
    lines += mendedFrames.map { ("put right", "frame \($0), in which one bit was wrong") }
    lines += missing.map { ("missing", $0.words) }
    lines += malformedFrames.map { ("left out", "frame \($0), which bucket didn't write") }
    if !missing.isEmpty || !malformedFrames.isEmpty { lines.append(("in all", lossWords)) }
    if let cutShortIn {
      lines.append(("cut short", "within frame \(cutShortIn), which was whole when last seen here"))
    }
    if !inDoubt.isEmpty { lines.append(("in doubt", doubtWords)) }
    if unknownRemoved > 0 {
      let some = Count.of(unknownRemoved, "place", "places")
      lines.append(("removed", "\(some), of which nothing else was found"))
    }
    if incompleteBatches > 0 {
      let some = Count.of(
        incompleteBatches, "change of several places", "changes of several places")
      lines.append(("in part", "\(some), of which what is whole was brought out"))
    }
    if let photos, let photosMissing {
      let missing =
        photosMissing == 0
        ? "" : ", and \(photosMissing) \(photosMissing == 1 ? "is" : "are") missing"
      lines.append(
        ("photos", "\(Count.of(photos, "is", "are")) in the folder beside the vault" + missing))
    }
    if let framesSeen {
      lines.append(("seen here", Count.of(framesSeen, "frame", "frames")))
    }
    if isCutShort {
      lines.append(("given up", "there was too much to try; more may be whole than was found"))
    }
    return lines
  }

  /// Whether there may be more missing frames than are counted.
  private var mayLackMore: Bool {
    missing.contains { $0.firstFrame != nil && $0.lastFrame == nil }
  }

  private var lossWords: String {
    if framesMissing == 0, !mayLackMore { return "no frame is missing" }
    let count = Count.of(framesMissing, "frame is", "frames are")
    return (mayLackMore ? "at least " : "")
      + "\(count) missing, with all that was changed in \(framesMissing == 1 ? "it" : "them") alone"
  }

  private var doubtWords: String {
    let names = inDoubt.prefix(inDoubt.count > 4 ? 3 : 4).map {
      DisplayText.truncated($0.name, to: 60)
    }
    let rest = inDoubt.count - names.count
    return "as they were before that, perhaps changed or removed since: "
      + Failure.choice(of: names + (rest > 0 ? ["\(rest) more"] : []), last: "and")
  }

  private var headerWords: String {
    switch DamagedVault.HeaderState(rawValue: header) {
    case .mended: "one bit was wrong, and was put right"
    case .damaged: "damaged, but it can be read; some of its keys may be broken"
    case .borrowed: "that of the other copy"
    case .whole, nil: "whole"
    }
  }
}

extension RecoveryReport.Missing {
  /// How many frames these are, or at least how many.
  fileprivate var count: Int {
    guard let firstFrame else { return 0 }
    return (lastFrame ?? firstFrame) - firstFrame + 1
  }

  fileprivate init<Record>(_ gap: Salvage<Record>.Gap, seen: Int?) {
    (firstByte, lastByte) = (gap.bytes.lowerBound, gap.bytes.upperBound - 1)
    (after, before) = (gap.after, gap.before)
    let last = gap.lastFrame ?? seen.flatMap { $0 < gap.firstFrame ? nil : $0 }
    if let last, last < gap.firstFrame { return }
    (firstFrame, lastFrame) = (gap.firstFrame, last)
  }

  /// As in `frames 3 to 5, bytes 3204 to 6407; made between … and …`.
  fileprivate var words: String {
    let bytes = firstByte.flatMap { first in lastByte.map { "bytes \(first) to \($0)" } }
    guard let firstFrame else { return "\(bytes ?? "nothing"), which are of no frame" }
    var words =
      switch lastFrame {
      case firstFrame?: "frame \(firstFrame)"
      case let last?: "frames \(firstFrame) to \(last)"
      case nil: "whatever came from frame \(firstFrame) on"
      }
    if let bytes { words += ", \(bytes)" }
    switch (after.map { LocalTime($0).dayAndClock }, before.map { LocalTime($0).dayAndClock }) {
    case (let after?, let before?): words += "; made between \(after) and \(before)"
    case (let after?, nil): words += "; made after \(after)"
    case (nil, let before?): words += "; made before \(before)"
    case (nil, nil): break
    }
    return words
  }
}
