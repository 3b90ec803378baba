import FoundationEssentials
import TestSupport
import Testing

@testable import BucketVault

/// Two copies of one vault, of which the second is a file beside the first.
@Suite struct MergePlanTests {
  private let vault: VaultSample
  private let copy: String

  init() throws {
    vault = try VaultSample()
    copy = vault.folder.path(of: "copy.vault")
    try vault.put("a", "b", "c")
    try Data(vault.bytes).write(to: URL(filePath: copy))
  }

  private func open(_ path: String) throws -> Vault<Note> {
    let file = try VaultFile.open(path)
    let state = StateFolder(base: vault.states, vault: file.header)
    return try Vault(file, key: vault.key, state: state, accepting: .copy) { _ in }
  }

  private func make(
    _ actions: [Change<Note>.Action], in path: String, together: Bool = false
  ) throws {
    let vault = try open(path)
    var ledger = try vault.read()
    for batch in together ? [actions] : actions.map({ [$0] }) {
      try vault.append(batch, to: &ledger, author: "bob@sea")
    }
  }

  private func merge(_ from: String, into path: String) throws -> MergePlan<Note> {
    MergePlan(
      of: try open(from).read(keepingPast: true), into: try open(path).read(keepingPast: true))
  }

  /// Merges, taking the note of the other copy where both changed one.
  private func take(_ from: String, into path: String) throws {
    let into = try open(path)
    var ledger = try into.read(keepingPast: true)
    let merge = MergePlan(of: try open(from).read(keepingPast: true), into: ledger)
    let resolved = Dictionary(uniqueKeysWithValues: merge.conflicts.map { ($0.id, $0.there) })
    try into.append(merge, to: &ledger, resolved: resolved, author: "alice@hut")
  }

  private func texts(_ path: String) throws -> [String] {
    try open(path).read().records.map(\.text)
  }

  @Test func `changes of different records in both copies all stay`() throws {
    try make([.put(Note("a", "A")), .put(Note("d", "d"))], in: vault.path)
    try make([.put(Note("b", "B")), .remove("c"), .put(Note("e", "e"))], in: copy)
    #expect(try merge(copy, into: vault.path).conflicts.isEmpty)
    try take(copy, into: vault.path)
    #expect(try texts(vault.path) == ["A", "B", "d", "e"])
  }

  @Test func `what was brought in keeps its ids, times and authors, in one batch`() throws {
    try make([.put(Note("b", "B")), .put(Note("e", "e"))], in: copy)
    try take(copy, into: vault.path)
    let there = try open(copy).read(keepingPast: true).history.batches
    let here = try open(vault.path).read(keepingPast: true).history.batches
    #expect(here.count == 4)
    #expect(here[3].changes.map(\.id) == there.suffix(2).flatMap(\.changes).map(\.id))
    #expect(here[3].changes.map(\.by) == ["bob@sea", "bob@sea"])
    #expect(here[3].merged?.by == "alice@hut")
  }

  @Test func `merging twice, or an older copy, brings nothing`() throws {
    try make([.put(Note("b", "B"))], in: copy)
    try take(copy, into: vault.path)
    #expect(try merge(copy, into: vault.path).incoming.isEmpty)
    #expect(try merge(vault.path, into: copy).incoming.isEmpty)
    try make([.put(Note("z", "z"))], in: vault.path)
    #expect(try merge(copy, into: vault.path).incoming.isEmpty)
  }

  @Test func `a record that both changed is a conflict with what it was before`() throws {
    try make([.put(Note("a", "here"))], in: vault.path)
    try make([.put(Note("a", "first")), .put(Note("a", "there"))], in: copy)
    let conflicts = try merge(copy, into: vault.path).conflicts
    #expect(conflicts.count == 1)
    #expect(conflicts[0].base?.text == "a")
    #expect(conflicts[0].here?.text == "here")
    #expect(conflicts[0].there?.text == "there")
    #expect(conflicts[0].thereChange.by == "bob@sea")
  }

  @Test func `the same change made in both is none`() throws {
    try make([.put(Note("a", "same"))], in: vault.path)
    try make([.put(Note("a", "same"))], in: copy)
    let merge = try merge(copy, into: vault.path)
    #expect(merge.conflicts.isEmpty && merge.incoming.count == 1)
  }

  @Test
  func `a record that was removed here and changed there is a conflict, and so is the reverse`()
    throws
  {
    try make([.remove("a"), .put(Note("b", "here"))], in: vault.path)
    try make([.put(Note("a", "there")), .remove("b")], in: copy)
    let conflicts = try merge(copy, into: vault.path).conflicts
    #expect(conflicts.map(\.here?.text) == [nil, "here"])
    #expect(conflicts.map(\.there?.text) == ["there", nil])
  }

  @Test(arguments: ["here", "there", "both", nil])
  func `a resolved conflict is what both copies come to`(wanted: String?) throws {
    try make([.put(Note("a", "here"))], in: vault.path)
    try make([.put(Note("a", "there"))], in: copy)
    let into = try open(vault.path)
    var ledger = try into.read(keepingPast: true)
    let merge = MergePlan(of: try open(copy).read(keepingPast: true), into: ledger)
    let note = wanted.map { Note("a", $0) }
    try into.append(merge, to: &ledger, resolved: ["a": note], author: nil)
    #expect(try open(vault.path).read()["a"] == note)
    // Merged back, there is nothing left to decide.
    #expect(try self.merge(vault.path, into: copy).conflicts.isEmpty)
    try take(vault.path, into: copy)
    #expect(try open(copy).read()["a"] == note)
  }

  @Test func `a merge is one change, and is taken back as one`() throws {
    try make([.put(Note("a", "here"))], in: vault.path)
    try make([.put(Note("a", "there")), .remove("b"), .put(Note("e", "e"))], in: copy)
    let before = try texts(vault.path)
    try take(copy, into: vault.path)
    let into = try open(vault.path)
    var ledger = try into.read(keepingPast: true)
    let last = try #require(ledger.history.lastUndoable)
    let (actions, resting) = try ledger.history.undoing(last)
    try into.append(
      actions, to: &ledger, unchangedSince: resting, undoing: ledger.history.batches[last].id,
      author: nil)
    #expect(try Set(texts(vault.path)) == Set(before))
  }

  @Test func `two who decide at once, each for the other's, find out at the next merge`() throws {
    try make([.put(Note("a", "here"))], in: vault.path)
    try make([.put(Note("a", "there"))], in: copy)
    let before = vault.folder.path(of: "before.vault")
    try Data(vault.bytes).write(to: URL(filePath: before))
    try take(copy, into: vault.path)
    try take(before, into: copy)
    #expect(try texts(vault.path)[0] == "there")
    #expect(try texts(copy)[0] == "here")
    #expect(try merge(copy, into: vault.path).conflicts.count == 1)
    try take(copy, into: vault.path)
    try take(vault.path, into: copy)
    #expect(try texts(vault.path) == texts(copy))
    #expect(try merge(copy, into: vault.path).incoming.isEmpty)
  }

  @Test func `four thousand new records come at once`() throws {
    try make((0..<4_000).map { .put(Note("new \($0)", "new")) }, in: copy, together: true)
    try take(copy, into: vault.path)
    #expect(try open(vault.path).read().records.count == 4_003)
    #expect(try merge(vault.path, into: copy).incoming.isEmpty)
  }

  @Test func `two who merge the same copy at once don't bring it in twice`() throws {
    try make([.put(Note("e", "e"))], in: copy)
    let into = try open(vault.path)
    var ledger = try into.read(keepingPast: true)
    let merge = MergePlan(of: try open(copy).read(keepingPast: true), into: ledger)
    try take(copy, into: vault.path)
    #expect(throws: VaultError.changedMeanwhile) {
      try into.append(merge, to: &ledger, resolved: [:], author: nil)
    }
    #expect(try open(vault.path).read(keepingPast: true).history.batches.count == 4)
  }

  @Test(arguments: [true, false])
  func `what both knew is found in the copy that was not purged`(isPurgedHere: Bool) throws {
    try make([.put(Note("a", "known"))], in: vault.path)
    try Data(vault.bytes).write(to: URL(filePath: copy))
    try make([.put(Note("a", "here"))], in: vault.path)
    try make([.put(Note("a", "there"))], in: copy)
    _ = try open(isPurgedHere ? vault.path : copy).purge { _ in ["a"] }
    #expect(try merge(copy, into: vault.path).conflicts.map(\.base?.text) == ["known"])
  }

  @Test func `what was purged here stays away`() throws {
    try make([.remove("a")], in: vault.path)
    _ = try open(vault.path).purge { _ in ["a", "b"] }
    try make([.put(Note("e", "e"))], in: copy)
    #expect(try merge(copy, into: vault.path).incoming.map(\.action.subject) == ["e"])
  }

  @Test func `a copy that was purged or packed is merged like any other`() throws {
    try make([.put(Note("b", "B")), .put(Note("b", "BB"))], in: copy)
    _ = try open(copy).purge { _ in ["a", "b", "c"] }
    try make([.put(Note("d", "d"))], in: vault.path)
    try take(copy, into: vault.path)
    #expect(try texts(vault.path) == ["a", "BB", "c", "d"])
  }

  @Test func `a record changed here while one compares is no victim`() throws {
    try make([.put(Note("a", "there"))], in: copy)
    let into = try open(vault.path)
    var ledger = try into.read(keepingPast: true)
    let merge = MergePlan(of: try open(copy).read(keepingPast: true), into: ledger)
    try make([.put(Note("a", "meanwhile"))], in: vault.path)
    #expect(throws: VaultError.changedMeanwhile) {
      try into.append(merge, to: &ledger, resolved: [:], author: nil)
    }
    #expect(try open(vault.path).read()["a"]?.text == "meanwhile")
  }

  @Test(arguments: 1...12)
  func `copies that change at random come together in the same state`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func change(_ path: String, _ name: String) throws {
      let vault = try open(path)
      var ledger = try vault.read()
      for step in 0..<Int.random(in: 1...6, using: &generator) {
        let id = "abcdef".randomElement(using: &generator).map(String.init)!
        let action: Change<Note>.Action =
          Bool.random(using: &generator) ? .put(Note(id, "\(name) \(step)")) : .remove(id)
        try vault.append([action], to: &ledger, author: name)
      }
    }
    try change(vault.path, "here")
    try change(copy, "there")
    try take(copy, into: vault.path)
    try take(vault.path, into: copy)
    let (here, there) = (try open(vault.path).read(), try open(copy).read())
    #expect(Set(here.records.map(\.text)) == Set(there.records.map(\.text)), "seed \(seed)")
    // What was decided in the second goes back to the first, and that is all.
    try take(copy, into: vault.path)
    #expect(try merge(copy, into: vault.path).incoming.isEmpty, "seed \(seed)")
    #expect(try merge(vault.path, into: copy).incoming.isEmpty, "seed \(seed)")
    #expect(try Set(texts(vault.path)) == Set(texts(copy)), "seed \(seed)")
  }
}
