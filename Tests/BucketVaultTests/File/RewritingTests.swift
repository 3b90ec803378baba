import FoundationEssentials
import TestSupport
import Testing

@testable import BucketVault

/// A vault whose frames are written anew while others use it.
@Suite struct RewritingTests {
  private let vault: VaultSample

  init() throws { vault = try RewritingKind.sample() }

  @Test(arguments: RewritingKind.allCases)
  func `frames that are written anew leave the records as they were`(
    _ kind: RewritingKind
  ) throws {
    let before = try vault.header
    let size = try vault.bytes.count
    let key = try kind.rewrite(vault)
    let header = try vault.header
    #expect(header.vault == before.vault)
    #expect(header.created == before.created)
    #expect(header.epoch == before.epoch + 1)
    #expect(header.revision == before.revision + 1)
    #expect((header.notesKey == before.notesKey) == (kind != .newDataKey))
    #expect((header.slots == before.slots) == (kind != .newDataKey))
    let ledger = try vault.open(with: key).read()
    #expect(ledger.records.map(\.text) == RewritingKind.texts)
    #expect(ledger.records.map(\.id) == (0..<300).map { "\($0)" })
    #expect(try 2 * vault.bytes.count <= size)
    #expect(vault.folder.names == ["places.vault", "state"])
  }

  @Test(arguments: RewritingKind.allCases)
  func `who had the file open reads all of it as it was`(_ kind: RewritingKind) throws {
    let reader = try vault.open()
    let key = try kind.rewrite(vault)
    let newer = try vault.open(with: key)
    var ledger = try newer.read()
    try newer.append([.put(Note("new", "new"))], to: &ledger, author: nil)
    let old = try reader.read(keepingPast: true)
    #expect(old.records.map(\.text) == RewritingKind.texts)
    #expect(old.history.batches.count == 301)
    #expect(old.frameCount == 301)
    // The newer state is still the one that is remembered.
    #expect(try vault.state.lastSeen()?.epoch == 2)
    #expect(try vault.state.lastSeen()?.sequence == ledger.frameCount)
  }

  @Test(arguments: RewritingKind.allCases)
  func `who had read the file adds to the new one, which is read first`(
    _ kind: RewritingKind
  ) throws {
    var newerKey: [UInt8]?
    let writer = try vault.open(newerKey: { newerKey })
    var ledger = try writer.read()
    let last = try #require(ledger.lastChange(of: "0"))
    let key = try kind.rewrite(vault)
    newerKey = key
    let other = try vault.open(with: key)
    var theirs = try other.read()
    try other.append([.put(Note("theirs", "theirs"))], to: &theirs, author: nil)
    try writer.append(
      [.put(Note("ours", "ours"))], to: &ledger, unchangedSince: ["0": last], author: nil)
    let texts = RewritingKind.texts + ["theirs", "ours"]
    #expect(ledger.records.map(\.text) == texts)
    #expect(try vault.open(with: key).read().records.map(\.text) == texts)
    #expect(throws: VaultError.changedMeanwhile) {
      try writer.append([.remove("0")], to: &ledger, unchangedSince: ["0": UUID()], author: nil)
    }
  }

  @Test(arguments: RewritingKind.allCases)
  func `the file from before is older, for readers and for writers`(_ kind: RewritingKind) throws {
    let old = try vault.bytes
    let opened = try vault.open()
    var ledger = try opened.read()
    try kind.rewrite(vault)
    try vault.write(old)
    #expect(vault.refusal() == .older(.superseded))
    #expect(throws: VaultError.older(.superseded)) {
      try opened.append([.put(Note("new"))], to: &ledger, author: nil)
    }
    #expect(throws: VaultError.older(.superseded)) { try kind.rewrite(vault) }
    #expect(try vault.bytes == old)
    #expect(try vault.texts(accepting: .olderToo) == RewritingKind.texts)
    #expect(try vault.texts() == RewritingKind.texts)
  }

  @Test(arguments: RewritingKind.allCases)
  func `the new end is remembered, and can be added to without reading`(
    _ kind: RewritingKind
  ) throws {
    let key = try kind.rewrite(vault)
    let opened = try vault.open(with: key)
    var ledger = try opened.ledgerAtLastSeen()
    #expect(!ledger.isWhole)
    #expect(ledger.records.isEmpty)
    try opened.append([.put(Note("new", "new"))], to: &ledger, author: nil)
    #expect(
      try vault.open(with: key).read().records.map(\.text) == RewritingKind.texts + ["new"])
  }

  @Test(arguments: RewritingKind.allCases)
  func `what was remembered of the frames before doesn't lead into the new ones`(
    _ kind: RewritingKind
  ) throws {
    _ = try vault.texts()
    let seen = try Data(contentsOf: URL(filePath: vault.state.lastSeenPath))
    let key = try kind.rewrite(vault)
    try seen.write(to: URL(filePath: vault.state.lastSeenPath))
    let opened = try vault.open(with: key)
    var ledger = try opened.ledgerAtLastSeen()
    #expect(ledger.isWhole)
    try opened.append([.put(Note("new", "new"))], to: &ledger, author: nil)
    #expect(
      try vault.open(with: key).read().records.map(\.text) == RewritingKind.texts + ["new"])
  }

  @Test(arguments: RewritingKind.allCases)
  func `an interrupted write is not carried over, but kept`(_ kind: RewritingKind) throws {
    try vault.write(try vault.bytes + [1, 2, 3])
    let notices = Notices()
    let key = try kind.rewrite(vault, notices: notices)
    guard case .cutOff(let copy)? = notices.all.last else {
      Issue.record("\(notices.all)")
      return
    }
    #expect(try Data(contentsOf: URL(filePath: copy)) == Data([1, 2, 3]))
    #expect(try vault.open(with: key).read().records.map(\.text) == RewritingKind.texts)
  }

  @Test(arguments: RewritingKind.allCases)
  func `a damaged vault is left as it is`(_ kind: RewritingKind) throws {
    var bytes = try vault.bytes
    bytes[bytes.count - 1068 - 5] ^= 1
    try vault.write(bytes)
    #expect {
      try kind.rewrite(vault)
    } throws: { error in
      guard case .damaged(.frame(number: 300, _))? = error as? VaultError else { return false }
      return true
    }
    #expect(try vault.bytes == bytes)
    #expect(vault.folder.names.filter { $0 != "state" } == ["places.vault"])
  }

  @Test func `to purge nothing writes nothing`() throws {
    let vault = try RewritingKind.sample()
    let before = try vault.bytes
    #expect(throws: VaultError.changedMeanwhile) { try vault.open().purge { _ in [] } }
    #expect(try vault.bytes == before)
  }
}
