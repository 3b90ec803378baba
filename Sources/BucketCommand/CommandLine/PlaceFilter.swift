import BucketPlaces
import BucketVault

/// The options by which `list` and `export` choose places.
struct PlaceFilter: Sendable {
  let words: [String]
  let category: String?
  let tags: [TagsArgument]
  let visited: Bool
  let unvisited: Bool
  let near: String?
  let within: DistanceArgument?
  let sort: SortArgument?

  static let words = Parameter<[String]>.repeated(
    "WORDS", "only places in which all of these occur, in any field")
  static let category = Parameter<String?>.optional(
    "-c, --category CATEGORY", "only places of this category",
    candidates: .categories(suggested: []))
  static let tags = Parameter<[TagsArgument]>.repeated(
    "-t, --tag TAG", "only places with this tag, or with all of several with commas between them")
  static let visited = Parameter.flag("--visited", "only places that were visited")
  static let unvisited = Parameter.flag("--unvisited", "only places that are still ahead")
  static let near = Parameter<String?>.optional(
    "--near WHERE", "the nearest first, from a position or a place of the list",
    candidates: .places)
  static let within = Parameter<DistanceArgument?>.optional(
    "--within DISTANCE", "with --near, only places no farther than that, as in 5km")
  static let sort = Parameter<SortArgument?>.optional(
    "--sort KEY", "the order; as they were added, unless told otherwise")
  static let exclusive = [["--visited", "--unvisited"]]

  /// Which places are meant.
  ///
  /// - Parameter collation: The order of names.
  func query(
    in book: PlaceBook, of vault: borrowing Vault<Place>, _ context: borrowing Context,
    collation: Collation
  ) throws(Failure) -> Query {
    var query = Query()
    query.words = words
    query.category = category
    query.tags = tags.flatMap(\.tags)
    query.visited = visited ? true : unvisited ? false : nil
    query.collation = collation
    query.within = within?.metres
    if let near { query.near = try context.coordinate(near, in: book, of: vault) }
    query.sort = sort?.key ?? (near == nil ? .added : .distance)
    return query
  }

  /// Refuses what doesn't go together, before anybody is asked for a password.
  func check() throws(Failure) {
    guard near == nil else { return }
    if within != nil { throw .needsNear("--within") }
    if sort == .distance { throw .needsNear("--sort distance") }
  }
}
