import FoundationEssentials
import TestSupport
import Testing

@testable import BucketPlaces

@Suite struct IDIndexTests {
  private func id(_ start: String) throws -> UUID {
    let digits = start + "00000000-0000-4000-8000-000000000000".dropFirst(start.count)
    return try #require(UUID(uuidString: digits))
  }

  @Test func `the shortest beginning that is an id's own has four digits or more`() throws {
    let ids = try ["12345678", "12345699", "ABCD0000", "F0000000"].map(id)
    let index = IDIndex(ids)
    #expect(ids.map(index.shortID) == ["1234567", "1234569", "abcd", "f000"])
    for (number, id) in ids.enumerated() {
      #expect(index.indices(beginningWith: index.shortID(of: id)) == [number])
      #expect(index.indices(beginningWith: id.uuidString) == [number])
    }
  }

  @Test func `a beginning finds all that have it, and what is none finds nothing`() throws {
    let index = IDIndex(try ["1234A000", "99990000", "1234B000"].map(id))
    #expect(index.indices(beginningWith: "1234") == [0, 2])
    #expect(index.indices(beginningWith: "1234-B") == [2])
    for text in ["", "123", "1235", "Baikal", "12 34", String(repeating: "1", count: 33)] {
      #expect(index.indices(beginningWith: text) == [])
    }
    #expect(IDIndex([]).indices(beginningWith: "1234") == [])
  }

  @Test func `an id that is there twice is found twice`() throws {
    let id = try id("1234")
    let index = IDIndex([id, id])
    #expect(index.indices(beginningWith: "1234") == [0, 1])
    #expect(index.shortID(of: id).count == 4)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `short ids find their own, however many there are`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let ids = (0..<3_000).map { _ in
      UUID(
        uuid: unsafe unsafeBitCast(
          (generator.next(), generator.next()), to: uuid_t.self))
    }
    let index = IDIndex(ids)
    for (number, id) in ids.enumerated() {
      #expect(index.indices(beginningWith: index.shortID(of: id)) == [number])
    }
  }
}
