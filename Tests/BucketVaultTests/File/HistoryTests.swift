import FoundationEssentials
import TestSupport
import Testing

@testable import BucketVault

@Suite struct HistoryTests {
  typealias Action = Change<Note>.Action

  let vault: VaultSample

  init() throws { vault = try VaultSample() }

  /// The actions of `+a` (puts `a`), `+a:text` and `-a` (removes it).
  private static func actions(_ words: String) -> [Action] {
    words.split(separator: " ").map { word in
      let parts = word.dropFirst().split(separator: ":").map(String.init)
      return word.first == "+" ? .put(Note(parts[0], parts.last ?? "")) : .remove(parts[0])
    }
  }

  /// Makes each of these batches, in writes of their own.
  func make(_ batches: String...) throws {
    for words in batches {
      let vault = try vault.open()
      var ledger = try vault.read()
      try vault.append(Self.actions(words), to: &ledger, author: "alice@hut")
    }
  }

  func ledger() throws -> Ledger<Note> { try vault.open().read(keepingPast: true) }

  func texts() throws -> String {
    try ledger().records.map(\.text).joined(separator: " ")
  }

  /// Takes a batch back, the last one that can be unless its index is given.
  func undo(_ index: Int? = nil) throws {
    let vault = try vault.open()
    var ledger = try vault.read(keepingPast: true)
    let index = try index ?? #require(ledger.history.lastUndoable)
    let (actions, resting) = try ledger.history.undoing(index)
    try vault.append(
      actions, to: &ledger, unchangedSince: resting, undoing: ledger.history.batches[index].id,
      author: "alice@hut")
  }

  func purge(_ subjects: String...) throws {
    _ = try vault.open().purge { _ in Set(subjects) }
  }

  func refusal(_ index: Int) throws -> History<Note>.UndoRefusal? {
    let history = try ledger().history
    do throws(History<Note>.UndoRefusal) {
      _ = try history.undoing(index)
      return nil
    } catch {
      return error
    }
  }

  // MARK: Effects

  @Test func `each change is told with what was before and after it`() throws {
    try make("+a +b", "+a:A -b", "-a")
    let effects = try ledger().history.effects.map { $0.map { [$0.before?.text, $0.after?.text] } }
    #expect(
      effects == [[[nil, "a"], [nil, "b"]], [["a", "A"], ["b", nil]], [["A", nil]]])
  }

  @Test func `removed records are known as they were last, in the order in which they went`() throws
  {
    try make("+a +b +c +d", "+b:B", "-b", "-a -c", "+c:C", "-x")
    #expect(try ledger().history.removed.map(\.text) == ["B", "a"])
  }

  @Test func `without being asked for, no past is kept`() throws {
    try make("+a", "+a:A")
    #expect(try vault.open().read().history.batches.isEmpty)
  }

  // MARK: Undo

  @Test(arguments: [
    (["+a"], ""), (["+a +b", "+c"], "a b"), (["+a +b +c"], ""), (["+a +b", "+a:A"], "a b"),
    (["+a +b", "-a"], "a b"), (["+a +b +c", "-a -c"], "a b c"), (["+a", "+a:A +b -a"], "a"),
    (["+a +b", "+a:A -b +c"], "a b"), (["+a", "+a:A +a:B"], "a"), (["+a", "-a +a:A"], "a"),
  ])
  func `the last batch is taken back whole`(batches: [String], texts: String) throws {
    for batch in batches { try make(batch) }
    try undo()
    #expect(try self.texts() == texts)
    #expect(
      try ledger().history.batches.last?.undoes == ledger().history.batches[batches.count - 1].id)
  }

  @Test func `an undo is taken back by the next one, again and again`() throws {
    try make("+a", "+a:A")
    for text in ["a", "A", "a", "A"] {
      try undo()
      #expect(try texts() == text)
    }
  }

  @Test func `one change after the other is taken back, the last first`() throws {
    try make("+a", "+a:1", "+a:2 +b", "-a")
    for (index, texts) in [(3, "2 b"), (2, "1"), (1, "a"), (0, "")] {
      try undo(index)
      #expect(try self.texts() == texts)
    }
  }

  @Test func `what was changed since is not taken back, and the later change is named`() throws {
    try make("+a", "+a:1 +b", "+a:2")
    for index in [0, 1] {
      guard case .changedSince("a", by: 2) = try refusal(index) else {
        Issue.record("\(index)")
        continue
      }
    }
    try undo(2)
    // What the record is now is what batch 1 made it, though batch 3 is the last.
    guard case .changedSince("a", by: 1) = try refusal(0) else {
      Issue.record("not refused")
      return
    }
    guard case .changedSince("a", by: 3) = try refusal(2) else {
      Issue.record("not refused")
      return
    }
    #expect(try refusal(1) == nil)
  }

  @Test func `changes of other records are nothing to an undo`() throws {
    try make("+a", "+b", "+b:B", "-b")
    try undo(0)
    #expect(try texts() == "")
    #expect(try ledger().history.removed.map(\.text) == ["B", "a"])
  }

  @Test func `a batch that did nothing is passed over`() throws {
    try make("+a", "", "-x", "+a:a", "+b -b")
    #expect(try ledger().history.lastUndoable == 0)
    guard case .nothing = try refusal(3) else {
      Issue.record("not refused")
      return
    }
    try undo()
    #expect(try texts() == "")
  }

  @Test func `texts that Unicode calls equal differ for an undo`() throws {
    try make("+a:\u{E9}", "+a:e\u{301}")
    try undo()
    #expect(try texts().unicodeScalars.elementsEqual("\u{E9}".unicodeScalars))
  }

  @Test func `nothing can be taken back in a new vault`() throws {
    #expect(try ledger().history.lastUndoable == nil)
  }

  @Test func `an undo that another process gets ahead of is refused`() throws {
    try make("+a", "+a:A")
    let opened = try vault.open()
    var ledger = try opened.read(keepingPast: true)
    let (actions, resting) = try ledger.history.undoing(1)
    try make("+a:B")
    #expect(throws: VaultError.changedMeanwhile) {
      try opened.append(
        actions, to: &ledger, unchangedSince: resting, undoing: ledger.history.batches[1].id,
        author: nil)
    }
    #expect(try texts() == "B")
  }

  @Test func `an undo brings back nothing that was purged meanwhile`() throws {
    try make("+a", "+a:A +b")
    let opened = try vault.open()
    var ledger = try opened.read(keepingPast: true)
    let (actions, resting) = try ledger.history.undoing(1)
    let undone = ledger.history.batches[1].id
    try purge("a")
    #expect(throws: VaultError.changedMeanwhile) {
      try opened.append(
        actions, to: &ledger, unchangedSince: resting, undoing: undone, author: nil)
    }
    #expect(try texts() == "A b")
  }

  @Test func `an undo after frames were packed meanwhile goes on`() throws {
    try make("+a", "+a:A")
    let opened = try vault.open()
    var ledger = try opened.read(keepingPast: true)
    let (actions, resting) = try ledger.history.undoing(1)
    let undone = ledger.history.batches[1].id
    try purge("none")
    try opened.append(actions, to: &ledger, unchangedSince: resting, undoing: undone, author: nil)
    #expect(try texts() == "a")
  }
}
