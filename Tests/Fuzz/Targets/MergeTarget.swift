import BucketPlaces

@testable import BucketCommand
@testable import BucketVault

/// The texts of frames of two copies of a vault that are merged, with a byte 0xFF between them: those
/// that both have, and behind a byte 0xFE each those of this copy and of the other.
enum MergeTarget: FuzzTarget {
  static let name = "merge"

  static func check(_ bytes: [UInt8]) throws {
    let parts = bytes.split(separator: 0xFE, maxSplits: 2, omittingEmptySubsequences: false)
      .map { $0.split(separator: 0xFF).map { Array($0) } }
    guard parts.count == 3 else { return }
    let file = try KnownVaultFile(frames: KnownVault.frames(of: parts[0] + parts[1]))
    let other = try KnownVaultFile(frames: KnownVault.frames(of: parts[0] + parts[2]))
    guard var here = file.contents(), let there = other.contents() else { return }
    let plan = MergePlan(of: there, into: here)
    for conflict in plan.conflicts { try check(conflict) }
    try file.open().append(plan, to: &here, resolved: [:], author: nil)
    let merged = file.contents()
    try Violation.unless(merged?.records == here.records, "a merge isn't read as it was written")
    for (id, wanted) in plan.outcomes.map({ ($0.id, $0.after) })
      + plan.conflicts.map({ ($0.id, $0.there) })
    {
      try Violation.unless(here[id] == wanted, "a merged place isn't as was said")
    }
    let again = MergePlan(of: there, into: here)
    try Violation.unless(
      again.incoming.isEmpty && again.conflicts.isEmpty, "a merge leaves something to merge")
  }

  /// Holds a text in which somebody decides to be a draft where nothing is to be decided.
  private static func check(_ conflict: MergePlan<Place>.Conflict) throws {
    guard let here = conflict.here, let there = conflict.there else { return }
    let merged = Draft.Merged(
      Draft.Merged.Side(place: here, label: "here"),
      Draft.Merged.Side(place: there, label: "there"), from: conflict.base)
    guard let length = merged.markLength else {
      _ = try merged.place(from: merged.text)
      return
    }
    let lines = TextDifference.lines(merged.text)
    let marks = lines.filter { Marks.isMark($0, length: length) }
    try Violation.unless(
      marks.count >= 3 && marks.count.isMultiple(of: 3), "marks are mistaken for text")
  }
}
