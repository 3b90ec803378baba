import Testing

@testable import BucketPlaces

@Suite struct LineDifferenceTests {
  /// The lines as `diff -u` marks them, with `@` and a number where some are left out.
  private func shown(_ older: String, _ newer: String) -> [String] {
    LineDifference(from: older, to: newer).lines.map { line in
      switch line {
      case .kept(let text): " \(text)"
      case .removed(let text): "-\(text)"
      case .inserted(let text): "+\(text)"
      case .skipped(let count): "@\(count)"
      }
    }
  }

  @Test(arguments: [
    ("", "", []), ("a", "a", ["@1"]), ("", "a\nb", ["+a", "+b"]), ("a\nb", "", ["-a", "-b"]),
    ("a\nb\nc", "a\nx\nc", [" a", "-b", "+x", " c"]), ("a\n", "a", [" a", "-"]),
    ("1\n2\n3\n4\n5\n6\n7", "1\n2\n3\n4\n5\n6\n7\n8", ["@6", " 7", "+8"]),
    ("a\n1\n2\n3\nb", "A\n1\n2\n3\nB", ["-a", "+A", " 1", "@1", " 3", "-b", "+B"]),
    ("a\na\na", "a\na", ["@1", " a", "-a"]),
    ("a\r\nb", "a\nb", ["-a\r", "+a", " b"]), ("\u{E9}", "e\u{301}", ["-\u{E9}", "+e\u{301}"]),
  ])
  func `lines are kept, removed and inserted`(older: String, newer: String, lines: [String]) {
    #expect(shown(older, newer) == lines)
  }

  @Test func `texts in which everything differs are compared at once, however long`() {
    let (older, newer) = (
      String(repeating: "a\n", count: 200_000), String(repeating: "b\n", count: 200_000)
    )
    let lines = LineDifference(from: older, to: newer).lines
    #expect(lines.count == 400_001)
    #expect(lines.last == .kept(""))
  }
}
