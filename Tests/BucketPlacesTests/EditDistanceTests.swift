import Testing

@testable import BucketPlaces

@Suite struct EditDistanceTests {
  @Test(arguments: [
    ("", "", 0), ("baikal", "baikal", 0), ("bakal", "baikal", 1), ("biakal", "baikal", 1),
    ("baikall", "baikal", 1), ("kitten", "sitting", 3), ("ca", "abc", 3), ("", "abc", 3),
  ])
  func `slips are counted`(first: String, second: String, distance: Int) {
    let (first, second) = (Array(first.unicodeScalars), Array(second.unicodeScalars))
    #expect(EditDistance.between(first, second, limit: 3) == distance)
    #expect(EditDistance.between(second, first, limit: 3) == distance)
    if distance > 0 {
      #expect(EditDistance.between(first, second, limit: distance - 1) == nil)
    }
  }
}
