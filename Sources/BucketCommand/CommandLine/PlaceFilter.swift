import BucketPlaces

/// The options by which `list` and `export` choose places.
struct PlaceFilter: Sendable {
  let query: Query

  static let words = Parameter<[String]>.repeated(
    "WORDS", "only places in which all of these occur, in any field")
  static let category = Parameter<String?>.optional(
    "-c, --category CATEGORY", "only places of this category")
  static let tags = Parameter<[String]>.repeated("-t, --tag TAG", "only places with this tag")
  static let visited = Parameter.flag("--visited", "only places that were visited")
  static let unvisited = Parameter.flag("--unvisited", "only places that are still ahead")
  static let sort = Parameter<SortArgument?>.optional(
    "--sort KEY", "the order; as they were added, unless told otherwise")
  static let exclusive = [["--visited", "--unvisited"]]

  init(
    words: [String], category: String?, tags: [String], visited: Bool, unvisited: Bool,
    sort: SortArgument?
  ) {
    var query = Query()
    query.words = words
    query.category = category
    query.tags = tags
    query.visited = visited ? true : unvisited ? false : nil
    query.sort = sort?.key ?? .added
    self.query = query
  }
}
