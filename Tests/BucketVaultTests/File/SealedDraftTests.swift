import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import BucketVault

@Suite struct SealedDraftTests {
  private let vault: VaultSample
  private let drafts: SealedDrafts

  init() throws {
    vault = try VaultSample()
    drafts = SealedDrafts(of: try vault.header, state: try vault.state)
  }

  private func draft(_ subject: String?, _ text: String, _ second: Int = 0) -> SealedDraft {
    SealedDraft(
      of: subject, text: text, at: Date(timeIntervalSince1970: 1_773_326_820 + Double(second)))
  }

  private func kept(of subject: String?) throws -> [SealedDraft] {
    drafts.drafts(in: try vault.open()).map(\.draft).filter { $0.subject == subject }
  }

  @Test func `drafts are kept by subject, the newest last`() throws {
    #expect(try kept(of: nil) == [])
    try drafts.keep(draft("a", "second", 2))
    try drafts.keep(draft("a", "first", 1))
    try drafts.keep(draft("b", "other"))
    try drafts.keep(draft(nil, "new"))
    #expect(try kept(of: "a").map(\.text) == ["first", "second"])
    #expect(try kept(of: "b").map(\.text) == ["other"])
    #expect(try kept(of: nil).map(\.text) == ["new"])
    #expect(try kept(of: "c") == [])
    #expect(drafts.paths.count == 4)
  }

  @Test func `a draft's file is its owner's alone and shows nothing`() throws {
    let path = try drafts.keep(draft("a", "a secret place")).path
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(bytes.count.isMultiple(of: 256) == false && (bytes.count - 48).isMultiple(of: 256))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("secret"))
    #expect(try FileStatus.of(path).permissions == 0o600)
  }

  @Test func `a draft that is removed is gone, and the others stay`() throws {
    try drafts.keep(draft("a", "one", 1))
    try drafts.keep(draft("a", "two", 2))
    let opened = try vault.open()
    try drafts.remove(try #require(drafts.drafts(in: opened).first))
    #expect(try kept(of: "a").map(\.text) == ["two"])
  }

  @Test(arguments: [0, 1, 255, 256, 100_000, 3 << 20])
  func `a draft of any length comes back`(count: Int) throws {
    try drafts.keep(draft("a", String(repeating: "x", count: count)))
    #expect(try kept(of: "a").map(\.text.utf8.count) == [count])
  }

  @Test func `damaged drafts, other files and a FIFO among them are left out`() throws {
    let damaged = try drafts.keep(draft("a", "damaged")).path
    try drafts.keep(draft("a", "whole"))
    var bytes = Array(try Data(contentsOf: URL(filePath: damaged)))
    bytes[60] ^= 1
    try Data(bytes).write(to: URL(filePath: damaged))
    let state = try vault.state.path
    #expect(unsafe mkfifo(state + "/draft-fifo", 0o600) == 0)
    try Data().write(to: URL(filePath: state + "/draft-empty"))
    try Data("x".utf8).write(to: URL(filePath: state + "/draft-short"))
    #expect(unsafe symlink(damaged, state + "/draft-link") == 0)
    #expect(try kept(of: "a").map(\.text) == ["whole"])
  }
}
