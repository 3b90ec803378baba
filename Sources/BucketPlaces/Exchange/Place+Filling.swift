/// Comparing a place with what a file says of it, and taking what that has to say beside.
extension Place {
  /// Whether this version of the place and another one both say something, and not the same.
  ///
  /// - Parameter isUnnamed: Whether the other one's name is not to be compared.
  func saysOtherwise(than other: Place, isUnnamed: Bool) -> Bool {
    func differs<Value: Equatable>(_ one: Value?, _ other: Value?) -> Bool {
      one != nil && other != nil && one != other
    }
    let texts = (description, other.description)
    let isNear = approximate == true || other.approximate == true
    return (!isUnnamed && !self.isUnnamed && FoldedText(name) != FoldedText(other.name))
      || (!texts.0.isEmpty && !texts.1.isEmpty && texts.0 != texts.1)
      || differs(category, other.category) || differs(address, other.address)
      // Of one place Google has links of several kinds.
      || source != other.source && differs(link, other.link) || differs(visited, other.visited)
      || !isNear
        && differs(DuplicateIndex.Spot(coordinate), DuplicateIndex.Spot(other.coordinate))
      || differs(altitude, other.altitude)
      || extra.contains { differs($0.value, other.extra[$0.key]) }
  }

  /// Takes what another version of the place has to say beside what this one says.
  ///
  /// - Returns: Whether there was room for it.
  mutating func addText(of other: Place) -> Bool {
    // As a paragraph of its own it is found again.
    let all = "\n\n" + description + "\n\n"
    guard !description.isEmpty, !other.description.isEmpty,
      !all.utf8.contains(("\n\n" + other.description + "\n\n").utf8)
    else { return true }
    let both = description + "\n\n" + other.description
    guard both.utf8.count <= Self.addedTextLimit else { return false }
    do throws(PlaceError) { try setDescription(both) } catch { return false }
    return true
  }

  /// So many bytes of texts of one place are put together.
  private static let addedTextLimit = 1 << 13

  /// Takes what another version of the place has where this one has nothing.
  ///
  /// - Parameters:
  ///   - isUnnamed: Whether the other one's name was made up.
  ///   - replacesNear: Whether an exact position takes the place of one that is only near.
  mutating func fill(
    from other: Place, isUnnamed: Bool, replacingNear replacesNear: Bool
  ) {
    // All that a place holds another one can hold.
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
