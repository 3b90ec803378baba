import FoundationEssentials

@testable import BucketPlaces

/// Lines as the names of places, and the first one as what is looked for.
enum SearchTarget: FuzzTarget {
  static let name = "search"

  static func check(_ bytes: [UInt8]) throws {
    let lines = bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    guard let sought = lines.first else { return }
    let places = lines.enumerated().compactMap { number, line in
      let tail = UInt8(truncatingIfNeeded: number)
      return try? Place(
        id: UUID(uuid: (0xCA, 0xFE, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, tail)), name: line)
    }
    let book = PlaceBook(places)
    for place in places.prefix(8) {
      if case .one(let found) = book.find(book.shortID(of: place.id)), found == place { continue }
      throw Violation(description: "a short id doesn't find its place")
    }
    if let first = places.first, first.name == sought, case .none = book.find(sought) {
      throw Violation(description: "a name doesn't find its place")
    }
    _ = book.find(sought)
    var query = Query()
    query.words = [sought]
    for sort in Query.Sort.allCases {
      query.sort = sort
      let found = query.apply(to: book)
      try Violation.unless(
        Set(found).isSubset(of: places) && Set(found).count == found.count,
        "a query finds what isn't there")
    }
    try Violation.unless(
      places.first.map { $0.name != sought || query.apply(to: book).contains($0) } ?? true,
      "a query for a name doesn't find its place")
  }
}
