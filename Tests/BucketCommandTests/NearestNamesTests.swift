import Testing

@testable import BucketCommand

@Suite struct NearestNamesTests {
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
