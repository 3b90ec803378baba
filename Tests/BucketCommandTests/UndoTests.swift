import TestSupport
import Testing

/// What was done is taken back, in the words of the places.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct UndoTests {
  let household: Household

  init() throws { household = try Household() }

  @discardableResult
  private func bucket(_ words: String...) throws -> String {
    let run = try household.bucket(words)
    #expect(run.end == .exited(0), "\(words): \(run.errorText)")
    return run.errorText
  }

  /// The ids of all changes, the newest first.
  private func ids() throws -> [String] {
    let lines = try household.bucket(["history"]).outputText.split(separator: "\n")
    return lines.filter { !$0.hasPrefix(" ") }.map { String($0.prefix { $0 != " " }) }
  }

  private func refusal(_ words: String...) throws -> (String, ProgramEnd) {
    let run = try household.bucket(words)
    return (run.errorText, run.end)
  }

  @Test func `what is taken back is what it was before, byte by byte`() throws {
    try bucket("add", "Baikal", "-d", "ice", "--at", "53.5,108.2", "-t", "winter")
    let before = try household.bucket(["show", "Baikal", "--json"]).output
    try bucket("edit", "Baikal", "-d", "water", "-t", "summer", "--visited", "2024-02-29")
    let said = try bucket("undo")
    #expect(
      said.hasPrefix(
        "took back: changed description, tags and visited of Baikal, which is as it was before\n"))
    #expect(try household.bucket(["show", "Baikal", "--json"]).output == before)
    try bucket("remove", "Baikal", "-y")
    let back = try bucket("undo")
    #expect(back.hasPrefix("took back: removed Baikal, which is on the list again\n"))
    #expect(try household.bucket(["show", "Baikal", "--json"]).output == before)
  }

  @Test func `several places that were removed at once come back at once`() throws {
    for name in ["a", "b", "c", "d", "e", "f"] { try bucket("add", "Camp \(name)") }
    try bucket("remove", "Camp a", "Camp b", "Camp c", "Camp e", "Camp f", "-y")
    let said = try bucket("undo")
    #expect(
      said.hasPrefix(
        "took back: removed Camp a, Camp b, Camp c and 2 more, which are on the list again\n"))
    #expect(try household.names() == ["a", "b", "c", "d", "e", "f"].map { "Camp \($0)" })
  }

  @Test func `the hint leads back step by step`() throws {
    try bucket("add", "Baikal", "-d", "1")
    for text in ["2", "3", "4"] { try bucket("edit", "Baikal", "-d", text) }
    var words = ["undo"]
    for text in ["3", "2", "1"] {
      let run = try household.bucket(words)
      #expect(run.end == .exited(0), "\(run.errorText)")
      #expect(try household.places()?.first?.description == text)
      let hint = run.errorText.split(separator: " ").last.map(String.init)
      words = ["undo", hint?.filter { !$0.isWhitespace } ?? "none"]
    }
    _ = try household.bucket(words)
    #expect(try household.names() == [])
    let said = try bucket("undo")
    #expect(
      said == """
        took back the undo: removed Baikal, which is on the list again
        to undo this: bucket undo; for what else there is to take back: bucket history

        """)
  }

  @Test func `what can't be taken back is refused, and nothing is changed`() throws {
    #expect(try refusal("undo").1 == .exited(1))
    try bucket("add", "Baikal")
    try bucket("edit", "Baikal", "-d", "ice")
    let ids = try ids()
    let before = try household.everything()
    let (changed, status) = try refusal("undo", ids[1])
    #expect(status == .exited(1))
    #expect(
      changed == """
        bucket: error: \(ids[1]) can't be taken back: Baikal was changed again since, by \(ids[0]); \
        nothing was changed
        bucket: hint: take that back first: bucket undo \(ids[0])

        """)
    for reference in ["zzzz", "0", "Baikal", "", "\u{1B}[2J"] {
      let (text, status) = try refusal("undo", reference)
      #expect(status == .exited(5) && text.contains("there is no change “"))
      #expect(!text.contains("\u{1B}"))
    }
    #expect(try household.everything() == before)
    try bucket("undo")
    let (again, _) = try refusal("undo", ids[0])
    #expect(again.contains("\(ids[0]) was taken back already, by \(try self.ids()[0]); nothing"))
    try bucket("purge", "--history", "-y")
    let (purged, end) = try refusal("undo")
    #expect(end == .exited(1) && purged.contains("there is nothing to take back: what was before"))
  }

  @Test func `an undo of an undo of an undo is told the right way round`() throws {
    try bucket("add", "Baikal")
    let said = try (0..<4).map { _ in try bucket("undo").prefix { $0 != "\n" } }
    #expect(
      said == [
        "took back: added Baikal, which is off the list again",
        "took back the undo: removed Baikal, which is on the list again",
        "took back again: added Baikal, which is off the list again",
        "took back the undo: removed Baikal, which is on the list again",
      ])
  }

  @Test func `after a purge nothing older is taken back unasked`() throws {
    try bucket("add", "Baikal")
    try bucket("add", "Camp")
    try bucket("edit", "Camp", "-d", "by the lake")
    try bucket("purge", "Camp", "-y")
    let before = try household.everything()
    let (text, end) = try refusal("undo")
    #expect(end == .exited(1) && text.contains("what was done last is a purge"), "\(text)")
    #expect(try household.everything() == before)
    let hint = try #require(text.firstMatch(of: /bucket undo ([0-9a-f]+)/)?.output.1)
    try bucket("undo", String(hint))
    #expect(try household.names() == ["Camp"])
    // And what was done since is taken back as ever.
    try bucket("undo")
    #expect(try household.names() == ["Baikal", "Camp"])
  }

  @Test func `of two undos at once one is the undo of the other or is refused`() throws {
    for round in 0..<5 {
      try bucket("add", "place \(round)")
      let run = try household.shell(
        "\"$BUCKET\" undo 2>/dev/null & \"$BUCKET\" undo 2>/dev/null; echo $?; wait $!; echo $?")
      let ends = run.outputText.split(separator: "\n").sorted()
      let isThere = try household.names() == ["place \(round)"]
      #expect(ends == (isThere ? ["0", "0"] : ["0", "1"]))
      if isThere { try bucket("remove", "place \(round)", "-y") }
    }
  }
}
