import BucketPlaces
import BucketVault
import FoundationEssentials

/// What becomes of the places that both copies changed.
struct MergeResolution {
  /// `nil` for a place that goes.
  private(set) var places: [Place.ID: Place?] = [:]
  private var editings: [PlaceEditing] = []

  /// Decides about each place: by rule, or in the editor.
  ///
  /// - Throws: The failure of an editor; what was written in it until then is kept as drafts.
  init(
    _ plan: MergePlan<Place>, _ preferred: Merge.Preference?, _ context: borrowing Context
  ) throws(Failure) {
    for conflict in plan.conflicts {
      guard let here = conflict.here, let there = conflict.there else {
        // A place that somebody still works on is not lost to a removal.
        let place = conflict.here ?? conflict.there
        if let preferred {
          places[conflict.id] = preferred == .here ? conflict.here : conflict.there
        } else {
          places[conflict.id] = place
          let name = DisplayText(place?.name ?? "").truncated(to: 60).string
          context.output.say("\(name) was removed in one copy and changed in the other: it stays")
        }
        continue
      }
      if let preferred {
        places[conflict.id] = preferred == .here ? here : there
      } else if Self.differInTimeAlone(here, there) {
        places[conflict.id] = there
      } else {
        places[conflict.id] = try edit(conflict, here, there, context)
      }
    }
  }

  /// The failure, with what became of the texts.
  func failing(_ failure: Failure) -> Failure {
    editings.reduce(failure) { $1.failing($0) }
  }

  /// The places are in the vault: no draft needs to keep them.
  func saved() { for editing in editings { editing.saved() } }

  private static func differInTimeAlone(_ here: Place, _ there: Place) -> Bool {
    var same = here
    same.modified = there.modified
    return same == there
  }

  private mutating func edit(
    _ conflict: MergePlan<Place>.Conflict, _ here: Place, _ there: Place,
    _ context: borrowing Context
  ) throws(Failure) -> Place {
    let merged = Draft.merged(
      Draft.Side(place: here, label: Self.label("here", conflict.hereChange)),
      Draft.Side(place: there, label: Self.label("there", conflict.thereChange)),
      from: conflict.base)
    let sealed = try context.sealedVault()
    let editing = PlaceEditing(
      here, as: here.id.uuidString, draft: nil, start: merged.text,
      drafts: SealedDrafts(of: sealed.header, state: sealed.state), editor: try context.editor(),
      output: context.output, diskAllowed: context.diskQuestion, marks: merged.marks)
    let place: Place
    do throws(Failure) {
      place = try editing.decided()
    } catch {
      throw failing(error)
    }
    editings.append(editing)
    var decided = place
    decided.modified = Date()
    return decided
  }

  /// Such as `here, alice@hut 2026-03-12 14:47`.
  private static func label(_ side: String, _ change: Change<Place>) -> String {
    let by = change.by.map { " " + DisplayText.neutralised($0) } ?? ""
    return "\(side),\(by) \(LocalTime(change.at).dayAndClock)"
  }
}
