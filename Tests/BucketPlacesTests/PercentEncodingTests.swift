import Testing

@testable import BucketPlaces

struct PercentEncodingTests {
  @Test(arguments: [
    ("a%20b", "a b"), ("%C3%a9", "é"), ("a+b", "a+b"), ("%2B", "+"), ("100%", "100%"), ("%4", "%4"),
    ("%zz", "%zz"), ("%+5", "%+5"), ("%FF", "\u{FFFD}"), ("", ""),
  ])
  func `percent signs with two digits stand for bytes, and all else for itself`(
    text: String, decoded: String
  ) {
    #expect(PercentEncoding.decoded(text) == decoded)
  }

  @Test func `in forms a plus is a space, and an encoded one is a plus`() {
    #expect(PercentEncoding.decoded("a+b%2Bc", hasPlus: true) == "a b+c")
  }
}
