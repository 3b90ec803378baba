public import FoundationEssentials

/// The places of one vault, in the order in which they were added.
public struct PlaceBook: Sendable {
  public let places: [Place]

  private let names: [FoldedText]
  private let ids: IDIndex
  /// In ascending order, what in any name could be taken for the beginning of an id.
  private let lookalikes: [IDPrefix]

  public init(_ places: [Place]) {
    self.places = places
    names = places.map { FoldedText($0.name) }
    ids = IDIndex(places.map(\.id))
    lookalikes = names.flatMap(Self.lookalikes).sorted()
  }

  /// The shortest beginning of an id, at least 4 digits, that `find` takes for this place alone.
  ///
  /// It is in lower-case hexadecimal without dashes, begins no other id of the book, and occurs in
  /// no name.
  public func shortID(of id: Place.ID) -> String {
    let id = id.bits
    var prefix = ids.shortPrefix(of: id)
    while prefix.count < IDPrefix.longest, occursInName(prefix) {
      prefix = IDPrefix(of: id, count: prefix.count + 1)
    }
    return prefix.description
  }

  /// The places that a person means.
  ///
  /// The first of these rules that finds any decides; text is compared as `FoldedText`:
  /// 1. a whole id, 32 hexadecimal digits;
  /// 2. a whole name;
  /// 3. the beginning of an id, at least 4 digits, or a part of a name. The two count together,
  ///    for "cafe" is either, and whoever types it should not change a place by accident.
  ///
  /// Dashes among the digits are ignored. What `shortID` gives always finds its place.
  public func find(_ reference: String) -> Match {
    let text = Place.Field.trimmed(reference)
    let name = FoldedText(text)
    guard !name.isEmpty else { return .none(nearest: []) }
    let prefix = IDPrefix(parsing: text)
    let byID = prefix.map(ids.indices) ?? []
    if prefix?.count == IDPrefix.longest, let match = match(byID) { return match }
    if let match = match(names.indices.filter { names[$0] == name }) { return match }
    let byPart = names.indices.filter { names[$0].contains(name) }
    if let match = match(Set(byID).union(byPart).sorted()) { return match }
    return .none(nearest: nearest(to: name))
  }

  private func match(_ indices: some Collection<Int>) -> Match? {
    guard let first = indices.first else { return nil }
    return indices.count == 1 ? .one(places[first]) : .several(indices.map { places[$0] })
  }

  /// At most three places, the nearest first, whose name or a word of it is a slip or two away.
  private func nearest(to name: FoldedText) -> [Place] {
    let sought = name.scalars
    // One letter is a slip away from any other, and nobody mistypes a text of a great length:
    // comparing it would only take time.
    guard (2...64).contains(sought.count) else { return [] }
    let limit = max(1, sought.count / 3)
    let distances = names.indices.compactMap { index -> (distance: Int, index: Int)? in
      let name = names[index].scalars
      let candidates = [name] + name.split(separator: " ").map(Array.init)
      let distances = candidates.compactMap { EditDistance.between(sought, $0, limit: limit) }
      return distances.min().map { ($0, index) }
    }
    return distances.sorted(by: <).prefix(3).map { places[$0.index] }
  }
}

extension PlaceBook {
  private func occursInName(_ prefix: IDPrefix) -> Bool {
    // A shorter one counts as if zeros followed, and sorts before all that have the digits.
    guard let last = lookalikes[IDPrefix.indices(of: prefix, in: lookalikes)].last else {
      return false
    }
    return last.count >= prefix.count
  }

  /// Every run of hexadecimal digits in a name, from each of its digits on.
  private static func lookalikes(in name: FoldedText) -> [IDPrefix] {
    var lookalikes: [IDPrefix] = []
    var (run, count): (UInt128, Int) = (0, 0)
    for byte in name.bytes.reversed() {
      guard let digit = IDPrefix.digit(byte) else {
        (run, count) = (0, 0)
        continue
      }
      run = digit << 124 | run >> 4
      count = min(count + 1, IDPrefix.longest)
      if count >= IDPrefix.shortest { lookalikes.append(IDPrefix(of: run, count: count)) }
    }
    return lookalikes
  }
}
