import FoundationEssentials
import TestSupport
import Testing

@testable import BucketPlaces

@Suite struct PlaceImportTests {
  private func place(
    _ name: String?, _ position: String?, id: UUID? = nil, source: String? = nil,
    _ change: (inout ForeignPlace) -> Void = { _ in }
  ) throws -> FoundPlace {
    var foreign = ForeignPlace(line: 1)
    foreign.name = name
    foreign.id = id
    if let position { foreign.setPosition(pasted: position) }
    if let source { foreign.source = ("Google Maps", source) }
    change(&foreign)
    guard case .place(let found) = foreign.finding(now: FoundFile.now) else {
      throw CoordinateError.notAPair(name ?? "")
    }
    return found
  }

  private func plan(
    _ places: [FoundPlace] = [], _ rule: PlaceImport.DuplicateRule = .skip
  ) -> PlaceImport {
    PlaceImport(
      into: places.map(\.place), onDuplicate: rule, now: FoundFile.now.addingTimeInterval(60))
  }

  /// Degrees of latitude that so many metres are.
  private static func degrees(_ metres: Double) -> Double { metres / 111_195.08 }

  @Test(
    arguments: [
      ("Camp", "CAMP", 0, true), ("Café", "cafe", 29.9, true), ("Camp", "Camp", 30.1, false),
      ("Camp", "Camp", -29.9, true), ("Camp", "Hut", 0, false),
    ] as [(String, String, Double, Bool)],
    [("0", "0"), ("47.12345", "179.9999"), ("-89.999", "77"), ("89.9", "-180")])
  func `one name within 30 m is one place`(
    names: (String, String, Double, Bool), start: (String, String)
  ) throws {
    let (first, second, metres, isSame) = names
    let latitude = try #require(Double(start.0)) + Self.degrees(metres)
    let listed = try place(first, "\(start.0),\(start.1)")
    let found = try place(second, "\(latitude),\(start.1)")
    var plan = plan([listed])
    // Where it is, is said otherwise but for the last metre.
    #expect(plan.take(found) == (!isSame ? .new : metres == 0 ? .unchanged : .differing))
    #expect(plan.puts().count == (isSame ? 0 : 1))
  }

  @Test func `one place on both sides of 180° and round a pole is found`() throws {
    var plan = plan([try place("A", "10,179.99995"), try place("B", "89.99995,0")])
    #expect(plan.take(try place("a", "10,-179.99995")) == .differing)
    #expect(plan.take(try place("b", "89.99995,180")) == .differing)
    #expect(plan.take(try place("b", "89.9995,180")) == .new)
  }

  @Test(
    arguments: [
      (nil, "1.000001,2", "Camp", true), ("Camp", "1.000001,2", nil, true),
      (nil, "1.00002,2", "Camp", false), (nil, "1,2", nil, true),
    ] as [(String?, String, String?, Bool)])
  func `one position to 5 decimals is one place where one has no name`(
    listed: String?, position: String, found: String?, isSame: Bool
  ) throws {
    var plan = plan([try place(listed, "1,2")])
    #expect(plan.take(try place(found, position)) == (isSame ? .unchanged : .new))
  }

  @Test func `a place that was given a name is not the one at its position without one any more`()
    throws
  {
    var plan = plan()
    let found = try [nil, "Camp", "Hut"].map { try place($0, "1,2") }
    #expect(found.map { plan.take($0) } == [.new, .merged, .new])
    #expect(plan.puts().map(\.name) == ["Camp", "Hut"])
  }

  @Test(arguments: [nil, "1,2"])
  func `of places that are alike each is another one's copy`(position: String?) throws {
    let listed = try (0..<3).map { _ in try place("Camp", position, id: UUID()) }
    var plan = plan(listed)
    for _ in listed { #expect(plan.take(try place("Camp", position, id: UUID())) == .unchanged) }
    #expect(plan.take(try place("Camp", position, id: UUID())) == .new)
  }

  @Test func `one name without a position is one place, and with one another`() throws {
    var plan = plan([try place("Camp", nil)])
    #expect(plan.take(try place("camp", nil)) == .unchanged)
    #expect(plan.take(try place("camp", "1,2")) == .new)
  }

  @Test func `one id of the same program is one place wherever it is`() throws {
    var plan = plan([try place("Camp", "1,2", source: "7")])
    #expect(plan.take(try place("Hut", "3,4", source: "7")) == .differing)
    #expect(plan.take(try place("Hut", "3,4", source: "8")) == .new)
  }

  @Test func `three places of one name that are apart stay three, and come in once`() throws {
    let camps = try ["1,2", "1.001,2", "1.002,2"].map { try place("Camp", $0) }
    var first = plan()
    #expect(camps.map { first.take($0) } == [.new, .new, .new])
    let listed = first.puts()
    var second = PlaceImport(into: listed, onDuplicate: .skip, now: FoundFile.now)
    #expect(camps.map { second.take($0) } == [.unchanged, .unchanged, .unchanged])
    #expect(second.puts().isEmpty)
  }

  @Test func `two that look alike and have ids of ours stay two`() throws {
    let twins = try ["a", "b"].map { try place("Camp", "1,2", id: UUID(beginning: $0)) }
    var plan = plan()
    #expect(twins.map { plan.take($0) } == [.new, .new])
    #expect(twins.map { plan.take($0) } == [.unchanged, .unchanged])
    // Beside one that is on the list under another id, only one of them is that.
    var other = self.plan([try place("Camp", "1,2")])
    #expect(twins.map { other.take($0) } == [.unchanged, .new])
    #expect(twins.map { other.take($0) } == [.unchanged, .unchanged])
  }

  @Test func `nothing of the files is lost where two of them look alike`() throws {
    var plan = plan()
    let first = try place("Camp", "1,2") { $0.description = "By the lake" }
    let second = try place("camp", "1,2") { $0.description = "In the wood" }
    #expect([first, second, first].map { plan.take($0) } == [.new, .new, .unchanged])
    // An id leaves no doubt: they are one, with both texts.
    let known = try place("Mill", "3,4", source: "7") { $0.description = "Bread" }
    let again = try place("Mill", "3,4", source: "7") { $0.description = "Cakes" }
    #expect([known, again, known].map { plan.take($0) } == [.new, .merged, .unchanged])
    #expect(plan.puts().map(\.description) == ["By the lake", "In the wood", "Bread\n\nCakes"])
  }

  @Test func `merging fills in what is empty, and overwrites nothing`() throws {
    let listed = try place(nil, "1,2") { foreign in
      foreign.category = "Hut"
      foreign.tags = ["old"]
    }
    let found = try place("Camp", "1,2") { foreign in
      foreign.category = "Camp site"
      foreign.description = "By the lake"
      foreign.tags = ["OLD", "new"]
      foreign.altitude = "12"
      foreign.link = "https://example.org"
      foreign.extra = ["stars": .integer(3)]
    }
    var plan = plan([listed], .merge)
    #expect(plan.take(found) == .partlyMerged)
    #expect(plan.take(found) == .differing)
    let merged = try #require(plan.puts().first)
    #expect(merged.id == listed.place.id && merged.name == "Camp" && merged.category == "Hut")
    #expect(merged.description == "By the lake" && merged.tags == ["old", "new"])
    #expect(merged.altitude == 12 && merged.link == "https://example.org")
    #expect(merged.extra == ["stars": .integer(3)])
    #expect(merged.created == listed.place.created && merged.source == nil)
    #expect(merged.modified == FoundFile.now.addingTimeInterval(60))
  }

  @Test func `adding makes another place of each, with an id of its own`() throws {
    let id = UUID(beginning: "a")
    let camp = try place("Camp", "1,2", id: id)
    var plan = plan([camp], .add)
    #expect([camp, camp].map { plan.take($0) } == [.new, .new])
    let ids = Set(plan.puts().map(\.id))
    #expect(ids.count == 2 && !ids.contains(id))
  }

  @Test func `one id twice is two places where they say something else`() throws {
    let id = UUID(beginning: "a")
    let alpha = try place("Alpha", "1,2", id: id)
    let beta = try place("Beta", "50,60", id: id) { $0.category = "Bar" }
    var plan = plan()
    #expect([alpha, beta, alpha].map { plan.take($0) } == [.new, .renumbered, .unchanged])
    let places = plan.puts()
    #expect(places.map(\.name) == ["Alpha", "Beta"] && places.map(\.category) == [nil, "Bar"])
    #expect(places[0].id == id && places[1].id != id)
  }

  @Test func `look-alikes in one file stay as many as they are`() throws {
    var plan = plan()
    let benches = try ["1,2", "1.0002,2"].map { try place("Bench", $0) }
    let camps = try ["Tent", "Fire"].map { symbol in
      try place("Camp", "3,4") { $0.extra = ["sym": .string(symbol)] }
    }
    let heights = try ["10", "20"].map { height in
      try place("Peak", "5,6") { $0.altitude = height }
    }
    for found in benches + camps + heights { #expect(plan.take(found) == .new) }
    var again = PlaceImport(into: plan.puts(), onDuplicate: .skip, now: FoundFile.now)
    for found in benches { #expect(again.take(found) == .unchanged) }
    for found in camps + heights { #expect(again.take(found) != .merged) }
  }

  @Test func `a place on the list is one place of a file, not several`() throws {
    var plan = plan([try place(nil, "1,2")])
    let found = try ["A", "B", "C"].map { try place($0, "1,2") }
    #expect(found.map { plan.take($0) } == [.unchanged, .new, .new])
    #expect(found.map { plan.take($0) } == [.unchanged, .unchanged, .unchanged])
  }

  @Test func `very many that look alike take no longer each, and none is lost`() throws {
    var plan = plan()
    var names: Set<String> = []
    for number in 0..<5_000 {
      let found = try place("Same", "1,2") { $0.category = "c\(number)" }
      if plan.take(found) == .new { names.insert("c\(number)") }
    }
    #expect(names.count == 5_000)
    for number in 0..<2_000 {
      _ = plan.take(try place("Mill", "3,4", source: "7") { $0.description = "text \(number)" })
    }
    let texts = plan.puts().filter { $0.name == "Mill" }.map(\.description).joined(
      separator: "\n\n")
    #expect(Set(texts.split(separator: "\n\n")).count == 2_000)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `importing again brings nothing new`(seed: UInt64) throws {
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    let names = ["Camp", "Hut", "café", "Café", nil]
    let found = try (0..<400).map { _ in
      let position = (0..<2).map { _ in "\(Double(Int.random(in: 0..<40, using: &generator)) / 1e4)"
      }
      return try place(
        names.randomElement(using: &generator) ?? nil,
        Bool.random(using: &generator) ? position.joined(separator: ",") : "5,6",
        source: Int.random(in: 0..<4, using: &generator) == 0
          ? "\(Int.random(in: 0..<20, using: &generator))" : nil)
    }
    var first = plan()
    for place in found { _ = first.take(place) }
    let listed = first.puts()
    var second = PlaceImport(into: listed, onDuplicate: .merge, now: FoundFile.now)
    for place in found { #expect(second.take(place) != .new) }
  }
}
