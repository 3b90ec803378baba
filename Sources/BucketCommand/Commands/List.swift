import BucketPlaces
import BucketVault

/// Lists places.
struct List: Action {
  let filter: PlaceFilter
  let wantsJSON: Bool

  static let command = Command(
    "list", "List places.",
    examples: [
      Example("bucket list", "all of them"),
      Example("bucket list lake -t winter --unvisited", "those that fit"),
      Example("bucket list --near baikal --within 50km", "what is near another place"),
      Example("bucket list --json", "for a script"),
    ],
    PlaceFilter.words, PlaceFilter.category, PlaceFilter.tags, PlaceFilter.visited,
    PlaceFilter.unvisited, PlaceFilter.near, PlaceFilter.within, PlaceFilter.sort,
    .flag("--json", "print an array of places"),
    exclusive: PlaceFilter.exclusive,
    discussion: """
      Words are found in name, description, category, tags and address, whatever their case and \
      accents. The id in front is the shortest that is the place's own. Distances are along the \
      great circle; names are in the order of your language (LC_COLLATE). A position behind ~ is only \
      near the place.
      """,
    synonyms: ["ls", "search", "find", "grep"]
  ) { words, category, tags, visited, unvisited, near, within, sort, json in
    List(
      filter: PlaceFilter(
        words: words, category: category, tags: tags, visited: visited, unvisited: unvisited,
        near: near, within: within, sort: sort),
      wantsJSON: json)
  }

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    try filter.check()
    let vault = try context.openVault()
    let book = PlaceBook(try context.ledger(of: vault).records)
    let collation = wantsJSON ? .codePoints : Collation(locale: context.environment.collation)
    let query = try filter.query(in: book, of: vault, context, collation: collation)
    let places = query.apply(to: book)
    if wantsJSON {
      try JSONListing.write(places, distance: query.distance) { (text) throws(Failure) in
        try context.output.write(text)
      }
      return .done
    }
    for line in table(of: places, in: book, query).lines(
      width: context.output.width, style: context.output.style)
    {
      try context.output.write(line + "\n")
    }
    guard context.output.isTerminal else { return .done }
    if book.places.isEmpty {
      context.output.advise("no places yet: bucket add NAME")
    } else {
      context.output.say(summary(of: places, book))
    }
    return .done
  }

  private func table(of places: [Place], in book: PlaceBook, _ query: Query) -> Table {
    let hasDistances = query.near != nil
    var table = Table(
      [.fixed] + (hasDistances ? [.number] : []) + [.text, .fixed, .text, .fixed])
    for place in places {
      // Of a position that is only near, so is the distance.
      let about = place.approximate == true ? "~" : ""
      let distance = query.distance(of: place).map { about + Distance.text($0) } ?? ""
      table.add(
        [.init(book.shortID(of: place.id), .cyan)] + (hasDistances ? [.init(distance)] : []) + [
          .init(place.name), .init(place.shownPosition ?? ""),
          .init(Self.labels(of: place), .dim),
          .init(place.visited.map { "✓ \($0)" } ?? "", .green),
        ])
    }
    return table
  }

  private static func labels(of place: Place) -> String {
    let category = place.category.map { [$0] } ?? []
    return (category + [TagList(place.tags).text]).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private func summary(of places: [Place], _ book: PlaceBook) -> String {
    if places.isEmpty { return "none of the \(Count.places(book.places.count)) fits" }
    let visited = places.count { $0.visited != nil }
    let seen = visited == 0 ? "none visited" : "\(visited) visited"
    let of = places.count < book.places.count ? " of \(book.places.count)" : ""
    return "\(places.count)\(of) \(places.count == 1 && of.isEmpty ? "place" : "places"), \(seen)"
  }
}
