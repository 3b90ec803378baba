import BucketPlaces

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
    let letters = Array(word.unicodeScalars)
    let near = (names + synonyms.keys.sorted()).compactMap { name in
      EditDistance.between(letters, Array(name.unicodeScalars), limit: allowed).map { (name, $0) }
    }
    guard let least = near.map(\.1).min() else { return [] }
    var found: [String] = []
    for (name, distance) in near where distance == least {
      let name = synonyms[name] ?? name
      if !found.contains(name) { found.append(name) }
    }
    return Array(found.prefix(3))
  }
}
