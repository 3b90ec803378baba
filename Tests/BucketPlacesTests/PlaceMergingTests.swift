import FoundationEssentials
import Testing

@testable import BucketPlaces

struct PlaceMergingTests {
  private func place(_ fields: [String: JSONValue], source: Place.Source? = nil) throws -> Place {
    var place = try Place(name: "Camp")
    place.unknownFields = fields
    place.source = source
    return place
  }

  @Test func `what a later version wrote is taken from whichever copy changed it`() throws {
    let base = try place(["kept": .string("k"), "here": .string("1"), "gone": .string("g")])
    let here = try place(["kept": .string("k"), "here": .string("2"), "gone": .string("g")])
    let there = try place(["kept": .string("k"), "here": .string("1"), "new": .string("n")])
    var merged = here
    merged.settleUnseen(here, there, since: base)
    #expect(
      merged.unknownFields == [
        "kept": .string("k"), "here": .string("2"), "new": .string("n"),
      ])
  }

  @Test func `what both changed is as the first has it`() throws {
    let here = try place(["color": .string("red")])
    let there = try place(["color": .string("blue")])
    var merged = there
    merged.settleUnseen(here, there, since: try place(["color": .string("grey")]))
    #expect(merged.unknownFields == ["color": .string("red")])
  }

  @Test func `where nothing is known of before, nothing is taken for removed`() throws {
    let here = try place(["a": .string("1")])
    let there = try place(["b": .string("2")])
    var merged = here
    merged.settleUnseen(here, there, since: nil)
    #expect(merged.unknownFields == ["a": .string("1"), "b": .string("2")])
  }
}
