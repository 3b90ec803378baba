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
    /// It added something to a place that was there, on the list or in the files.
    case merged
    /// It was there, and nothing came of it.
    case unchanged
  }

  private struct Entry {
    var place: Place
    let isNew: Bool
    var isChanged = false
    /// The id by which an export of ours calls it, if that was found to be the same place.
    var claim: UUID?
  }

  /// How many places of the files say something else than the list, which stays as it is.
  public private(set) var differingCount = 0
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

  /// The places to put into the vault: those that were filled in, then new ones, in the order of the
  /// files.
  public consuming func puts() -> [Place] {
    entries.compactMap { $0.isNew || $0.isChanged ? $0.place : nil }
  }

  public mutating func take(_ found: FoundPlace) -> Outcome {
    guard rule != .add else {
      var place = found.place
      if entry(withID: place.id) != nil { place = place.copy(id: UUID()) }
      append(place, isNew: true)
      return .new
    }
    guard let (twin, isSure) = twin(of: found) else {
      append(found.place, isNew: true)
      return .new
    }
    let entry = entries[twin]
    if !entry.isNew, entry.place.contradicts(found.place, isUnnamed: found.isUnnamed) {
      differingCount += 1
    }
    if found.isIdentified, !entry.isNew { entries[twin].claim = found.place.id }
    guard entry.isNew || rule == .merge else { return .unchanged }
    var merged = entry.place
    if entry.isNew {
      // Nothing of the files is lost: what only looks alike and says something else is another place.
      if !isSure, merged.contradicts(found.place, isUnnamed: true) {
        append(found.place, isNew: true)
        return .new
      }
      merged.addText(of: found.place)
    }
    merged.fill(from: found.place, isUnnamed: found.isUnnamed, replacingNear: entry.isNew)
    guard merged != entry.place else { return .unchanged }
    if !entry.isNew { merged.modified = now }
    entries[twin].place = merged
    entries[twin].isChanged = true
    note(merged, at: twin)
    return .merged
  }

  private mutating func append(_ place: Place, isNew: Bool) {
    entries.append(Entry(place: place, isNew: isNew))
    note(place, at: entries.count - 1)
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

  /// The same place among those that are known, and whether an id says so.
  ///
  /// Two of one file with ids of ours are two places, however alike they look.
  private func twin(of found: FoundPlace) -> (number: Int, isSure: Bool)? {
    let (place, isUnnamed) = (found.place, found.isUnnamed)
    if let known = entry(withID: place.id) { return (known, true) }
    func known(_ number: Int32) -> Place { entries[Int(number)].place }
    let same = listed.first(like: place, isUnnamed: isUnnamed, places: known) { number in
      let claim = entries[Int(number)].claim
      return !found.isIdentified || claim == nil || claim == place.id
    }
    if let same { return (Int(same), false) }
    if found.isIdentified { return nil }
    let arrived = arrived.first(like: place, isUnnamed: isUnnamed, places: known) { _ in
      true
    }
    return arrived.map { number in
      (Int(number), place.source != nil && entries[Int(number)].place.source == place.source)
    }
  }
}

extension Place {
  /// Whether another version of the place says something else than this one.
  ///
  /// - Parameter isUnnamed: Whether the other one's name is not to be compared.
  fileprivate func contradicts(_ other: Place, isUnnamed: Bool) -> Bool {
    func differs<Value: Equatable>(_ one: Value?, _ other: Value?) -> Bool {
      one != nil && other != nil && one != other
    }
    return (!isUnnamed && name != other.name)
      || (!description.isEmpty && !other.description.isEmpty && description != other.description)
      || differs(category, other.category) || differs(address, other.address)
      || differs(link, other.link) || differs(visited, other.visited)
  }

  /// Takes what another version of the place has to say beside what this one says.
  fileprivate mutating func addText(of other: Place) {
    guard !description.isEmpty, !other.description.isEmpty,
      !description.contains(other.description)
    else { return }
    // Where both are too long for one place, what was there stays.
    do throws(PlaceError) {
      try setDescription(description + "\n\n" + other.description)
    } catch {}
  }

  /// Takes what another version of the place has where this one has nothing.
  ///
  /// - Parameters:
  ///   - isUnnamed: Whether the other one's name was made up.
  ///   - replacesNear: Whether an exact position takes the place of one that is only near.
  fileprivate mutating func fill(
    from other: Place, isUnnamed: Bool, replacingNear replacesNear: Bool
  ) {
    // All that a place holds another one can hold, but the tags of two may be too many for none.
    func take(_ body: () throws(PlaceError) -> Void) {
      do throws(PlaceError) { try body() } catch {
        preconditionFailure("a place can't have what another one has")
      }
    }
    if !isUnnamed, self.isUnnamed { take { () throws(PlaceError) in try setName(other.name) } }
    let isNearer =
      replacesNear && approximate == true && other.coordinate != nil && other.approximate != true
    if coordinate == nil || isNearer, let found = other.coordinate {
      coordinate = found
      approximate = other.approximate
      take { () throws(PlaceError) in try setAltitude(other.altitude) }
    } else if altitude == nil, coordinate != nil, coordinate == other.coordinate {
      take { () throws(PlaceError) in try setAltitude(other.altitude) }
    }
    take { () throws(PlaceError) in
      if description.isEmpty { try setDescription(other.description) }
      if category == nil { try setCategory(other.category) }
      try setTags(tags + other.tags)
      if address == nil { try setAddress(other.address) }
      if link == nil { try setLink(other.link) }
    }
    visited = visited ?? other.visited
    created = created ?? other.created
    source = source ?? other.source
    let both = extra.merging(other.extra) { first, _ in first }
    // Where both are too much, what was there stays.
    do throws(PlaceError) { try setExtra(both) } catch {}
  }
}
