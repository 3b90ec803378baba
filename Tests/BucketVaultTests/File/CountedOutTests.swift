import FoundationEssentials
import TestSupport
import Testing

@testable import BucketVault

/// Vaults whose numbers are as high as they can be, as somebody with the key could write them.
@Suite struct CountedOutTests {
  private let vault: VaultSample

  init() throws { vault = try VaultSample() }

  /// Writes the vault with other numbers, and notes.
  private func write(revision: Int = 1, epoch: Int = 1, notes: Int = 300) throws {
    var header = try vault.header
    (header.revision, header.epoch) = (revision, epoch)
    let key = vault.key
    var tail = Tail(of: header)
    var bytes = header.bytes(under: key)
    for number in 0..<notes {
      let change = Change<Note>(at: VaultSample.time, by: nil, action: .put(Note("\(number)")))
      for text in try Batch.texts(of: [Batch([change])]) {
        bytes += tail.seal(text, key: key.frameKey)
      }
    }
    try vault.write(bytes)
  }

  private func expectRefused(_ kinds: [RewritingKind], _ counter: VaultError.Counter) throws {
    let before = try vault.bytes
    for kind in kinds {
      #expect(throws: VaultError.countedOut(counter)) { try kind.rewrite(vault) }
      #expect(try vault.bytes == before)
    }
  }

  @Test func `a header whose revision is the highest isn't changed, and frames are added`() throws {
    try write(revision: .max)
    try expectRefused(RewritingKind.allCases, .revision)
    let before = try vault.bytes
    #expect(throws: VaultError.countedOut(.revision)) {
      try vault.open().replaceSlots { slots throws(SlotSet.Refusal) in
        _ = try slots.addRecoveryKey(label: "safe")
      }
    }
    #expect(try vault.bytes == before)
    try vault.put("new", "newer")
    #expect(try vault.texts().count == 302)
  }

  @Test func `frames whose epoch is the highest aren't written anew, and slots are changed`() throws
  {
    try write(epoch: .max)
    try expectRefused(RewritingKind.allCases, .epoch)
    try vault.open().replaceSlots { slots throws(SlotSet.Refusal) in
      _ = try slots.addRecoveryKey(label: "safe")
    }
    try vault.put("new")
    #expect(try vault.texts().count == 301)
  }

  @Test(arguments: [(Int.max, 1, VaultError.Counter.revision), (1, Int.max, .epoch)])
  func `what nothing can follow is not recovered under the same header`(
    revision: Int, epoch: Int, counter: VaultError.Counter
  ) throws {
    try write(revision: revision, epoch: epoch, notes: 3)
    let damaged = try DamagedVault(vault.path)
    let salvage: Salvage<Note> = try damaged.salvage(as: Note.self, key: vault.key)
    #expect(salvage.records.count == 3)
    let new = vault.folder.path(of: "new.vault")
    #expect(throws: VaultError.countedOut(counter)) {
      try damaged.write(salvage, to: new, key: vault.key, state: vault.state)
    }
    #expect(!File.exists(new))
  }

  @Test func `a damaged revision is no reason not to recover`() throws {
    try write(revision: .max, notes: 3)
    var bytes = try vault.bytes
    let end = try VaultFile.open(vault.path).framesStart
    for place in (end - 64)..<end { bytes[place] ^= 0xFF }
    try vault.write(bytes)
    let damaged = try DamagedVault(vault.path)
    #expect(damaged.headerState == .damaged)
    let salvage: Salvage<Note> = try damaged.salvage(as: Note.self, key: vault.key)
    let new = vault.folder.path(of: "new.vault")
    let state = StateFolder(base: vault.states, vault: damaged.header)
    try damaged.write(salvage, to: new, key: vault.key, state: state)
    #expect(try vault.open(VaultFile.open(new)).read().records.count == 3)
  }

  @Test(arguments: [Int.max, Int.max - 1, 4], [3 * 1068, 1068, Int.max, Int.max - 1068])
  func `a state last seen that no file can have is not written behind`(
    sequence: Int, offset: Int
  ) throws {
    try write(notes: 3)
    var tail = try vault.open().read().tail
    let whole = tail.offset
    (tail.sequence, tail.offset) = (sequence, offset)
    if offset == 1068 { tail.tag = try tag(at: offset) }
    // Whoever has the key can vouch for it.
    let seen = LastSeen(tail, revision: 1, key: vault.key, path: nil)
    try vault.state.remember(seen)
    let opened = try vault.open(accepting: .olderToo)
    let ledger = try opened.ledgerAtLastSeen()
    #expect(ledger.tail.sequence == 3 && ledger.tail.offset == whole)
  }

  /// The tag of the frame that ends at an offset of the frames.
  private func tag(at offset: Int) throws -> [UInt8] {
    let end = try VaultFile.open(vault.path).framesStart + offset
    return Array(try vault.bytes[(end - Sodium.tagCount)..<end])
  }
}
