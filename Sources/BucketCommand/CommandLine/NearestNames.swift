/// Finds the names that a mistyped one may have been meant for.
struct NearestNames: Sendable {
  private let names: [String]
  private let synonyms: [String: String]

  /// The synonyms lead from a word that others use to the name that is used here.
  init(_ names: [String], synonyms: [String: String] = [:]) {
    self.names = names
    self.synonyms = synonyms
  }

  /// At most three names, the best first; a synonym or a beginning is better than a likeness.
  func nearest(to word: String) -> [String] {
    let word = word.lowercased()
    // Nothing this long is a slip of the finger, and the distance takes time by its square.
    guard word.utf8.count <= 40 else { return [] }
    if let name = synonyms[word] { return [name] }
    let bare = word.drop { $0 == "-" }
    guard !bare.isEmpty else { return [] }
    let begun = names.filter { $0.hasPrefix(word) }
    if !begun.isEmpty { return begun.count <= 3 ? begun : [] }

    let allowed = min(2, max(1, bare.count / 3))
    let near = (names + synonyms.keys.sorted()).map { ($0, Self.distance(word, $0)) }
      .filter { $0.1 <= allowed }
    guard let least = near.map(\.1).min() else { return [] }
    var found: [String] = []
    for (name, distance) in near where distance == least {
      let name = synonyms[name] ?? name
      if !found.contains(name) { found.append(name) }
    }
    return Array(found.prefix(3))
  }

  /// The number of letters to insert, delete, replace or swap with their neighbour (the optimal
  /// string alignment distance).
  static func distance(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one), Array(other))
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for i in one.indices {
      var row = [i + 1]
      for j in other.indices {
        var least = min(last[j] + (one[i] == other[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] {
          least = min(least, beforeLast[j - 1] + 1)
        }
        row.append(least)
      }
      (beforeLast, last) = (last, row)
    }
    return last[other.count]
  }
}
