import FoundationEssentials
import Testing

@testable import BucketPlaces

struct PhotoTests {
  private func photo(_ name: String = "IMG_1.jpg") -> Place.Photo {
    Place.Photo(
      id: UUID(), fileName: name, kind: .jpeg, byteCount: 1_234,
      hash: [UInt8](repeating: 0xAB, count: 32))
  }

  @Test func `a place with photos is read as it was written`() throws {
    var place = try Place(name: "Baikal")
    place.photos = [photo(), photo("Ölberg.heic")]
    let data = try JSONEncoder.vault.encode(place)
    #expect(try JSONDecoder().decode(Place.self, from: data) == place)
    let listing = JSONListing.object(place)
    #expect(listing.contains(#""photos":[{"id":""# + place.photos[0].id.uuidString.lowercased()))
    #expect(listing.contains(#""name":"IMG_1.jpg","type":"image/jpeg","bytes":1234,"hash":"abab"#))
  }

  @Test(
    arguments: [
      ("a\u{1B}[31m.jpg", "a_[31m.jpg"), ("  x.png ", "x.png"), ("\n", "_"),
      (String(repeating: "é", count: 200) + ".jpg", String(repeating: "é", count: 126) + ".jpg"),
    ])
  func `a name of a file becomes one line of bounded length`(given: String, kept: String) {
    #expect(photo(given).name == kept)
  }

  @Test func `photos of two versions are put together, without those that one took away`() throws {
    let (old, gone, ours, theirs) = (photo("old"), photo("gone"), photo("ours"), photo("theirs"))
    var base = try Place(name: "Baikal")
    base.photos = [old, gone]
    var (first, second) = (base, base)
    first.photos = [old, gone, ours]
    second.photos = [old, theirs]
    var merged = first
    merged.settleUnseen(first, second, since: base)
    #expect(merged.photos == [old, ours, theirs])
    merged.settleUnseen(first, second, since: nil)
    #expect(merged.photos == [old, gone, ours, theirs])
  }

  @Test func `a photo in the place of one of the same name is a difference`() throws {
    var (before, after) = (try Place(name: "Baikal"), try Place(name: "Baikal"))
    #expect(after.differences(from: before).isEmpty)
    after.photos = [photo("a"), photo("b")]
    #expect(
      after.differences(from: before) == [
        FieldDifference(field: "photos", before: nil, after: "a, b")
      ])
    before.photos = [photo("a"), after.photos[1]]
    let difference = try #require(after.differences(from: before).first)
    #expect(difference.field == "photos" && difference.before != difference.after)
  }
}
