/// Which places to show, and in what order; the empty query shows all as they were added.
///
/// What is given must all hold. Text is compared as `FoldedText`.
public struct Query: Sendable {
  /// Each occurs in the name, the description, the category, a tag or the address.
  public var words: [String] = []
  /// The category as a whole.
  public var category: String?
  /// The place has every one of these tags.
  public var tags: [String] = []
  /// Whether the place has been visited.
  public var visited: Bool?
  /// Where distances are from.
  public var near: Coordinate?
  /// The place is no farther than so many metres from there.
  public var within: Double?
  public var sort = Sort.added
  /// The order of names and of categories.
  public var collation = Collation.codePoints

  public init() {}

  /// What places are put in order by; those that are the same in it stay as they were added.
  public enum Sort: String, CaseIterable, Sendable {
    /// Earliest first.
    case added
    case name
    /// Earliest first, the unvisited last.
    case visited
    /// Those without a category last.
    case category
    /// Nearest first, those without a position last.
    case distance
  }

  /// How far a place is, in metres along the great circle; `nil` if either position isn't known.
  public func distance(of place: Place) -> Double? {
    guard let near, let coordinate = place.coordinate else { return nil }
    return near.distance(to: coordinate)
  }

  public func apply(to book: PlaceBook) -> [Place] {
    let words = words.map(FoldedText.init)
    let category = category.map(FoldedText.init)
    let tags = tags.map(FoldedText.init)
    let found = book.places.filter { place in
      (visited == nil || visited == (place.visited != nil))
        && (category == nil || category == place.category.map(FoldedText.init))
        && isWithin(place) && Self.has(place, tags: tags) && Self.has(place, words: words)
    }
    switch sort {
    case .added: return found
    case .name: return Self.sorted(found) { collation.key($0.name) }
    case .visited: return Self.sorted(found, by: \.visited)
    case .category: return Self.sorted(found) { $0.category.map(collation.key) }
    case .distance: return Self.sorted(found, by: distance)
    }
  }

  private func isWithin(_ place: Place) -> Bool {
    guard let within else { return true }
    return distance(of: place).map { $0 <= within } ?? false
  }

  private static func has(_ place: Place, tags: [FoldedText]) -> Bool {
    guard !tags.isEmpty else { return true }
    return Set(place.tags.map(FoldedText.init)).isSuperset(of: tags)
  }

  private static func has(_ place: Place, words: [FoldedText]) -> Bool {
    guard !words.isEmpty else { return true }
    let texts = [place.name, place.description, place.category, place.address] + place.tags
    let folded = texts.compactMap { $0.map(FoldedText.init) }
    return words.allSatisfy { word in folded.contains { $0.contains(word) } }
  }

  /// Ascending; without a key last.
  private static func sorted<Key: Comparable>(
    _ places: [Place], by key: (Place) -> Key?
  ) -> [Place] {
    let keyed = places.enumerated().map { (key: key($0.element), offset: $0.offset) }
    let order = keyed.sorted { left, right in
      switch (left.key, right.key) {
      case (let first?, let second?) where first != second: first < second
      case (.some, nil): true
      case (nil, .some): false
      default: left.offset < right.offset
      }
    }
    return order.map { places[$0.offset] }
  }
}
