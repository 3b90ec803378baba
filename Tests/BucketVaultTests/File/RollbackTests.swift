import FoundationEssentials
import TestSupport
import Testing

@testable import BucketVault

@Suite struct RollbackTests {
  private let vault: VaultSample

  init() throws {
    vault = try VaultSample()
    try vault.put("a")
  }

  private func addSlot() throws {
    try vault.open().replaceSlots { slots throws(SlotSet.Refusal) in
      _ = try slots.addRecoveryKey(label: "safe")
    }
  }

  @Test func `a copy with fewer frames is older, for readers and for writers`() throws {
    let old = try vault.bytes
    try vault.put("b", "c")
    try vault.write(old)
    let expected = VaultError.older(.behind(frames: 1, seen: 3))
    #expect(vault.refusal() == expected)
    #expect(throws: expected) { try vault.put("d") }
    #expect(try vault.bytes == old)
  }

  @Test func `a copy with an older header is superseded`() throws {
    let old = try vault.bytes
    try addSlot()
    try vault.write(old)
    #expect(vault.refusal() == .older(.superseded))
  }

  @Test func `an older header that comes after the vault was opened is noticed by the writer`()
    throws
  {
    let old = try vault.bytes
    try addSlot()
    let opened = try vault.open()
    var ledger = try opened.read()
    try vault.write(old)
    #expect(throws: VaultError.older(.superseded)) {
      try opened.append([.put(Note("b", "b"))], to: &ledger, author: nil)
    }
    #expect(throws: VaultError.older(.superseded)) {
      try opened.replaceSlots { slots throws(SlotSet.Refusal) in
        _ = try slots.addRecoveryKey(label: "third")
      }
    }
    #expect(try vault.bytes == old)
  }

  @Test func `two copies that went different ways have diverged`() throws {
    let fork = try vault.bytes
    try vault.put("b")
    let one = try vault.bytes
    try vault.forgetState()
    try vault.write(fork)
    try vault.put("c")
    let seen = try vault.bytes
    try vault.write(one)
    #expect(vault.refusal() == .older(.diverged))
    #expect(throws: VaultError.older(.diverged)) { try vault.put("d") }
    #expect(try vault.bytes == one)
    try vault.write(seen)
    #expect(try vault.texts() == ["a", "c"])
  }

  @Test func `a fork that is longer than what was seen has diverged too`() throws {
    let fork = try vault.bytes
    try vault.put("b")
    let state = try Data(contentsOf: URL(filePath: vault.state.lastSeenPath))
    try vault.forgetState()
    try vault.write(fork)
    try vault.put("x", "y", "z")
    try state.write(to: URL(filePath: vault.state.lastSeenPath))
    #expect(vault.refusal() == .older(.diverged))
    #expect(throws: VaultError.older(.diverged)) { try vault.put("d") }
  }

  @Test func `an accepted older copy is read and written, and is the newest from then on`() throws {
    let old = try vault.bytes
    try vault.put("b", "c")
    let newest = try vault.bytes
    try vault.write(old)
    #expect(try vault.texts(accepting: .olderToo) == ["a"])
    #expect(try vault.texts() == ["a"])
    try vault.put("d")
    #expect(try vault.texts() == ["a", "d"])
    // What was the newest before has diverged now.
    try vault.write(newest)
    #expect(vault.refusal() == .older(.diverged))
    #expect(try vault.texts(accepting: .olderToo) == ["a", "b", "c"])
    #expect(try vault.texts() == ["a", "b", "c"])
  }

  @Test func `the newest copy comes back after an older one was accepted for reading`() throws {
    let old = try vault.bytes
    try addSlot()
    try vault.put("b")
    let newest = try vault.bytes
    try vault.write(old)
    #expect(try vault.texts(accepting: .olderToo) == ["a"])
    try vault.write(newest)
    #expect(try vault.texts() == ["a", "b"])
    try vault.write(old)
    #expect(vault.refusal() == .older(.superseded))
  }

  @Test func `an older copy can be accepted by writing to it at once`() throws {
    let old = try vault.bytes
    try vault.put("b", "c")
    try vault.write(old)
    let opened = try vault.open(accepting: .olderToo)
    var ledger = try opened.read()
    try opened.append([.put(Note("d", "d"))], to: &ledger, author: nil)
    #expect(try vault.texts() == ["a", "d"])
  }

  @Test func `a newer copy from elsewhere is taken, and is the one to be seen from then on`() throws
  {
    let before = try vault.bytes
    try vault.put("b", "c")
    let newer = try vault.bytes
    let state = try vault.state.lastSeenPath
    try vault.forgetState()
    try vault.write(before)
    _ = try vault.texts()
    try vault.write(newer)
    #expect(try vault.texts() == ["a", "b", "c"])
    #expect(FileManager.default.fileExists(atPath: state))
    try vault.write(before)
    #expect(vault.refusal() == .older(.behind(frames: 1, seen: 3)))
  }

  @Test func `another vault in its place is no older copy, and the key doesn't fit`() throws {
    let other = try VaultSample()
    let opened = try vault.open()
    var ledger = try opened.read()
    try vault.write(try other.bytes)
    #expect(throws: VaultError.replaced) {
      try opened.append([.put(Note("b", "b"))], to: &ledger, author: nil)
    }
    #expect(vault.refusal() == .tampered(.header))
    #expect(try vault.bytes == (try other.bytes))
  }
}
