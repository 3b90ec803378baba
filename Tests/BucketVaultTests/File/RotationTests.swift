import FoundationEssentials
import TestSupport
import Testing

@testable import BucketVault

/// A vault that is given a new data key.
@Suite struct RotationTests {
  private let vault: VaultSample

  init() throws {
    vault = try VaultSample()
    try vault.put("a", "b")
  }

  /// The data key that a recovery key opens the file with as it is now.
  private func key(_ letters: String) throws -> [UInt8]? {
    let header = try vault.header
    let secret = try RecoveryKey.key(from: Secret(text: letters))
    for slot in header.slots {
      do throws(KeySlot.Refusal) {
        return try slot.open(with: secret, vault: header.vault).secret.revealed
      } catch {
        #expect(error == .wrongSecret)
      }
    }
    return nil
  }

  @Test func `the new slots open the vault, and those of before don't`() throws {
    let opened = try vault.open()
    var slots = SlotSet(rotating: opened.file.header)
    let letters = try slots.addRecoveryKey(label: "new paper").revealedText
    var handedOver: (header: VaultHeader, key: [UInt8])?
    _ = try opened.rotate(to: slots) { header, key throws(VaultError) in
      // The file is still the one from before.
      let current = try VaultFile.open(vault.path).header
      #expect(current == opened.file.header)
      handedOver = (header, key.secret.revealed)
    }
    let (header, key) = try #require(handedOver)
    #expect(key != vault.secret.revealed)
    #expect(try vault.header.notesKey == header.notesKey)
    #expect(try vault.header.slots.map(\.label) == ["new paper"])
    #expect(try self.key(letters) == key)
    #expect(try self.key(vault.recoveryKey) == nil)
    #expect(try vault.open(with: key).read().records.map(\.text) == ["a", "b"])
    #expect(vault.refusal() == .tampered(.header))
  }

  @Test func `a slot that is carried over opens with its secret as before`() throws {
    let opened = try vault.open()
    let slot = opened.file.header.slots[0]
    var slots = SlotSet(rotating: opened.file.header)
    do throws(SlotSet.Refusal) {
      try slots.carryOver(slot, secret: Secret.random(count: 32))
      Issue.record("a wrong secret was carried over")
    } catch {
      #expect(error == .slot(.wrongSecret))
    }
    try slots.carryOver(slot, secret: RecoveryKey.key(from: Secret(text: vault.recoveryKey)))
    var bytes: [UInt8] = []
    _ = try opened.rotate(to: slots) { _, key throws(VaultError) in bytes = key.secret.revealed }
    #expect(try key(vault.recoveryKey) == bytes)
    #expect(bytes != vault.secret.revealed)
    #expect(try vault.header.slots.map(\.label) == ["paper"])
    #expect(try vault.header.slots[0].id != slot.id)
  }

  @Test func `slots that were changed meanwhile are not lost`() throws {
    let opened = try vault.open()
    try vault.open().replaceSlots { slots throws(SlotSet.Refusal) in
      _ = try slots.addRecoveryKey(label: "safe")
    }
    let before = try vault.bytes
    #expect(throws: VaultError.changedMeanwhile) { try RewritingKind.rotate(opened) }
    #expect(try vault.bytes == before)
    // Records may be added meanwhile.
    let again = try vault.open()
    try vault.put("c")
    let key = try RewritingKind.rotate(again)
    #expect(try vault.open(with: key).read().records.map(\.text) == ["a", "b", "c"])
  }

  @Test func `a new key that can't be handed over leaves the vault as it was`() throws {
    let opened = try vault.open()
    let before = try vault.bytes
    var slots = SlotSet(rotating: opened.file.header)
    _ = try slots.addRecoveryKey(label: "new paper")
    #expect(throws: VaultError.busy(nil)) {
      try opened.rotate(to: slots) { _, _ throws(VaultError) in throw .busy(nil) }
    }
    #expect(try vault.bytes == before)
    #expect(vault.folder.names == ["places.vault", "state"])
    #expect(try vault.texts() == ["a", "b"])
  }

  @Test func `who has the old key only can't write any more, and is told why`() throws {
    let opened = try vault.open()
    var ledger = try opened.read()
    let key = try RewritingKind.rotate(vault.open())
    let before = try vault.bytes
    #expect(throws: VaultError.rekeyed) {
      try opened.append([.put(Note("c", "c"))], to: &ledger, author: nil)
    }
    #expect(throws: VaultError.rekeyed) { try opened.purge { _ in ["a"] } }
    #expect(throws: VaultError.rekeyed) { try RewritingKind.rotate(opened) }
    #expect(throws: VaultError.rekeyed) {
      try opened.replaceSlots { slots throws(SlotSet.Refusal) in
        _ = try slots.addRecoveryKey(label: "safe")
      }
    }
    #expect(try vault.bytes == before)
    #expect(ledger.records.map(\.text) == ["a", "b"])
    #expect(try vault.open(with: key).read().records.map(\.text) == ["a", "b"])
  }

  @Test func `who opened the file before, and checks it afterwards, asks for the new key`() throws {
    let late = try VaultFile.open(vault.path)
    let later = try VaultFile.open(vault.path)
    let key = try RewritingKind.rotate(vault.open())
    do throws(VaultError) {
      _ = try vault.open(late)
      Issue.record("the old key opened the vault")
    } catch {
      #expect(error == .rekeyed)
    }
    let opened = try vault.open(later, newerKey: { key })
    #expect(opened.key.secret.revealed == key)
    #expect(opened.file.header.epoch == 2)
    #expect(try opened.read().records.map(\.text) == ["a", "b"])
  }

  @Test func `who opened the file before and is given the new key reads what came afterwards`()
    throws
  {
    var newerKey: [UInt8]?
    let reader = try vault.open(newerKey: { newerKey })
    // The slots were changed first, so that the reader has an older file of the same epoch.
    try vault.open().replaceSlots { slots throws(SlotSet.Refusal) in
      _ = try slots.addRecoveryKey(label: "safe")
    }
    try vault.put("c")
    let seen = try Data(contentsOf: URL(filePath: vault.state.lastSeenPath))
    let key = try RewritingKind.rotate(vault.open())
    try seen.write(to: URL(filePath: vault.state.lastSeenPath))
    #expect(throws: VaultError.rekeyed) { try reader.read() }
    newerKey = key
    #expect(try reader.read().records.map(\.text) == ["a", "b", "c"])
  }

  @Test func `another key than the new one is of no use`() throws {
    let opened = try vault.open(newerKey: { [UInt8](repeating: 7, count: 32) })
    var ledger = try opened.read()
    try RewritingKind.rotate(vault.open())
    #expect(throws: VaultError.tampered(.header)) {
      try opened.append([.put(Note("c", "c"))], to: &ledger, author: nil)
    }
  }
}
