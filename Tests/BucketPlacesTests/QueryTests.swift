import FoundationEssentials
import Testing

@testable import BucketPlaces

@Suite struct QueryTests {
  /// Four places: Ärmelkanal, Baikal, camp, Zoo.
  private func book() throws -> PlaceBook {
    var baikal = try Place(name: "Lake Baikal")
    try baikal.setDescription("Ice in March, the train from Irkutsk")
    try baikal.setCategory("Landmark")
    try baikal.setTags(["winter", "Trip 1/Day 1"])
    var zoo = try Place(name: "zoo")
    try zoo.setAddress("Straße 7, Łódź")
    try zoo.setCategory("park")
    zoo.visited = try CalendarDate(year: 2026, month: 3, day: 12)
    var camp = try Place(name: "Camp")
    try camp.setTags(["Winter"])
    try camp.setCategory("Park")
    camp.visited = try CalendarDate(year: 2019, month: 1, day: 2)
    let channel = try Place(name: "Ärmelkanal")
    return PlaceBook([zoo, baikal, camp, channel])
  }

  private func names(_ change: (inout Query) -> Void) throws -> [String] {
    var query = Query()
    change(&query)
    return query.apply(to: try book()).map(\.name)
  }

  @Test func `the empty query shows all as they were added`() throws {
    #expect(try names { _ in } == ["zoo", "Lake Baikal", "Camp", "Ärmelkanal"])
  }

  @Test(
    arguments: [
      (["BAIKAL"], ["Lake Baikal"]), (["irkutsk", "lake"], ["Lake Baikal"]),
      (["landmark"], ["Lake Baikal"]),
      (["day 1"], ["Lake Baikal"]), (["strasse", "lodz"], ["zoo"]),
      (["winter"], ["Lake Baikal", "Camp"]),
      (["winter", "zoo"], []), (["baikal ice"], []), (["armel"], ["Ärmelkanal"]),
      ([""], ["zoo", "Lake Baikal", "Camp", "Ärmelkanal"]),
    ] as [([String], [String])])
  func `each word occurs somewhere in a place`(words: [String], found: [String]) throws {
    #expect(try names { $0.words = words } == found)
  }

  @Test func `a category is compared as a whole`() throws {
    #expect(try names { $0.category = "PARK" } == ["zoo", "Camp"])
    #expect(try names { $0.category = "par" } == [])
  }

  @Test func `a place has every tag asked for`() throws {
    #expect(try names { $0.tags = ["WINTER"] } == ["Lake Baikal", "Camp"])
    #expect(try names { $0.tags = ["winter", "trip 1/day 1"] } == ["Lake Baikal"])
    #expect(try names { $0.tags = ["wint"] } == [])
  }

  @Test func `visited and unvisited places are told apart`() throws {
    #expect(try names { $0.visited = true } == ["zoo", "Camp"])
    #expect(try names { $0.visited = false } == ["Lake Baikal", "Ärmelkanal"])
  }

  @Test func `filters combine`() throws {
    #expect(
      try names {
        $0.words = ["camp"]
        $0.category = "park"
        $0.tags = ["winter"]
        $0.visited = true
      } == ["Camp"])
  }

  @Test(arguments: [
    (Query.Sort.added, ["zoo", "Lake Baikal", "Camp", "Ärmelkanal"]),
    (.name, ["Ärmelkanal", "Camp", "Lake Baikal", "zoo"]),
    (.visited, ["Camp", "zoo", "Lake Baikal", "Ärmelkanal"]),
    (.category, ["Lake Baikal", "zoo", "Camp", "Ärmelkanal"]),
  ])
  func `places are sorted, those alike as they were added`(
    sort: Query.Sort, order: [String]
  ) throws {
    #expect(try names { $0.sort = sort } == order)
  }
}
