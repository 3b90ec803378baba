import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import BucketVault

@Suite(.enabled(if: SmallFileSystem.isAvailable, "only root can mount a small file system"))
struct FullDiskTests {
  private static let full = VaultError.unwritable(SystemError(code: ENOSPC, call: "write"))
  private let disk: SmallFileSystem
  private var path: String { disk.path + "/places.vault" }

  init() throws { disk = try SmallFileSystem(kilobytes: 256) }

  @Test(arguments: [1, 3_000])
  func `a change that doesn't fit leaves the vault as it was`(count: Int) throws {
    let vault = try VaultSample(at: path)
    try vault.put("a", "b")
    let filler = try disk.fill()
    // The page that the vault ends in has room for a few frames.
    while (try? vault.put("c")) != nil {}
    let before = try vault.bytes
    let texts = try vault.texts()
    let notes = (0..<count).map { Note("\($0)", "text of record number \($0)") }
    #expect(throws: Self.full) { try vault.put(all: notes) }
    #expect(try vault.bytes == before)
    #expect(try vault.texts() == texts)
    #expect(File.names(in: disk.path) == ["filler", "places.vault"])
    unsafe unlink(filler)
    try vault.put("d")
    #expect(try vault.texts() == texts + ["d"])
  }

  @Test func `slots that don't fit leave the vault as it was`() throws {
    let vault = try VaultSample(at: path)
    try vault.put("a")
    let before = try vault.bytes
    try disk.fill()
    #expect(throws: Self.full) {
      try vault.open().replaceSlots { slots throws(SlotSet.Refusal) in
        _ = try slots.addRecoveryKey(label: "safe")
      }
    }
    #expect(try vault.bytes == before)
    #expect(try vault.texts() == ["a"])
    #expect(File.names(in: disk.path) == ["filler", "places.vault"])
  }

  @Test(arguments: RewritingKind.allCases)
  func `frames that can't be written anew leave the vault as it was`(_ kind: RewritingKind) throws {
    let disk = try SmallFileSystem(kilobytes: 512)
    let vault = try RewritingKind.sample(at: disk.path + "/places.vault")
    let before = try vault.bytes
    let filler = try disk.fill()
    #expect(throws: Self.full) { try kind.rewrite(vault) }
    #expect(try vault.bytes == before)
    #expect(try vault.texts() == RewritingKind.texts)
    #expect(File.names(in: disk.path) == ["filler", "places.vault"])
    unsafe unlink(filler)
    let key = try kind.rewrite(vault)
    #expect(try vault.open(with: key).read().records.map(\.text) == RewritingKind.texts)
  }

  @Test func `a vault that doesn't fit isn't made`() throws {
    try disk.fill()
    #expect(throws: Self.full) { try VaultSample(at: path) }
    #expect(File.names(in: disk.path) == ["filler"])
  }

  @Test func `a state that doesn't fit is reported, and the change is kept`() throws {
    let vault = try VaultSample(states: disk.path + "/state")
    try vault.put("a")
    try disk.fill()
    let notices = Notices()
    try vault.put("b", notices: notices)
    let failure = SystemError(code: ENOSPC, call: "write")
    let path = try vault.state.lastSeenPath
    #expect(notices.all == [.stateNotKept(StateFileError(path, .system(failure)))])
    #expect(try vault.texts() == ["a", "b"])
    #expect(File.names(in: try vault.state.path) == ["last-seen"])
    // What was remembered before still counts.
    #expect(try vault.state.lastSeen()?.sequence == 1)
  }

  @Test func `a torn tail of which no copy can be kept stays, and the change is refused`() throws {
    let vault = try VaultSample(states: disk.path + "/state")
    try vault.put("a")
    try vault.write(try vault.bytes + [1, 2, 3])
    let before = try vault.bytes
    try disk.fill()
    let expected = VaultError.notKept(.interruptedWrite, try fullState(of: vault))
    #expect(throws: expected) { try vault.put("b") }
    #expect(try vault.bytes == before)
    #expect(File.names(in: try vault.state.path) == ["last-seen"])
  }

  private func fullState(of vault: VaultSample) throws -> StateFileError {
    StateFileError(try vault.state.path, .folder(SystemError(code: ENOSPC, call: "write")))
  }

  @Test func `a new key for which the drafts don't fit isn't taken, and the vault not blamed`()
    throws
  {
    let vault = try VaultSample(states: disk.path + "/state")
    try vault.put("a")
    let drafts = SealedDrafts(of: try vault.header, state: try vault.state)
    try drafts.keep(SealedDraft(of: "a", text: String(repeating: "x", count: 8_000)))
    let before = try vault.bytes
    try disk.fill()
    let expected = VaultError.notKept(.drafts, try fullState(of: vault))
    #expect(throws: expected) { try RewritingKind.rotate(vault.open()) }
    #expect(try vault.bytes == before)
    #expect(drafts.paths.count == 1)
  }

  @Test func `attempts that don't fit twice are lost for a new key alone, and only then told of`()
    throws
  {
    let vault = try VaultSample(states: disk.path + "/state")
    try vault.put("a")
    let log = AttemptLog(of: try vault.header, state: try vault.state)
    for _ in 0..<20 { try log.add(Attempt(reason: "wrong-password", terminal: nil)) }
    try disk.fill()
    let notices = Notices()
    let opened = try vault.open(notices: notices)
    var slots = SlotSet(rotating: opened.file.header)
    _ = try slots.addRecoveryKey(label: "new paper")
    #expect(throws: VaultError.busy(nil)) {
      try opened.rotate(to: slots) { _, _ throws(VaultError) in throw .busy(nil) }
    }
    #expect(notices.all.isEmpty)
    #expect(try log.read(for: opened).attempts.count == 20)
    _ = try opened.rotate(to: slots) { _, _ throws(VaultError) in }
    #expect(
      notices.all.contains {
        if case .attemptsNotResealed = $0 { true } else { false }
      })
    #expect(try log.read(for: opened).attempts.count == 20)
  }

  @Test func `a read-only medium can be read, and adding to it says why not`() throws {
    let vault = try VaultSample(at: path)
    try vault.put("a")
    try disk.makeReadOnly()
    #expect(try vault.texts() == ["a"])
    let refused = VaultError.readOnly(SystemError(code: EROFS, call: "open"))
    #expect(throws: refused) { try vault.put("b") }
    #expect(throws: refused) {
      try vault.open().replaceSlots { slots throws(SlotSet.Refusal) in
        _ = try slots.addRecoveryKey(label: "safe")
      }
    }
    #expect(throws: VaultError.unwritable(SystemError(code: EROFS, call: "open"))) {
      try VaultSample(at: disk.path + "/other.vault")
    }
  }

  @Test func `a state on a read-only medium is reported, and the vault is read and written`() throws
  {
    let vault = try VaultSample(states: disk.path + "/state")
    try vault.put("a")
    try disk.makeReadOnly()
    let notices = Notices()
    try vault.put("b", notices: notices)
    let failure = SystemError(code: EROFS, call: "access")
    #expect(
      notices.all == [.stateNotKept(StateFileError(try vault.state.path, .folder(failure)))])
    #expect(try vault.texts() == ["a", "b"])
  }
}
