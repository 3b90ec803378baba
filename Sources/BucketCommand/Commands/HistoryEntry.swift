import BucketPlaces
import BucketVault
import FoundationEssentials

/// One entry of the history: what one run of a command did to places.
struct HistoryEntry {
  /// What a change did to a place.
  enum Kind: String { case added, changed, removed }

  /// A change, and the place as it was before and after it.
  struct Part {
    let change: Change<Place>
    let kind: Kind
    let before: Place?
    let after: Place?
    /// The place as it was last.
    let place: Place
    /// Whether the place had been there before, and was off the list.
    let isReturn: Bool
  }

  /// The shortest beginning of the batch's id that is its own.
  let shortID: String
  let batch: Batch<Place>
  /// The batch that was taken back, by its short id if it is still there.
  let undoes: (id: UUID, shortID: String?)?
  /// Those parts that were asked for.
  private(set) var parts: [Part]
  /// How many parts there are in all.
  let count: Int

  /// The time at which it was made or brought in, and who did that.
  var at: Date { batch.merged?.at ?? parts[0].change.at }
  var by: String? { batch.merged == nil ? parts[0].change.by : batch.merged?.by }
}

extension HistoryEntry {
  /// The entries of a history, the oldest first; batches that did nothing are left out.
  static func entries(of history: BucketVault.History<Place>) -> [HistoryEntry] {
    let ids = IDIndex(history.batches.map(\.id))
    let known = Set(history.batches.map(\.id))
    var seen: Set<Place.ID> = []
    return zip(history.batches, history.effects).compactMap { batch, effects in
      let parts = effects.compactMap { part(of: $0, seen: &seen) }
      if parts.isEmpty { return nil }
      return HistoryEntry(
        shortID: ids.shortID(of: batch.id), batch: batch,
        undoes: batch.undoes.map { ($0, known.contains($0) ? ids.shortID(of: $0) : nil) },
        parts: parts, count: parts.count)
    }
  }

  /// The entry with those parts alone that are about one place; `nil` if there are none.
  func about(_ place: Place.ID) -> HistoryEntry? {
    var entry = self
    entry.parts = parts.filter { $0.place.id == place }
    return entry.parts.isEmpty ? nil : entry
  }

  private static func part(
    of effect: BucketVault.History<Place>.Effect, seen: inout Set<Place.ID>
  ) -> Part? {
    // To remove what isn't there does nothing.
    guard let place = effect.after ?? effect.before else { return nil }
    let kind: Kind =
      effect.after == nil
      ? .removed : effect.before == nil && !effect.change.isBase ? .added : .changed
    let isReturn = !seen.insert(place.id).inserted && kind == .added
    return Part(
      change: effect.change, kind: kind, before: effect.before, after: effect.after, place: place,
      isReturn: isReturn)
  }
}
