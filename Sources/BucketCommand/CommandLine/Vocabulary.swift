import BucketPlaces
import BucketVault

/// The words that an open vault has for its places.
struct Vocabulary {
  private let places: [Place]

  init(of places: [Place]) { self.places = places }

  /// The most used first, as are the others; of several words that are searched for alike, one.
  var categories: [String] { Self.byUse(places.compactMap(\.category)) }
  var tags: [String] { Self.byUse(places.flatMap(\.tags)) }
  var names: [String] { Self.byUse(places.map(\.name)) }

  /// Reads a vault that is open; of one that is locked or can't be read there is nothing, and nobody
  /// is asked or told.
  init(ofVault path: String?, _ environment: Environment) {
    var options = GlobalOptions()
    options.vault = path.flatMap { try? FileArgument(argument: $0) }
    options.isQuiet = true
    let context = Context(options: options, environment: environment)
    self.init(of: context.placesWithoutAsking())
  }

  /// The category that one is probably meant for which differs from all of them, by a slip or two.
  func category(meantBy category: String) -> String? {
    let sought = FoldedText(category)
    let known = categories + CategorySuggestions.all
    // A text this short is a slip away from many, and nobody mistypes one this long.
    guard (4...64).contains(sought.scalars.count),
      !known.contains(where: { FoldedText($0) == sought })
    else { return nil }
    let limit = sought.scalars.count < 8 ? 1 : 2
    let near = known.compactMap { name in
      EditDistance.between(sought.scalars, FoldedText(name).scalars, limit: limit).map {
        (name: name, distance: $0)
      }
    }
    return near.min { $0.distance < $1.distance }?.name
  }

  private static func byUse(_ words: [String]) -> [String] {
    var uses: [FoldedText: (word: String, count: Int)] = [:]
    for word in words { uses[FoldedText(word), default: (word, 0)].count += 1 }
    return uses.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map(\.value.word)
  }
}

extension Context {
  /// Tells of a category that is new, and differs by a slip from one that is there.
  ///
  /// - Parameters:
  ///   - before: The place as it was, if it was there.
  ///   - id: What names the place on a command line.
  func warnOfCategory(
    of place: Place, since before: Place?, among places: [Place], id: String
  ) {
    guard let category = place.category, category != before?.category else { return }
    let others = Vocabulary(of: places.filter { $0.id != place.id })
    guard let meant = others.category(meantBy: category) else { return }
    output.warn(
      Failure.newCategory(category, perhaps: meant) + output.naming("bucket edit \(id) -c ")
        + Failure.word(meant))
  }

  /// The places of the vault if it is open, without a word about it.
  func placesWithoutAsking() -> [Place] {
    guard let sealed = try? sealedVault(), let open = try? sealed.session.find() else { return [] }
    let state = sealed.state
    // As a copy it is only looked at: what this machine remembers of it stays as it is.
    guard
      let vault = try? Vault<Place>(
        sealed.file, key: open.takeKey(), state: state, accepting: .copy, report: { _ in })
    else { return [] }
    return (try? vault.read().records) ?? []
  }
}
