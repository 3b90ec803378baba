import FoundationEssentials
import TestSupport
import Testing

@testable import BucketVault

/// What purging takes out of the past, and what it leaves.
extension HistoryTests {
  @Test func `purging a record that is there leaves its last version, which can't be taken back`()
    throws
  {
    try make("+a +b", "+a:1", "+a:2", "+c")
    let last = try ledger().lastChange(of: "a")
    try purge("a")
    let ledger = try ledger()
    #expect(ledger.records.map(\.text) == ["2", "b", "c"])
    #expect(ledger.lastChange(of: "a") == last)
    let history = ledger.history
    #expect(history.batches.flatMap(\.changes).filter(\.isBase).map(\.id) == [last])
    try undo()
    try undo(history.batches.firstIndex { $0.changes.count == 2 })
    // The base stays, and what was made with it goes.
    #expect(try texts() == "2")
    #expect(try self.ledger().history.lastUndoable != nil)
  }

  @Test func `only what was before is refused to an undo after a purge`() throws {
    try make("+a", "+a:1")
    try purge("a")
    #expect(try ledger().history.lastUndoable == nil)
    guard case .purged = try refusal(0) else {
      Issue.record("not refused")
      return
    }
    try make("+a:2")
    try undo()
    #expect(try texts() == "1")
  }

  @Test func `a removed record goes entirely, and the ids of its changes are listed`() throws {
    try make("+a +b", "+a:1", "-a")
    let gone = try ledger().history.past(of: ["a"]).map(\.id)
    #expect(gone.count == 3)
    try purge("a")
    let history = try ledger().history
    #expect(try texts() == "b")
    #expect(history.removed.isEmpty)
    #expect(history.batches.flatMap(\.purged) == gone)
    #expect(history.batches.flatMap(\.changes).count == 1)
    #expect(history.past(of: ["a", "b"]).isEmpty)
  }

  @Test func `a record that came back stays where it was first, also when it is purged`() throws {
    try make("+a +b", "-a", "+c", "+a:1", "+a:2")
    #expect(try texts() == "2 b c")
    try purge("a")
    #expect(try texts() == "2 b c")
    #expect(try ledger().history.batches.flatMap(\.changes).count == 3)
  }

  @Test func `the ids of earlier purges stay, and pieces hold a thousand`() throws {
    for count in 0..<3 {
      try make((0..<900).map { "+\($0):\(count)" }.joined(separator: " "))
    }
    try make("+x", "-x")
    try purge("x")
    _ = try vault.open().purge { Set($0.records.map(\.id)) }
    let history = try ledger().history
    #expect(history.batches.map(\.purged.count).filter { $0 > 0 } == [2, 1_000, 800])
    #expect(history.wasPurged(after: 2) && !history.wasPurged(after: history.batches.count - 1))
    #expect(history.knownChanges.count == 900 + 1_802)
    #expect(Set(history.batches.flatMap(\.purged)).count == 1_802)
    #expect(try ledger().records.map(\.text) == Array(repeating: "2", count: 900))
  }

  @Test func `who undid and who merged stays told after a purge of other records`() throws {
    try make("+a", "+b", "-b")
    try undo()
    let merged = Batch<Note>.Merged(at: Date(timeIntervalSince1970: 7), by: "bob@mill")
    let opened = try vault.open()
    var ledger = try opened.read(keepingPast: true)
    let change = Change<Note>(
      at: Date(timeIntervalSince1970: 5), by: "carol@sea", action: .put(Note("c")))
    try opened.append(Batch([change], merged: merged), to: &ledger, unchangedSince: [:])
    let before = ledger.history.batches.suffix(2)
    try purge("a")
    let after = try self.ledger().history.batches.suffix(2)
    #expect(after.map(\.id) == before.map(\.id))
    #expect(after.map(\.undoes) == before.map(\.undoes) && after.first?.undoes != nil)
    #expect(after.map(\.merged) == [nil, merged])
  }

  /// Every text of the vault's frames, decrypted one after the other.
  private func frameTexts() throws -> String {
    let file = try VaultFile.open(vault.path)
    var tail = Tail(of: file.header)
    var reader = FrameReader(size: try vault.bytes.count)
    let key = vault.key.frameKey
    var texts = ""
    while case .frame(let frame) = try reader.frame(
      at: file.framesStart + tail.offset, of: file.descriptor)
    {
      let text = Frame.open(frame, after: tail, key: key)
      texts += String(decoding: try #require(text), as: UTF8.self) + "\n"
      tail.advance(over: frame)
    }
    return texts
  }

  @Test(arguments: SeededGenerator.seeds)
  func `whatever happened and whatever is purged, what is there stays and the rest is unreadable`(
    seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let ids = (0..<8).map { "id\($0)" }
    var version = 0
    /// The texts that each record had.
    var had: [String: Set<String>] = [:]
    for _ in 0..<4 {
      let opened = try vault.open()
      var ledger = try opened.read(keepingPast: true)
      for _ in 0..<15 {
        if Int.random(in: 0..<4, using: &generator) == 0, let last = ledger.history.lastUndoable {
          let (actions, resting) = try ledger.history.undoing(last)
          try opened.append(
            actions, to: &ledger, unchangedSince: resting, undoing: ledger.history.batches[last].id,
            author: nil)
          continue
        }
        let actions = (0..<Int.random(in: 1...3, using: &generator)).map { _ -> Action in
          let id = ids.randomElement(using: &generator)!
          if Bool.random(using: &generator) { return .remove(id) }
          version += 1
          had[id, default: []].insert("<version \(version)>")
          return .put(Note(id, "<version \(version)>"))
        }
        try opened.append(actions, to: &ledger, author: "alice@hut")
      }
      let chosen = Set(ids.filter { _ in Bool.random(using: &generator) })
      let removed = ledger.history.removed.filter { !chosen.contains($0.id) }.map(\.text)
      let past = Set(ledger.history.past(of: chosen).map(\.id))
      let known = ledger.history.knownChanges
      if !chosen.isEmpty { _ = try opened.purge { _ in chosen } }
      let after = try self.ledger()
      #expect(after.records == ledger.records, "seed \(seed)")
      for id in ids {
        #expect(after.lastChange(of: id) == ledger.lastChange(of: id) || chosen.contains(id))
      }
      #expect(after.history.removed.map(\.text) == removed)
      #expect(past.isSubset(of: after.history.batches.flatMap(\.purged)))
      #expect(after.history.knownChanges == known)
      let readable = try frameTexts()
      for id in chosen {
        for text in had[id, default: []] where after[id]?.text != text {
          #expect(!readable.contains(text), "seed \(seed)")
        }
        had[id] = had[id]?.filter { after[id]?.text == $0 }
      }
      for text in had.values.joined() { #expect(readable.contains(text), "seed \(seed)") }
      try undoAll()
    }
  }

  /// Takes back what can be, some changes deep, which must never fail.
  private func undoAll() throws {
    for _ in 0..<3 where try ledger().history.lastUndoable != nil { try undo() }
  }
}
