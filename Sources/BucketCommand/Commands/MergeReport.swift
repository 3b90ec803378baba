import BucketPlaces
import BucketVault
import FoundationEssentials

/// What a merge does, or would do, in words.
struct MergeReport {
  private let plan: MergePlan<Place>
  private let resolution: MergeResolution

  init(_ plan: MergePlan<Place>, _ resolution: MergeResolution) {
    (self.plan, self.resolution) = (plan, resolution)
  }

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

  /// A line for each place that stays although one copy removed it.
  var kept: [String] {
    resolution.kept.map { conflict in
      let name = DisplayText.truncated((conflict.here ?? conflict.there)?.name ?? "", to: 60)
      return "\(name) was \(Self.words(for: conflict)), and stays"
    }
  }

  /// What would come, a line for each place.
  ///
  /// - Parameter records: All that are in the vault.
  func write(to output: Output, among records: [Place]) throws(Failure) {
    let book = PlaceBook(
      records + (plan.outcomes.filter { $0.before == nil }.compactMap(\.after))
        + plan.conflicts.filter { $0.here == nil }.compactMap(\.there))
    var table = Table([.fixed, .fixed, .text, .text], indent: 0)
    func add(_ verb: String, _ place: Place, note: String = "") {
      table.add([
        .init(verb), .init(book.shortID(of: place.id), .cyan), .init(place.name), .init(note),
      ])
    }
    for outcome in plan.outcomes {
      switch (outcome.before, outcome.after) {
      case (nil, let after?): add("add", after)
      case (let before?, nil): add("remove", before)
      case (let before?, let after?) where before != after: add("change", after)
      default: continue
      }
    }
    for conflict in plan.conflicts {
      guard let place = conflict.here ?? conflict.there else { continue }
      add(verb(for: conflict), place, note: Self.words(for: conflict))
    }
    for line in table.lines(width: output.width, style: output.style) {
      try output.write(line + "\n")
    }
  }

  private func verb(for conflict: MergePlan<Place>.Conflict) -> String {
    guard let decided = resolution.places[conflict.id] else { return "decide" }
    guard let place = decided else { return conflict.here == nil ? "leave" : "remove" }
    return conflict.here.map { $0 == place ? "keep" : "change" } ?? "add"
  }

  private static func words(for conflict: MergePlan<Place>.Conflict) -> String {
    if conflict.here == nil { return "removed here and changed there" }
    return conflict.there == nil ? "changed here and removed there" : "changed in both"
  }
}
