import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import BucketVault

@Suite struct ReplaceSlotsTests {
  private let vault: VaultSample

  init() throws {
    vault = try VaultSample()
    try vault.put("a", "b")
  }

  private func addSlot(notices: Notices = Notices()) throws(VaultError) {
    try vault.open(notices: notices).replaceSlots { slots throws(SlotSet.Refusal) in
      _ = try slots.addRecoveryKey(label: "safe")
    }
  }

  /// Whether a recovery key opens the file as it is now.
  private func opens(_ letters: String) throws -> Bool {
    let header = try vault.header
    let secret = try RecoveryKey.key(from: Secret(text: letters))
    for slot in header.slots where slot.kind == .recovery {
      do throws(KeySlot.Refusal) {
        let key = try slot.open(with: secret, vault: header.vault)
        return key.secret.revealed == vault.secret.revealed
      } catch {
        #expect(error == .wrongSecret)
      }
    }
    return false
  }

  @Test func `a new slot leaves the frames as they are and raises the revision`() throws {
    let frames = try vault.bytes.suffix(2 * 1068)
    try addSlot()
    #expect(try vault.header.revision == 2)
    #expect(try vault.header.epoch == 1)
    #expect(try vault.header.slots.map(\.label) == ["paper", "safe"])
    #expect(try vault.bytes.suffix(2 * 1068) == frames)
    #expect(try vault.texts() == ["a", "b"])
    #expect(try opens(vault.recoveryKey))
  }

  @Test func `a slot that was wrapped anew opens with the new secret alone`() throws {
    let key = Secret.random(count: 32)
    let letters = RecoveryKey.text(of: key).revealedText
    try vault.open().replaceSlots { slots throws(SlotSet.Refusal) in
      try slots.rewrap(slots.slots[0], under: key)
    }
    #expect(try opens(letters))
    #expect(try !opens(vault.recoveryKey))
    #expect(try vault.texts() == ["a", "b"])
  }

  @Test func `a slot that can't be made leaves the vault as it is`() throws {
    let before = try vault.bytes
    let cost = KeyDerivation.argon2id(passes: 1, memory: 64 << 20)
    #expect(throws: VaultError.slotRefused(.slot(.cost(.passes(1))))) {
      try vault.open().replaceSlots { slots throws(SlotSet.Refusal) in
        try slots.add(.login, secret: Secret(text: "x"), derivation: cost, label: "")
      }
    }
    #expect(try vault.bytes == before)
    #expect(vault.folder.names == ["places.vault", "state"])
  }

  @Test func `mode, owner and link stay, and drafts of killed writers go`() throws {
    let real = vault.folder.path(of: "places.vault")
    let link = vault.folder.path(of: "link.vault")
    #expect(unsafe symlink("places.vault", link) == 0)
    #expect(unsafe chmod(real, 0o640) == 0)
    let group = Person.isRoot ? 65_534 : getegid()
    #expect(unsafe chown(real, geteuid(), group) == 0)
    let draft = vault.folder.path(of: ".places.vault.bucket-0123456789abcdef.new")
    let stranger = vault.folder.path(of: ".places.vault.swp")
    for path in [draft, stranger] { try Data("x".utf8).write(to: URL(filePath: path)) }
    #expect(File.drafts(beside: real) == [draft])
    let file = try VaultFile.open(link)
    let state = StateFolder(base: vault.states, vault: file.header)
    let opened = try Vault<Note>(file, key: vault.key, state: state) { _ in }
    try opened.replaceSlots { slots throws(SlotSet.Refusal) in
      _ = try slots.addRecoveryKey(label: "safe")
    }
    #expect(try FileStatus.of(link, followingLinks: false).kind == .link)
    let status = try FileStatus.of(real)
    #expect(status.permissions == 0o640)
    #expect(status.owner == geteuid())
    #expect(status.group == group)
    #expect(try vault.header.revision == 2)
    #expect(vault.folder.names == [".places.vault.swp", "link.vault", "places.vault", "state"])
  }

  @Test func `a reader that opened the file before reads it as it was`() throws {
    let reader = try vault.open()
    try addSlot()
    let notices = Notices()
    #expect(try reader.read().records.map(\.text) == ["a", "b"])
    #expect(reader.file.header.revision == 1)
    #expect(notices.all.isEmpty)
    // The newer state is still the one that is remembered.
    #expect(try vault.state.lastSeen()?.revision == 2)
  }

  @Test func `a reader of the file from before goes on to the new one when that has more`() throws {
    let reader = try vault.open()
    try addSlot()
    try vault.put("c")
    #expect(try reader.read().records.map(\.text) == ["a", "b", "c"])
  }

  @Test func `a writer that opened the file before writes to the new one`() throws {
    let writer = try vault.open()
    var ledger = try writer.read()
    try addSlot()
    try writer.append([.put(Note("c", "c"))], to: &ledger, author: nil)
    #expect(try vault.texts() == ["a", "b", "c"])
    #expect(try vault.header.slots.count == 2)
    try writer.replaceSlots { slots throws(SlotSet.Refusal) in
      _ = try slots.addRecoveryKey(label: "third")
    }
    #expect(try vault.header.slots.map(\.label) == ["paper", "safe", "third"])
    #expect(try vault.header.revision == 3)
  }

  @Test func `an interrupted write is not carried over, but kept`() throws {
    try vault.write(try vault.bytes + [1, 2, 3])
    let notices = Notices()
    try addSlot(notices: notices)
    guard case .cutOff(let copy)? = notices.all.first else {
      Issue.record("\(notices.all)")
      return
    }
    #expect(try Data(contentsOf: URL(filePath: copy)) == Data([1, 2, 3]))
    #expect(try vault.texts() == ["a", "b"])
  }

  @Test func `a damaged vault's slots are not replaced`() throws {
    var bytes = try vault.bytes
    bytes[bytes.count - 1068 - 5] ^= 1
    try vault.write(bytes)
    #expect {
      try addSlot()
    } throws: { error in
      guard case .damaged(.frame(number: 1, _))? = error as? VaultError else { return false }
      return true
    }
    #expect(try vault.bytes == bytes)
  }

  @Test func `a vault in a folder without write permission is not replaced, and nothing is lost`()
    async
  {
    await #expect(processExitsWith: .exitCode(7)) {
      if Person.isRoot { Person.nobody.become() }
      let vault = try VaultSample()
      try vault.put("a")
      let folder = vault.folder.makeFolder("locked")
      let path = folder + "/places.vault"
      try Data(try vault.bytes).write(to: URL(filePath: path))
      guard unsafe chmod(folder, 0o500) == 0 else { exit(2) }
      defer { unsafe chmod(folder, 0o700) }
      let file = try VaultFile.open(path)
      let state = StateFolder(base: vault.states, vault: file.header)
      let opened = try Vault<Note>(file, key: vault.key, state: state) { _ in }
      // Appending needs the file alone.
      var ledger = try opened.read()
      try opened.append([.put(Note("b", "b"))], to: &ledger, author: nil)
      do throws(VaultError) {
        try opened.replaceSlots { slots throws(SlotSet.Refusal) in
          _ = try slots.addRecoveryKey(label: "safe")
        }
      } catch {
        guard error == .unwritable(SystemError(code: EACCES, call: "open")) else { exit(3) }
        guard try opened.read().records.map(\.text) == ["a", "b"] else { exit(4) }
        unsafe chmod(folder, 0o700)
        exit(File.names(in: folder) == ["places.vault"] ? 7 : 5)
      }
      exit(6)
    }
  }
}
