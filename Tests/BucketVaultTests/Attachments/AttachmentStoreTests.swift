import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import BucketVault

struct AttachmentStoreTests {
  private let vault: VaultSample

  init() throws { vault = try VaultSample() }

  private func store(_ key: [UInt8]? = nil) throws -> AttachmentStore {
    AttachmentStore(
      beside: vault.path, of: try vault.header, key: key.map { DataKey(Secret($0)) } ?? vault.key)
  }

  private func content(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
  }

  private func source(_ bytes: [UInt8]) throws -> Descriptor {
    try Descriptor.open(try vault.folder.write(bytes, to: "source"), O_RDONLY)
  }

  private func readBack(_ id: UUID, from store: borrowing AttachmentStore) throws -> [UInt8] {
    var reader = try store.open(id)
    var bytes: [UInt8] = []
    while let chunk = try reader.next() { bytes += chunk }
    #expect(reader.byteCount == bytes.count && reader.isAtEnd)
    return bytes
  }

  @Test(arguments: [0, 1, 1_000, 65_535, 65_536, 65_537, 131_072, 300_000])
  func `what is stored comes back as it was`(count: Int) throws {
    let store = try store()
    let id = UUID()
    let stored = try store.store(id, from: try source(content(count)))
    #expect(stored == .init(byteCount: count, hash: Sodium.hash(content(count))))
    #expect(try readBack(id, from: store) == content(count))
    let status = try FileStatus.of(store.path(of: id))
    #expect(status.permissions == 0o600)
    #expect(try FileStatus.of(store.folder).permissions == 0o700)
    #expect(AttachmentHeader.contentCount(ofFile: status.size) == count)
    #expect(try File.list(store.folder) == [File.name(of: store.path(of: id))])
  }

  @Test func `nothing of it can be read in the file, and its name tells nothing of its id`() throws
  {
    let store = try store()
    let id = UUID()
    _ = try store.store(id, from: try source(Array("a lake in Siberia".utf8)))
    let file = String(
      decoding: try Data(contentsOf: URL(filePath: store.path(of: id))), as: UTF8.self)
    #expect(!file.contains("lake") && !file.contains(id.uuidString))
    let name = File.name(of: store.path(of: id))
    #expect(AttachmentKeys.isName(name))
    #expect(name != id.uuidString.lowercased().filter { $0 != "-" })
  }

  @Test func `each byte of a file counts`() throws {
    let store = try store()
    let id = UUID()
    _ = try store.store(id, from: try source(content(40)))
    let path = store.path(of: id)
    let whole = Array(try Data(contentsOf: URL(filePath: path)))
    for place in whole.indices {
      var bytes = whole
      bytes[place] ^= 1 << UInt8.random(in: 0...7)
      try Data(bytes).write(to: URL(filePath: path))
      #expect(throws: AttachmentError.self) { try readBack(id, from: store) }
    }
    for count in whole.indices {
      try Data(whole[..<count]).write(to: URL(filePath: path))
      #expect(throws: AttachmentError.self) { try readBack(id, from: store) }
    }
    try Data(whole).write(to: URL(filePath: path))
    #expect(try readBack(id, from: store) == content(40))
  }

  @Test func `a file in the place of another is found by its header`() throws {
    let store = try store()
    let (one, other) = (UUID(), UUID())
    _ = try store.store(one, from: try source(content(10)))
    _ = try store.store(other, from: try source(content(20)))
    #expect(unsafe rename(store.path(of: one), store.path(of: other)) == 0)
    #expect(throws: AttachmentError.damaged(.header)) { _ = try readBack(other, from: store) }
    #expect(throws: AttachmentError.missing) { _ = try readBack(one, from: store) }
  }

  @Test func `a source that grows or shrinks meanwhile is refused, and leaves nothing`() throws {
    for count in [0, 70_000, 300_000] {
      let store = try store()
      let id = UUID()
      let path = try vault.folder.write(content(200_000), to: "source")
      let source = try Descriptor.open(path, O_RDONLY)
      var isChanged = false
      #expect(throws: AttachmentError.sourceChanged) {
        _ = try store.store(id, from: source) { _ in
          if !isChanged { _ = unsafe truncate(path, count) }
          isChanged = true
        }
      }
      #expect(try File.list(store.folder).isEmpty)
    }
  }

  @Test func `what is no file is not opened`() throws {
    let store = try store()
    let id = UUID()
    try File.makeFolder(store.path(of: id))
    #expect(throws: AttachmentError.notAFile) { _ = try readBack(id, from: store) }
    #expect(unsafe rmdir(store.path(of: id)) == 0 && mkfifo(store.path(of: id), 0o600) == 0)
    #expect(throws: AttachmentError.notAFile) { _ = try readBack(id, from: store) }
  }

  @Test func `a survey tells the vault's own files from those of others`() throws {
    let store = try store()
    let (kept, lost) = (UUID(), UUID())
    #expect(try store.survey().own.isEmpty)
    for id in [kept, lost] { _ = try store.store(id, from: try source(content(10))) }
    let other = try VaultSample(at: vault.folder.path(of: "other.vault"))
    let foreign = AttachmentStore(beside: other.path, of: try other.header, key: other.key)
    _ = try foreign.store(UUID(), from: try source(content(10)))
    let unknown = store.folder + "/" + String(repeating: "ab", count: 16)
    try Data("something else".utf8).write(to: URL(filePath: unknown))
    try File.create(store.folder + "/notes.txt", content: [])
    #expect(unsafe chmod(store.path(of: kept), 0o644) == 0)
    let survey = try store.survey()
    #expect(Set(survey.own) == [store.path(of: kept), store.path(of: lost)])
    #expect(survey.exposed == [store.path(of: kept)])
    #expect(survey.unknown == [unknown])
    #expect(store.orphans(besides: [kept], in: survey) == [store.path(of: lost)])
  }
}
