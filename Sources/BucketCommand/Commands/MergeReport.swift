import BucketPlaces
import BucketVault
import FoundationEssentials

/// What a merge does, or would do, in words.
struct MergeReport {
  private let plan: MergePlan<Place>

  init(_ plan: MergePlan<Place>) { self.plan = plan }

  /// As in `2 places added, 1 changed, 1 changed in both`.
  var summary: String {
    func count(_ isCounted: (MergePlan<Place>.Outcome) -> Bool) -> Int {
      plan.outcomes.count(where: isCounted)
    }
    let counts = [
      (count { $0.before == nil && $0.after != nil }, "added"),
      (count { $0.before != nil && $0.after != nil && $0.before != $0.after }, "changed"),
      (count { $0.before != nil && $0.after == nil }, "removed"),
      (plan.conflicts.count, "changed in both"),
    ].filter { $0.0 > 0 }
    guard let first = counts.first else { return "the places are the same as before" }
    return
      (["\(Count.places(first.0)) \(first.1)"] + counts.dropFirst().map { "\($0.0) \($0.1)" })
      .joined(separator: ", ")
  }

  /// A line for each place.
  func write(to output: Output) throws(Failure) {
    for outcome in plan.outcomes {
      switch (outcome.before, outcome.after) {
      case (nil, let after?): try line("add", after, output)
      case (let before?, nil): try line("remove", before, output)
      case (let before?, let after?) where before != after: try line("change", after, output)
      default: continue
      }
    }
    for conflict in plan.conflicts {
      guard let place = conflict.here ?? conflict.there else { continue }
      let what =
        conflict.here == nil
        ? "removed here, changed there"
        : conflict.there == nil ? "changed here, removed there" : "changed in both"
      try line("decide", place, output, note: "  (\(what))")
    }
    output.say("\(summary); nothing was changed")
  }

  private func line(
    _ verb: String, _ place: Place, _ output: Output, note: String = ""
  ) throws(Failure) {
    let verb = verb + String(repeating: " ", count: 8 - verb.count)
    let id = place.id.uuidString.lowercased().prefix(8)
    try output.write("\(verb)\(id)  \(DisplayText.neutralised(place.name))\(note)\n")
  }
}
