import FoundationEssentials
import Testing

@testable import BucketPlaces

@Suite struct FieldDifferenceTests {
  private static let id = "0b1f6a3e-0000-4000-8000-000000000000"

  private func place(_ members: String) throws -> Place {
    try JSONDecoder().decode(
      Place.self, from: Data(#"{"id":"\#(Self.id)","name":"Lake"\#(members)}"#.utf8))
  }

  /// The differences, each as `field: before > after`, with `.` for nothing.
  private func shown(_ older: String, _ newer: String) throws -> [String] {
    try place(newer).differences(from: try place(older)).map {
      "\($0.field): \($0.before ?? ".") > \($0.after ?? ".")"
    }
  }

  @Test(arguments: [
    ("", #","description":"Ice""#, "description: . > Ice"),
    (#","tags":["a","b"]"#, #","tags":["b","a"]"#, "tags: a, b > b, a"),
    (
      #","latitude":1,"longitude":2"#, #","latitude":1.5,"longitude":2"#,
      "position: 1, 2 > 1.5, 2"
    ),
    (#","latitude":1,"longitude":2"#, "", "position: 1, 2 > ."),
    ("", #","altitude":-3.5"#, "altitude: . > -3.5 m"),
    (#","approximate":true"#, #","approximate":false"#, "approximate: yes > no"),
    (#","category":"Park""#, #","category":"Lake""#, "category: Park > Lake"),
    (#","address":"x""#, "", "address: x > ."), ("", #","link":"x:y""#, "link: . > x:y"),
    ("", #","visited":"2024-02-29""#, "visited: . > 2024-02-29"),
    ("", #","source":{"program":"p","id":"7"}"#, "source: . > p 7"),
    (#","priority":2"#, #","priority":[3,{"a":null}]"#, #"priority: 2 > [3,{"a":null}]"#),
    (#","link":"\#u{E9}""#, #","link":"e\#u{301}""#, "link: \u{E9} > e\u{301}"),
  ])
  func `a field that differs is told, and no other`(
    older: String, newer: String, difference: String
  ) throws {
    #expect(try shown(older, newer) == [difference])
    #expect(try shown(older, older) == [])
  }

  @Test func `fields come in one order, those of a later version last`() throws {
    let newer = #","zeal":1,"able":2,"description":"x","tags":["t"],"link":"l""#
    #expect(
      try place(newer).differences(from: place("")).map(\.field) == [
        "description", "tags", "link", "able", "zeal",
      ])
  }

  @Test func `when a place was changed is no difference`() throws {
    var after = try place("")
    after.modified = Date()
    after.created = Date()
    #expect(after.differences(from: try place("")).isEmpty)
  }
}
