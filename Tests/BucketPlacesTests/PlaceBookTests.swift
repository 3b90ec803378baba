import FoundationEssentials
import TestSupport
import Testing

@testable import BucketPlaces

@Suite struct PlaceBookTests {
  private func book(_ places: (id: String, name: String)...) throws -> PlaceBook {
    PlaceBook(try places.map { try Place(id: UUID(beginning: $0.id), name: $0.name) })
  }

  private func names(_ match: PlaceBook.Match) -> [String] {
    switch match {
    case .one(let place): [place.name]
    case .several(let places): places.map(\.name)
    case .none: []
    }
  }

  @Test func `a short id has four digits, and more where others begin alike`() throws {
    let book = try book(("3f9c1", "A"), ("3f9c2", "B"), ("b41e", "C"), ("00000000", "D"))
    #expect(book.places.map { book.shortID(of: $0.id) } == ["3f9c1", "3f9c2", "b41e", "0000"])
  }

  @Test func `ids that differ in their last digit are told apart by all of them`() throws {
    let zeros = String(repeating: "0", count: 31)
    let book = try book((zeros + "1", "A"), (zeros + "2", "B"))
    #expect(book.shortID(of: book.places[1].id) == zeros + "2")
    #expect(book.find(zeros + "2") == .one(book.places[1]))
  }

  @Test func `a place that isn't in the book has a short id that begins no other`() throws {
    let book = try book(("3f9c1", "A"), ("ffffffffffffffffffffffffffffffff", "B"))
    #expect(book.shortID(of: UUID(beginning: "3f9c2")) == "3f9c2")
    #expect(PlaceBook([]).shortID(of: UUID(beginning: "3f9c2")) == "3f9c")
    #expect(book.find("ffff") == .one(book.places[1]))
  }

  @Test(arguments: [
    "3f9c", "3F9C", "3f9c1e0a-77", " 3f9c ", "3-f9c", "3f9c1e0a-7700-0000-0000-000000000000",
  ])
  func `a place is found by the beginning of its id`(reference: String) throws {
    let book = try book(("3f9c1e0a77", "Lake Baikal"), ("b41e", "A hut"))
    #expect(book.find(reference) == .one(book.places[0]))
  }

  @Test(arguments: ["lake baikal", "LAKE BAIKAL", "baik", "Läke", "ＢＡＩＫＡＬ", " Baikal "])
  func `a place is found by its name or a part of it`(reference: String) throws {
    let book = try book(("3f9c", "Lake Baikal"), ("b41e", "A hut"))
    #expect(book.find(reference) == .one(book.places[0]))
  }

  @Test func `a whole name is meant before the same letters within others`() throws {
    let book = try book(("1111", "Camp Nou"), ("2222", "Camp"), ("3333", "Base Camp"))
    #expect(book.find("camp") == .one(book.places[1]))
    #expect(names(book.find("cam")) == ["Camp Nou", "Camp", "Base Camp"])
  }

  @Test func `three places called Camp stay three`() throws {
    let book = try book(("1111", "Camp"), ("2222", "Camp"), ("3333", "Cämp"))
    #expect(book.find("Camp") == .several(book.places))
    for place in book.places { #expect(book.find(book.shortID(of: place.id)) == .one(place)) }
  }

  @Test func `fewer than four digits are no id`() throws {
    let book = try book(("3f9c", "Lake Baikal"))
    #expect(names(book.find("3f9")) == [])
  }

  @Test func `a name that looks like an id doesn't hide the place with that id`() throws {
    let book = try book(("beef1", "Lake Baikal"), ("1234", "Beef"), ("5678", "A ＢＥＥＦ１ house"))
    #expect(book.find("beef") == .one(book.places[1]))
    #expect(book.shortID(of: book.places[0].id) == "beef10")
    for place in book.places { #expect(book.find(book.shortID(of: place.id)) == .one(place)) }
  }

  @Test func `a word that is an id and part of a name may be either`() throws {
    let book = try book(("cafe", "Lake Baikal"), ("1234", "Café Central"))
    #expect(book.find("cafe") == .several(book.places))
    #expect(book.shortID(of: book.places[0].id) == "cafe0")
  }

  @Test func `a whole id finds its place even if another has it for a name`() throws {
    let id = "beef" + String(repeating: "0", count: 28)
    let book = try book((id, "Lake Baikal"), ("1234", id))
    #expect(book.shortID(of: book.places[0].id) == id)
    #expect(book.find(id) == .one(book.places[0]))
  }

  @Test(
    arguments: [
      ("bakal", ["Lake Baikal"]), ("Lake Biakal", ["Lake Baikal"]), ("hat", ["A hut"]),
      ("xyzzy", []),
      ("", []), ("  ", []), ("Cmap", ["Camp", "Camp", "Camp"]), ("beach", []), ("3f9d", []),
    ] as [(String, [String])])
  func `where nothing fits, the nearest are given`(reference: String, nearest: [String]) throws {
    let book = try book(
      ("3f9c", "Lake Baikal"), ("b41e", "A hut"), ("1111", "Camp"), ("2222", "Camp"),
      ("3333", "Camp"),
      ("4444", "Camp"))
    guard case .none(let found) = book.find(reference) else {
      Issue.record("found")
      return
    }
    #expect(found.map(\.name) == nearest)
  }

  @Test func `an endless reference finds nothing and takes no time`() throws {
    let book = try book(("3f9c", String(repeating: "a", count: 4096)))
    #expect(book.find(String(repeating: "a", count: 1 << 20)) == .none(nearest: []))
  }

  @Test(arguments: SeededGenerator.seeds)
  func `every short id finds exactly its place, and one digit less doesn't`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let places = try (0..<500).map { index in
      // Few first digits, so that many ids begin alike.
      let first = String(generator.next() % 64 + 0xA00, radix: 16)
      let id = UUID(beginning: first + String(generator.next(), radix: 16))
      // Every tenth name holds digits that could be taken for an id.
      let digits = String(generator.next() % 0x4_0000 + 0xA0_0000, radix: 16)
      return try Place(id: id, name: index.isMultiple(of: 10) ? digits + " house" : "Camp \(index)")
    }
    let book = PlaceBook(places)
    for place in places {
      let id = book.shortID(of: place.id)
      #expect(book.find(id) == .one(place), "\(id)")
      if id.count > IDPrefix.shortest {
        #expect(book.find(String(id.dropLast())) != .one(place), "\(id)")
      }
    }
  }
}
