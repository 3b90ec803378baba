import BucketPlaces
import BucketVault
import FoundationEssentials

extension Failure {
  static func nothingToTakeBack(isPurged: Bool) -> Failure {
    Failure(
      "nothing-to-undo", .failed,
      isPurged
        ? "there is nothing to take back: what was before was purged"
        : "there is nothing to take back",
      hints: ["bucket history shows what happened"])
  }

  /// - Parameter id: The last change that can be taken back.
  static func lastWasPurged(before id: String) -> Failure {
    Failure(
      "nothing-to-undo", .failed,
      "what was done last is a purge, and nothing takes that back; nothing was changed",
      hints: [
        "to take back the change before it: bucket undo \(id)", "see it first: bucket history",
      ])
  }

  static func noSuchChange(_ reference: String) -> Failure {
    Failure(
      "no-such-change", .noSuchPlace,
      "there is no change “\(DisplayText.truncated(reference, to: 60))”",
      hints: ["give the id in front of a change, at least 4 digits: bucket history"])
  }

  static func severalChangesFit(_ reference: String, _ entries: [HistoryEntry]) -> Failure {
    let shown = entries.suffix(10).reversed().map { entry in
      "\(entry.shortID)  \(LocalTime(entry.at).dayAndClock)  "
        + DisplayText.truncated(HistoryText.words(for: entry.parts), to: 60)
    }
    let more = entries.count > 10 ? ["… and \(entries.count - 10) more"] : []
    return Failure(
      "several-changes-fit", .severalFit,
      "“\(DisplayText.truncated(reference, to: 60))” fits \(entries.count) changes",
      hints: ["give the id of one of them:"], choices: shown + more)
  }

  static func takenBackNoMore(_ id: String) -> Failure {
    Failure(
      "nothing-to-undo", .failed,
      "\(id) can't be taken back: what was before it was purged; nothing was changed",
      hints: ["bucket history shows what else there is"])
  }

  /// - Parameters:
  ///   - id: The change that was to be taken back.
  ///   - later: The one that the place is as it is by.
  ///   - isTakenBack: Whether the later one took the other back.
  static func changedSince(
    _ id: String, by later: String, isTakenBack: Bool, _ place: Place?
  ) -> Failure {
    if isTakenBack {
      return Failure(
        "changed-since", .failed, "\(id) was taken back already, by \(later); nothing was changed",
        hints: ["to undo that: bucket undo \(later)"])
    }
    let name = place.map { DisplayText.truncated($0.name, to: 60) } ?? "a place of it"
    return Failure(
      "changed-since", .failed,
      "\(id) can't be taken back: \(name) was changed again since, by \(later); nothing was changed",
      hints: ["take that back first: bucket undo \(later)"])
  }

  static let purgeOfNothing = Failure(
    "usage", .notUnderstood,
    "PLACE is missing, and none of --removed, --history and --orphans is given",
    hints: ["name a place, or all of them: bucket help purge"])

  static let purgeChangedMeanwhile = Failure(
    "changed-meanwhile", .failed,
    "the places were changed by another bucket in the meantime; nothing of them was purged",
    hints: ["see what they are now, and try again: bucket history"])

  static func interruptedWritesStay(_ error: SystemError) -> Failure {
    Failure(
      "state-unusable", .failed, "a copy of an interrupted write can't be removed: \(error.text)",
      hints: ["what else was to be purged is; see where the copy is: bucket check"])
  }

  /// Some names, and how many others there are.
  static func names(of places: [Place]) -> String {
    let shown = places.prefix(places.count > 4 ? 3 : 4).map {
      DisplayText.truncated($0.name, to: 60)
    }
    let rest = places.count - shown.count
    return choice(of: shown + (rest > 0 ? ["\(rest) more"] : []), last: "and")
  }
}
