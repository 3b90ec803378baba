import Testing

@testable import BucketCommand

@Suite struct NearestNamesTests {
  @Test(arguments: [
    ("", "", 0), ("abc", "", 3), ("", "abc", 3), ("list", "list", 0), ("lsit", "list", 1),
    ("lst", "list", 1), ("liist", "list", 1), ("lost", "list", 1), ("ilts", "list", 2),
    ("ca", "abc", 3),
  ]) func `a swap of neighbours counts as one`(one: String, other: String, distance: Int) {
    #expect(NearestNames.distance(one, other) == distance)
    #expect(NearestNames.distance(other, one) == distance)
  }

  @Test(arguments: [
    ("unlcok", ["unlock"]), ("unl", ["unlock"]), ("un", ["unlock", "undo"]), ("ls", ["list"]),
    ("dlete", ["remove"]), ("lits", ["list"]), ("xy", []), ("u", ["unlock", "undo"]),
    ("zzzzzz", []), ("--", []), ("", []),
  ]) func `only what is near is found`(word: String, expected: [String]) {
    let names = NearestNames(
      ["unlock", "undo", "list", "remove"], synonyms: ["ls": "list", "delete": "remove"])
    #expect(names.nearest(to: word) == expected)
  }
}
