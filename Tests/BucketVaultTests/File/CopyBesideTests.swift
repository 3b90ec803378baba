import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import BucketVault

/// A copy of a vault at another path, while the vault is where it was seen, or no more.
@Suite struct CopyBesideTests {
  private let vault: VaultSample
  private let copy: String

  init() throws {
    vault = try VaultSample()
    copy = vault.folder.path(of: "copy.vault")
    try vault.put("a")
  }

  private func makeCopy() throws { try Data(vault.bytes).write(to: URL(filePath: copy)) }

  private func open(
    accepting: Vault<Note>.Acceptance = .newestOnly, isInUse: Bool = false
  ) throws(VaultError) -> Vault<Note> {
    let file = try VaultFile.open(copy)
    let state = StateFolder(base: vault.states, vault: file.header)
    return try Vault(
      file, key: vault.key, state: state, accepting: accepting, isInUse: isInUse, report: { _ in })
  }

  private func add(_ text: String, isInUse: Bool = false) throws {
    let opened = try open(isInUse: isInUse)
    var ledger = try opened.ledgerAtLastSeen()
    try opened.append([.put(Note(text, text))], to: &ledger, author: nil)
  }

  private var seen: LastSeen? { get throws { try vault.state.lastSeen() } }

  @Test func `where the vault was seen is remembered, without links`() throws {
    let link = vault.folder.path(of: "link")
    #expect(unsafe symlink(vault.path, link) == 0)
    let opened = try vault.open(VaultFile.open(link))
    _ = try opened.read()
    #expect(try seen?.path == File.resolved(vault.path))
  }

  @Test func `what a copy has more isn't demanded of the vault`() throws {
    try makeCopy()
    let before = try seen
    try add("b")
    #expect(try open().read().records.map(\.text) == ["a", "b"])
    try open().replaceSlots { slots throws(SlotSet.Refusal) in
      _ = try slots.addRecoveryKey(label: "safe")
    }
    _ = try open().purge { _ in ["a"] }
    #expect(try seen == before)
    #expect(try vault.texts() == ["a"])
    try vault.put("c")
    #expect(try vault.texts() == ["a", "c"])
  }

  @Test func `an older copy is told as one, with where the vault is`() throws {
    try makeCopy()
    try vault.put("b")
    let before = try seen
    let expected = VaultError.olderThanVault(
      .behind(frames: 1, seen: 2), at: try File.resolved(vault.path))
    #expect(throws: expected) { try open().read() }
    #expect(throws: expected) { try add("c") }
    // Accepted, it is read and written, and the vault stays the one to be seen.
    let accepted = try open(accepting: .olderToo)
    var ledger = try accepted.read()
    #expect(ledger.records.map(\.text) == ["a"])
    try accepted.append([.put(Note("x", "x")), .put(Note("y", "y"))], to: &ledger, author: nil)
    #expect(try seen == before)
    #expect(try vault.texts() == ["a", "b"])
    #expect(throws: VaultError.self) { try open().read() }
  }

  @Test func `a copy with an older header is told as one too`() throws {
    try makeCopy()
    try vault.open().replaceSlots { slots throws(SlotSet.Refusal) in
      _ = try slots.addRecoveryKey(label: "safe")
    }
    #expect(throws: VaultError.olderThanVault(.superseded, at: try File.resolved(vault.path))) {
      try open().read()
    }
  }

  @Test(arguments: ["gone", "another vault", "no vault"])
  func `a copy takes over where the vault is no more`(what: String) throws {
    try makeCopy()
    try FileManager.default.removeItem(atPath: vault.path)
    switch what {
    case "another vault": try vault.write(try VaultSample().bytes)
    case "no vault": try vault.write(Array("Dear diary".utf8))
    default: break
    }
    try add("b")
    let header = try VaultFile.open(copy).header
    let state = StateFolder(base: vault.states, vault: header)
    #expect(state.lastSeen()?.path == (try File.resolved(copy)))
    #expect(state.lastSeen()?.sequence == 2)
  }

  @Test func `a vault that was moved is the same`() throws {
    let former = try makeMoved()
    #expect(throws: VaultError.older(.behind(frames: 1, seen: 2))) {
      try Data(former).write(to: URL(filePath: copy))
      _ = try open().read()
    }
  }

  /// - Returns: What the vault held before it was moved, and added to.
  private func makeMoved() throws -> [UInt8] {
    let former = try vault.bytes
    #expect(unsafe rename(vault.path, copy) == 0)
    try add("b")
    return former
  }

  @Test func `the vault in use takes over, whatever lies where it was seen`() throws {
    try makeCopy()
    try add("b", isInUse: true)
    #expect(try seen?.path == File.resolved(copy))
    // What it was is the copy now.
    #expect(
      throws: VaultError.olderThanVault(.behind(frames: 1, seen: 2), at: try File.resolved(copy))
    ) { try vault.texts() }
    // An older file in use has to be accepted, and is seen then.
    try Data(vault.bytes).write(to: URL(filePath: copy))
    #expect(throws: VaultError.older(.behind(frames: 1, seen: 2))) {
      try open(isInUse: true).read()
    }
    _ = try open(accepting: .olderToo, isInUse: true).read()
    #expect(try seen?.sequence == 1)
  }

  @Test func `a state without a path is of any file, and gets one`() throws {
    let path = try vault.state.lastSeenPath
    var text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    text.removeSubrange(try #require(text.firstRange(of: /"path":"[^"]*",/)))
    try makeCopy()
    try Data(text.utf8).write(to: URL(filePath: path))
    #expect(try seen != nil && seen?.path == nil)
    try add("b")
    #expect(try seen?.path == File.resolved(copy))
    #expect(throws: VaultError.self) { try vault.texts() }
  }

  @Test func `another name of the same file is no copy`() throws {
    #expect(unsafe link(vault.path, copy) == 0)
    try add("b")
    #expect(try vault.texts() == ["a", "b"])
    #expect(try seen?.sequence == 2)
  }
}
