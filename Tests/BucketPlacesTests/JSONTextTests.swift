import FoundationEssentials
import TestSupport
import Testing

@testable import BucketPlaces

@Suite struct JSONTextTests {
  @Test(arguments: [
    ("", #""""#), ("\"\\/", #""\"\\/""#), ("\n\r\t", #""\n\r\t""#), ("\r\n", #""\r\n""#),
    ("\0\u{1B}\u{7F}", #""\u0000\u001b\u007f""#), ("\u{9B}\u{2028}", #""\u009b\u2028""#),
    ("\u{202E}\u{2066}\u{200F}\u{61C}", #""\u202e\u2066\u200f\u061c""#),
    ("👩\u{200D}🚀é", "\"👩\u{200D}🚀é\""), ("e\u{301}", "\"e\u{301}\""),
    ("\"\u{301}", "\"\\\"\u{301}\""),
  ])
  func `what could steer a terminal is escaped and the rest stands`(string: String, text: String) {
    #expect(Array(JSONText.string(string).utf8) == Array(text.utf8))
  }

  @Test(arguments: SeededGenerator.seeds)
  func `any string comes back byte by byte`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let scalars = (0..<16).compactMap { _ in
        let highest: UInt32 = Bool.random(using: &generator) ? 0x100 : 0x11_0000
        return Unicode.Scalar(UInt32.random(in: 0..<highest, using: &generator))
      }
      let string = String(String.UnicodeScalarView(scalars))
      let data = Data(JSONText.string(string).utf8)
      let back = try JSONDecoder().decode(String.self, from: data)
      #expect(Array(back.utf8) == Array(string.utf8))
    }
  }

  @Test(arguments: [(1.0, "1"), (-0.5, "-0.5"), (1e-7, "1e-07"), (1e16, "1e+16"), (108.2, "108.2")])
  func `a number has the fewest digits that read back`(number: Double, text: String) throws {
    #expect(JSONText.number(number) == text)
    #expect(try JSONDecoder().decode(Double.self, from: Data(text.utf8)) == number)
  }

  @Test func `members of objects are sorted by code points`() {
    let value = JSONValue.object(["b": .null, "a": .bool(true), "B": .array([.integer(1)])])
    #expect(JSONText.value(value) == #"{"B":[1],"a":true,"b":null}"#)
  }
}
