import FoundationEssentials
import Testing

@testable import BucketPlaces

@Suite struct JSONValueTests {
  @Test(
    arguments: [
      ("null", .null), ("true", .bool(true)), ("0", .integer(0)), ("1", .integer(1)),
      ("-9223372036854775808", .integer(.min)), ("9223372036854775807", .integer(.max)),
      ("9007199254740993", .integer(9_007_199_254_740_993)),
      ("9223372036854775808", .unsigned(9_223_372_036_854_775_808)),
      ("18446744073709551615", .unsigned(.max)),
      ("18446744073709551616", .number(18_446_744_073_709_551_616)),
      ("18446744073709550.68155", .integer(18_446_744_073_709_552)),
      ("9223372036854775807.5", .unsigned(9_223_372_036_854_775_808)),
      ("0.1", .number(0.1)), ("1e300", .number(1e300)), (#""a\u0000""#, .string("a\0")),
      ("[]", .array([])),
      (#"[1,[null,{}],"x"]"#, .array([.integer(1), .array([.null, .object([:])]), .string("x")])),
      (#"{"a":{"b":false}}"#, .object(["a": .object(["b": .bool(false)])])),
    ] as [(String, JSONValue)])
  func `a value keeps its kind and its digits`(json: String, value: JSONValue) throws {
    let decoded = try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
    #expect(decoded == value)
    let encoded = try JSONEncoder().encode(decoded)
    #expect(try JSONDecoder().decode(JSONValue.self, from: encoded) == value)
    let text = JSONText.value(decoded)
    #expect(try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) == value)
  }
}
