import BucketPlaces
import BucketVault
import FoundationEssentials

/// What becomes of the places that both copies changed.
struct MergeResolution {
  /// What is decided; `nil` for a place that goes.
  private(set) var places: [Place.ID: Place?] = [:]
  /// Those that the editor has to show.
  private(set) var open: [MergePlan<Place>.Conflict] = []
  /// Those that are in one copy alone, since the other removed them, and stay.
  private(set) var kept: [MergePlan<Place>.Conflict] = []
  private var editings: [PlaceEditing] = []

  /// Decides what needs nobody to decide.
  init(_ plan: MergePlan<Place>, _ preferred: Merge.Preference?) {
    for conflict in plan.conflicts {
      if let preferred {
        settle(conflict, as: conflict.preferring(preferred))
      } else if conflict.here == nil || conflict.there == nil {
        // A place that somebody still works on is not lost to a removal.
        settle(conflict, as: conflict.here ?? conflict.there)
        kept.append(conflict)
      } else if let merged = conflict.merged(), !merged.isDifferent {
        settle(conflict, as: merged.settled)
      } else {
        open.append(conflict)
      }
    }
  }

  /// Has somebody decide about the others in the editor, one after the other.
  ///
  /// - Parameters:
  ///   - drafts: Those of the vault, to keep what is decided in until all of it is saved.
  ///   - former: What was kept before, by a merge that came to no end.
  /// - Throws: The failure of an editor, with what became of the texts.
  mutating func decide(
    _ drafts: SealedDrafts, resuming former: [SealedDrafts.Kept], _ context: borrowing Context
  ) throws(Failure) {
    let width = context.output.width ?? 80
    let editor = try context.editor()
    let resumed = try context.offered(
      open.compactMap { conflict in former.last { conflict.isSubject(of: $0.draft) } }, from: drafts
    )
    for (number, conflict) in open.enumerated() {
      guard let here = conflict.here, let merged = conflict.merged(width: width) else { continue }
      let draft = resumed.first { conflict.isSubject(of: $0.draft) }
      let editing = PlaceEditing(
        here, as: here.id.uuidString, draft: draft,
        start: draft.flatMap { conflict.text(of: $0.draft) } ?? merged.text,
        choice: SealedDraft.Choice(
          against: conflict.thereChange.id,
          markLength: draft?.draft.choice?.markLength ?? merged.markLength),
        drafts: drafts, editor: editor, output: context.output, diskAllowed: context.diskQuestion,
        read: merged.place)
      // All of them can tell what became of their texts from now on.
      editings.append(editing)
      if open.count > 1 {
        let name = DisplayText.truncated(here.name, to: 60)
        context.output.say("\(number + 1) of \(open.count): \(name)")
      }
      do throws(Failure) {
        var place: Place
        if let before = editing.decidedBefore(by: draft) {
          place = before
        } else {
          place = try editing.decided()
        }
        place.modified = Date()
        settle(conflict, as: place)
      } catch {
        throw failing(error)
      }
    }
  }

  private mutating func settle(_ conflict: MergePlan<Place>.Conflict, as place: Place?) {
    places.updateValue(place, forKey: conflict.id)
  }

  /// The failure, with what became of the texts.
  func failing(_ failure: Failure) -> Failure {
    editings.reduce(failure) { $1.failing($0) }
  }

  /// The places are in the vault: no draft needs to keep them.
  func saved() { for editing in editings { editing.saved() } }
}

extension MergePlan.Conflict where Record == Place {
  /// The place as one copy has it, but for photos, of which those of both stay; `nil` where it goes.
  fileprivate func preferring(_ side: Merge.Preference) -> Place? {
    let (preferred, other) = side == .here ? (here, there) : (there, here)
    guard var place = preferred else { return nil }
    if let other { place.unitePhotos(with: other, since: base) }
    return place
  }

  /// The place in both copies as one text; `nil` where one of them removed it.
  fileprivate func merged(width: Int = 80) -> Draft.Merged? {
    guard let here, let there else { return nil }
    return Draft.Merged(
      Draft.Merged.Side(place: here, label: Self.label("here", hereChange)),
      Draft.Merged.Side(place: there, label: Self.label("there", thereChange)), from: base,
      width: width)
  }

  /// Such as `here, alice@hut 2026-03-12 14:47`; anybody may have written the name.
  static func label(_ side: String, _ change: Change<Place>) -> String {
    let by = change.by.map { " " + DisplayText($0).truncated(to: 40).trimmed.string } ?? ""
    return "\(side),\(by) \(LocalTime(change.at).dayAndClock)"
  }

  /// Whether a draft decides between these two, or between an earlier state here and this one there.
  fileprivate func isSubject(of draft: SealedDraft) -> Bool {
    draft.subject == id.uuidString && draft.choice?.against == thereChange.id
      && text(of: draft) != nil
  }

  /// What a draft says about the place as it is here now; `nil` where that can't be told.
  fileprivate func text(of draft: SealedDraft) -> String? {
    guard let here, let base = draft.base else { return nil }
    let current = Draft(here).text
    if base == current { return draft.text }
    guard (try? Draft(parsing: draft.text)) != nil else { return nil }
    return Draft.rebased(draft.text, from: base, onto: current)
  }
}
