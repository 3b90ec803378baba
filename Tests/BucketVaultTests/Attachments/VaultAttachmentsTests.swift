import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import BucketVault

/// Attachments of a vault whose notes refer to them by their ids.
struct VaultAttachmentsTests {
  private let vault: VaultSample
  private let source: String

  init() throws {
    vault = try VaultSample()
    source = try vault.folder.write([UInt8](repeating: 7, count: 100_000), to: "source")
  }

  private static func referenced(_ history: History<Note>) -> Set<UUID> {
    Set(
      history.batches.flatMap(\.changes).compactMap { change in
        if case .put(let note) = change.action { UUID(uuidString: note.text) } else { nil }
      })
  }

  /// Stores an attachment and has a note refer to it.
  private func attach(to note: String = "note") throws -> UUID {
    let opened = try vault.open()
    let id = UUID()
    _ = try opened.attachments.store(id, from: try Descriptor.open(source, O_RDONLY))
    var ledger = try opened.read()
    try opened.append(
      [.put(Note(note, id.uuidString))], to: &ledger, attaching: [id], author: nil)
    return id
  }

  private func names() throws -> [String] {
    try File.list(vault.folder.path(of: AttachmentStore.folderName))
  }

  private func rotate() throws -> [UInt8] {
    let opened = try vault.open()
    var slots = SlotSet(rotating: opened.file.header)
    _ = try slots.addRecoveryKey(label: "new")
    var key: [UInt8] = []
    _ = try opened.rotate(to: slots, attachments: Self.referenced) { _, new throws(VaultError) in
      key = new.secret.revealed
    }
    return key
  }

  private func isWhole(_ id: UUID, with key: [UInt8]? = nil) throws -> Bool {
    var reader = try vault.open(with: key).attachments.open(id)
    try reader.verify()
    return reader.byteCount == 100_000
  }

  @Test func `a new data key seals them anew under other names`() throws {
    let ids = [try attach(), try attach()]
    let before = try names()
    let key = try rotate()
    let after = try names()
    #expect(after.count == 2 && Set(after).isDisjoint(with: before))
    // The first one is the note's past.
    for id in ids { #expect(try isWhole(id, with: key)) }
  }

  @Test func `a rotation that fails leaves them as they were`() throws {
    let id = try attach()
    let before = try names()
    let opened = try vault.open()
    var slots = SlotSet(rotating: opened.file.header)
    _ = try slots.addRecoveryKey(label: "new")
    #expect(throws: VaultError.busy(nil)) {
      _ = try opened.rotate(to: slots, attachments: Self.referenced) { _, _ throws(VaultError) in
        let count = (try? names().count)
        #expect(count == 2)
        throw .busy(nil)
      }
    }
    #expect(try names() == before)
    #expect(try isWhole(id))
  }

  @Test func `a rotation goes on without those that are missing or damaged, and says so`() throws {
    let (missing, damaged, whole) = (
      try attach(to: "a"), try attach(to: "b"), try attach(to: "c")
    )
    let store = try vault.open().attachments
    try store.remove(missing)
    #expect(unsafe truncate(store.path(of: damaged), 50_000) == 0)
    let notices = Notices()
    let opened = try vault.open(notices: notices)
    var slots = SlotSet(rotating: opened.file.header)
    _ = try slots.addRecoveryKey(label: "new")
    var key: [UInt8] = []
    _ = try opened.rotate(to: slots, attachments: Self.referenced) { _, new throws(VaultError) in
      key = new.secret.revealed
    }
    #expect(
      Set(notices.all) == [
        .attachmentLeft(path: store.path(of: missing), .missing),
        .attachmentLeft(path: store.path(of: damaged), .damaged(.chunk(1))),
      ])
    #expect(try isWhole(whole, with: key))
    #expect(File.exists(store.path(of: damaged)))
  }

  @Test func `a record isn't written whose attachment went meanwhile`() throws {
    let opened = try vault.open()
    let id = UUID()
    var ledger = try opened.read()
    #expect(throws: VaultError.attachmentGone) {
      try opened.append([.put(Note("a"))], to: &ledger, attaching: [id], author: nil)
    }
    #expect(try vault.texts().isEmpty)
  }

  @Test func `what was stored under the key from before doesn't count for a record of now`() throws
  {
    let opened = try vault.open()
    let id = UUID()
    var key: [UInt8]?
    let late = try vault.open(newerKey: { key })
    var ledger = try late.read()
    _ = try late.attachments.store(id, from: try Descriptor.open(source, O_RDONLY))
    _ = consume opened
    key = try rotate()
    #expect(throws: VaultError.attachmentGone) {
      try late.append([.put(Note("a"))], to: &ledger, attaching: [id], author: nil)
    }
  }

  @Test func `those that nothing refers to are removed, and no others`() throws {
    let (kept, orphan) = (try attach(), UUID())
    let opened = try vault.open()
    _ = try opened.attachments.store(orphan, from: try Descriptor.open(source, O_RDONLY))
    let path = opened.attachments.path(of: orphan)
    let clearing = try opened.clearAttachments(referenced: Self.referenced)
    #expect(clearing.removed == [path] && clearing.spared.isEmpty && clearing.reason == nil)
    #expect(try isWhole(kept))
    #expect(try names().count == 1)
  }

  @Test func `another copy beside the vault spares what it may refer to, but not what was purged`()
    throws
  {
    let id = try attach()
    let copy = try vault.folder.write(try vault.bytes, to: "copy.vault")
    let opened = try vault.open()
    let orphan = UUID()
    _ = try opened.attachments.store(orphan, from: try Descriptor.open(source, O_RDONLY))
    let first = try opened.clearAttachments(referenced: Self.referenced)
    #expect(first.removed.isEmpty && first.copies == [copy])
    #expect(first.spared == [opened.attachments.path(of: orphan)])
    let second = try opened.clearAttachments(purged: [id], referenced: { _ in [] })
    #expect(second.removed == [opened.attachments.path(of: id)])
    #expect(second.spared == first.spared)
  }
}
