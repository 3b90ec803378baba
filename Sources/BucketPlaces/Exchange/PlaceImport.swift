public import FoundationEssentials

/// Compares what files hold with the places of a vault, and says what would be put into it.
public struct PlaceImport: Sendable {
  /// What happens to a place that is on the list already.
  public enum DuplicateRule: String, CaseIterable, Sendable {
    /// It stays out.
    case skip
    /// What is empty on the list is filled with what the file has; nothing is overwritten.
    case merge
    /// It comes in as another place.
    case add
  }

  /// What became of a place of a file.
  public enum Outcome: Hashable, Sendable {
    case new
    /// It is new, and under another id: a place of the files that says something else has its own.
    case renumbered
    /// It added something to a place that was there, on the list or in the files.
    case merged
    /// It added something to one on the list, which stays as it is where both say something else.
    case partlyMerged
    /// It was there, and nothing came of it.
    case unchanged
    /// It is on the list, which says something else and stays as it is.
    case differing
  }

  private struct Entry {
    var place: Place
    let isNew: Bool
    var isChanged = false
    /// What of the files was found to be this place; nothing else of them is.
    var claim: Claim?
  }

  /// What makes a place of the files one and the same wherever it stands in them.
  private enum Claim: Hashable {
    case id(UUID)
    case look(name: FoldedText, spot: DuplicateIndex.Spot?)
  }

  private let rule: DuplicateRule
  private let now: Date
  private var entries: [Entry] = []
  private var listed = DuplicateIndex()
  private var arrived = DuplicateIndex()

  /// - Parameter now: When the places of the vault are changed, where they are.
  public init(into places: [Place], onDuplicate rule: DuplicateRule, now: Date) {
    (self.rule, self.now) = (rule, now)
    for place in places { append(place, isNew: false) }
  }

  /// Compares places that were compared before with what the vault holds now.
  ///
  /// - Parameter identified: Those of them that have ids of ours.
  public init(
    again places: [Place], identified: Set<UUID>, into vault: [Place],
    onDuplicate rule: DuplicateRule, now: Date
  ) {
    self.init(into: vault, onDuplicate: rule, now: now)
    for place in places {
      _ = take(
        FoundPlace(
          place: place,
          isIdentified: identified.contains(place.id) || listed.first(withID: place.id) != nil,
          isUnnamed: place.isUnnamed, line: 1, remarks: []))
    }
  }

  /// The ids of ours among those of the places to put into the vault.
  public private(set) var identified: Set<UUID> = []

  /// How many places are new.
  public var newCount: Int { entries.count(where: \.isNew) }

  /// The places to put into the vault: those that were filled in, then new ones, in the order of the
  /// files.
  public consuming func puts() -> [Place] {
    entries.compactMap { $0.isNew || $0.isChanged ? $0.place : nil }
  }

  public mutating func take(_ found: FoundPlace) -> Outcome { takeNumbered(found).outcome }

  /// Takes a place of a file, and gives the number by which `place(_:)` knows it from then on.
  public mutating func takeNumbered(_ found: FoundPlace) -> (outcome: Outcome, number: Int) {
    let place = found.place
    if found.isIdentified { identified.insert(place.id) }
    if rule == .add {
      return (.new, append(entry(withID: place.id) == nil ? place : place.copy(id: UUID())))
    }
    if found.isIdentified, let known = entry(withID: place.id) {
      guard entries[known].isNew else { return (settle(found, on: known), known) }
      if !entries[known].place.saysOtherwise(than: place, isUnnamed: false) {
        return (fill(known, from: found), known)
      }
      return (.renumbered, append(place.copy(id: UUID())))
    }
    if let listed = listedTwin(of: found) { return (settle(found, on: listed), listed) }
    if !found.isIdentified, let twin = arrivedTwin(of: found) {
      var longer = entries[twin].place
      if longer.addText(of: place) {
        let hasMore = longer != entries[twin].place
        entries[twin].place = longer
        let outcome = fill(twin, from: found)
        return (hasMore ? .merged : outcome, twin)
      }
    }
    return (.new, append(place))
  }

  /// The place that one of the files became or was, with all that was taken into it so far.
  public func place(_ number: Int) -> Place { entries[number].place }

  /// A place on the list that is the same as one of the files.
  private mutating func settle(_ found: FoundPlace, on number: Int) -> Outcome {
    entries[number].claim = claim(of: found)
    let differs = entries[number].place.saysOtherwise(
      than: found.place, isUnnamed: found.isUnnamed)
    guard rule == .merge else { return differs ? .differing : .unchanged }
    switch fill(number, from: found) {
    case .merged: return differs ? .partlyMerged : .merged
    default: return differs ? .differing : .unchanged
    }
  }

  private mutating func fill(_ number: Int, from found: FoundPlace) -> Outcome {
    let before = entries[number].place
    var place = before
    place.fill(
      from: found.place, isUnnamed: found.isUnnamed, replacingNear: entries[number].isNew)
    guard place != before else { return .unchanged }
    if !entries[number].isNew { place.modified = now }
    entries[number].place = place
    entries[number].isChanged = true
    note(place, at: number)
    return .merged
  }

  /// - Returns: Its number.
  @discardableResult
  private mutating func append(_ place: Place, isNew: Bool = true) -> Int {
    entries.append(Entry(place: place, isNew: isNew))
    note(place, at: entries.count - 1)
    return entries.count - 1
  }

  private mutating func note(_ place: Place, at number: Int) {
    if entries[number].isNew {
      arrived.add(place, at: Int32(number))
    } else {
      listed.add(place, at: Int32(number))
    }
  }

  private func entry(withID id: UUID) -> Int? {
    (listed.first(withID: id) ?? arrived.first(withID: id)).map(Int.init)
  }

  /// The place on the list that one of the files is, and that no other one of them was.
  private func listedTwin(of found: FoundPlace) -> Int? {
    listed.first(like: found.place, isUnnamed: found.isUnnamed, places: known) { number in
      let former = entries[Int(number)].claim
      if former == nil || former == claim(of: found) || isSource(of: number, found) { return true }
      // What has no name says nothing new, nor does what is just there.
      return !found.isIdentified && (found.isUnnamed || isLook(of: number, found))
    }.map(Int.init)
  }

  /// The place that is in the files already: of the same source, or where it is and called alike.
  ///
  /// Nothing of the files is lost: what only looks alike and says something else is another place.
  private func arrivedTwin(of found: FoundPlace) -> Int? {
    let spot = DuplicateIndex.Spot(found.place.coordinate)
    return arrived.first(like: found.place, isUnnamed: found.isUnnamed, places: known) { number in
      if isSource(of: number, found) { return true }
      let place = known(number)
      return DuplicateIndex.Spot(place.coordinate) == spot
        && !place.saysOtherwise(than: found.place, isUnnamed: true)
    }.map(Int.init)
  }

  private func known(_ number: Int32) -> Place { entries[Int(number)].place }

  private func isLook(of number: Int32, _ found: FoundPlace) -> Bool {
    let place = known(number)
    return FoldedText(place.name) == FoldedText(found.place.name)
      && DuplicateIndex.Spot(place.coordinate) == DuplicateIndex.Spot(found.place.coordinate)
  }

  private func isSource(of number: Int32, _ found: FoundPlace) -> Bool {
    found.place.source.map { $0 == known(number).source } ?? false
  }

  private func claim(of found: FoundPlace) -> Claim {
    found.isIdentified
      ? .id(found.place.id)
      : .look(
        name: FoldedText(found.place.name), spot: DuplicateIndex.Spot(found.place.coordinate))
  }
}
