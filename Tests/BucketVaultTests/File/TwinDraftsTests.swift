import FoundationEssentials
import TestSupport
import Testing

@testable import BucketVault

/// Drafts that a killed rotation left sealed for two keys.
@Suite struct TwinDraftsTests {
  private let vault: VaultSample
  private let former: SealedDrafts.Kept

  init() throws {
    vault = try VaultSample()
    try vault.put("a")
    former = try Self.keep("of mine", vault)
  }

  private static func keep(_ text: String, _ vault: VaultSample) throws -> SealedDrafts.Kept {
    try SealedDrafts(of: try vault.header, state: try vault.state).keep(
      SealedDraft(of: "a", text: text))
  }

  private var drafts: SealedDrafts {
    get throws { SealedDrafts(of: try vault.header, state: try vault.state) }
  }

  /// What a rotation does before it is killed.
  ///
  /// - Returns: The key that the vault didn't get.
  @discardableResult
  private func beginRotation() throws -> [UInt8] {
    let header = try vault.header
    let slots = SlotSet(rotating: header)
    _ = try NotesTransfer(
      in: try vault.state, from: header, vault.key, to: try slots.header(following: header)
    ) { _ in }
    return slots.key.secret.revealed
  }

  /// A rotation that was killed once the new key was in its place.
  ///
  /// - Returns: The new key.
  private func rotateKilled() throws -> [UInt8] {
    let bytes = try Data(contentsOf: URL(filePath: former.path))
    let key = try RewritingKind.rotate(vault.open())
    try bytes.write(to: URL(filePath: former.path))
    return key
  }

  private func texts(with key: [UInt8]) throws -> [String] {
    try drafts.drafts(in: vault.open(with: key)).map(\.draft.text)
  }

  @Test func `what was sealed for a key that the vault never got goes`() throws {
    try beginRotation()
    // The next one takes away what the first one left.
    try beginRotation()
    #expect(try drafts.paths.count == 2 && drafts.count == 1)
    try vault.open().removeTwinsOfDrafts()
    #expect(try drafts.paths == [former.path])
    #expect(try texts(with: vault.secret.revealed) == ["of mine"])
  }

  @Test func `what was sealed for a key that the vault has no more goes`() throws {
    let key = try rotateKilled()
    #expect(try drafts.paths.count == 2 && drafts.count == 1)
    try vault.open(with: key).removeTwinsOfDrafts()
    #expect(try drafts.paths.count == 1)
    #expect(try texts(with: key) == ["of mine"])
  }

  @Test func `the next rotation takes them away too`() throws {
    try beginRotation()
    let key = try RewritingKind.rotate(vault.open())
    #expect(try drafts.paths.count == 1)
    #expect(try texts(with: key) == ["of mine"])
  }

  @Test func `a draft of which nothing else opens stays, whatever it is`() throws {
    try beginRotation()
    let other = try VaultSample()
    let folder = try vault.state.path
    let foreign = try Self.keep("of a newer key", other)
    let names = [
      File.name(of: foreign.path), "draft-junk",
      "draft-\(File.name(of: former.path).dropFirst(6))-x",
    ]
    for name in names {
      try Data(contentsOf: URL(filePath: foreign.path)).write(
        to: URL(filePath: "\(folder)/\(name)"))
    }
    try vault.open().removeTwinsOfDrafts()
    #expect(Set(try drafts.paths) == Set([former.path] + names.map { "\(folder)/\($0)" }))
    #expect(try drafts.shut(to: vault.open()).count == 3)
  }

  @Test func `whoever has only the key of an older copy, or a copy, takes none away`() throws {
    let copy = vault.folder.path(of: "copy.vault")
    try Data(vault.bytes).write(to: URL(filePath: copy))
    let key = try rotateKilled()
    let paths = try drafts.paths
    for accepting in [Vault<Note>.Acceptance.olderToo, .copy] {
      try vault.open(VaultFile.open(copy), accepting: accepting).removeTwinsOfDrafts()
    }
    try beginRotationOfCopy(copy)
    #expect(try drafts.paths == paths)
    #expect(try texts(with: key) == ["of mine"])
  }

  /// Opens a copy that is not older than what was seen, since nothing is known of that.
  private func beginRotationOfCopy(_ copy: String) throws {
    let seen = try #require(try vault.state.lastSeen())
    var tail = Tail(of: try vault.header)
    tail.epoch = 1
    try vault.state.remember(LastSeen(tail, revision: 1, key: vault.key, path: seen.path))
    try vault.open(VaultFile.open(copy)).removeTwinsOfDrafts()
  }

  @Test func `while a new key is being made, none is taken away`() throws {
    let opened = try vault.open()
    var slots = SlotSet(rotating: opened.file.header)
    _ = try slots.addRecoveryKey(label: "new paper")
    var key: [UInt8] = []
    _ = try opened.rotate(to: slots) { _, newKey throws(VaultError) in
      key = newKey.secret.revealed
      try vault.open().removeTwinsOfDrafts()
    }
    #expect(try texts(with: key) == ["of mine"])
  }

  @Test func `a draft that is of no more use goes with its twins`() throws {
    let other = try Self.keep("another", vault)
    let key = try rotateKilled()
    let opened = try vault.open(with: key)
    let kept = try #require(try drafts.drafts(in: opened).first { $0.draft.text == "of mine" })
    try drafts.remove(kept)
    #expect(try texts(with: key) == ["another"])
    #expect(try drafts.paths.count == 1 && !File.exists(other.path))
  }
}
