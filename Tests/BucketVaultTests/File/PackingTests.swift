import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import BucketVault

@Suite struct PackingTests {
  private let vault: VaultSample

  init() throws { vault = try VaultSample() }

  private func pack(notices: Notices = Notices()) throws(VaultError) -> Vault<Note>.Rewriting? {
    let opened = try vault.open(notices: notices)
    return try opened.pack(try opened.read())
  }

  /// All that a vault says of its batches, in the spelling of the file.
  private func batches() throws -> [String] {
    try vault.open().read(keepingPast: true).history.batches.map { batch in
      let texts = try Batch.texts(of: [batch]).map { String(decoding: $0, as: UTF8.self) }
      return texts.joined(separator: "\n")
    }
  }

  private func change(
    _ action: Change<Note>.Action, by author: String? = "alice@hut", isBase: Bool = false
  ) -> Change<Note> {
    Change(at: VaultSample.time, by: author, action: action, isBase: isBase)
  }

  @Test func `batches stay what they were in every respect`() throws {
    try vault.add([
      Batch([], purged: [UUID(), UUID()]),
      Batch([change(.put(Note("based", "now")), isBase: true)]),
    ])
    try vault.add(notes: 1_000)
    let edit = Batch([
      change(.put(Note("7", "edited"))), change(.remove("8")), change(.remove("never there")),
    ])
    let crowd = (0..<2_000).map { change(.put(Note("crowd \($0)"))) }
    try vault.add([
      edit,
      Batch(
        [change(.put(Note("7"))), change(.put(Note("8")), by: nil)], undoes: edit.id),
      Batch(crowd, merged: Batch.Merged(at: VaultSample.time, by: "bob@lake")),
      Batch(
        [change(.put(Note("long", String(repeating: "é", count: 70_000))))],
        merged: Batch.Merged(at: VaultSample.time, by: nil)),
      Batch([change(.put(Note("last")))]),
    ])
    let before = try batches()
    let records = try vault.open().read().records
    #expect(try Int(vault.open().read().frameCount) > 1_008, "a batch of several frames")
    let size = try vault.bytes.count
    let rewriting = try #require(try pack())
    #expect(rewriting.before == size)
    #expect(rewriting.after == (try vault.bytes.count))
    #expect(try batches() == before)
    let packed = try vault.open().read()
    #expect(packed.records == records)
    #expect(packed.frameCount < 24)
    #expect(try pack() == nil)
  }

  @Test func `few frames aren't packed, and those that are many enough are`() throws {
    try vault.add(notes: 255)
    let before = try vault.bytes
    #expect(try pack() == nil)
    #expect(try vault.bytes == before)
    try vault.put("last")
    #expect(try pack() != nil)
    #expect(try vault.open().read().frameCount < 5)
  }

  @Test func `what another process packed since it was read isn't packed again`() throws {
    try vault.add(notes: 300)
    let opened = try vault.open()
    let ledger = try opened.read()
    #expect(try pack() != nil)
    let packed = try vault.bytes
    #expect(try opened.pack(ledger) == nil)
    #expect(try vault.bytes == packed)
  }

  @Test func `frames that are full aren't packed`() throws {
    try vault.add(notes: 300, text: String(repeating: "x", count: 800))
    let before = try vault.bytes
    #expect(try pack() == nil)
    #expect(try vault.bytes == before)
  }

  @Test func `half full frames are packed only where that halves the file`() throws {
    for length in stride(from: 300, through: 460, by: 40) {
      let vault = try VaultSample()
      try vault.add(notes: 1_000, text: String(repeating: "x", count: length))
      let opened = try vault.open()
      if let rewriting = try opened.pack(try opened.read()) {
        #expect(2 * rewriting.after <= rewriting.before + 2 * 1_024, "\(length)")
      } else {
        // What it would have come to.
        let texts = try Batch.texts(of: opened.read(keepingPast: true).history.batches)
        let after = texts.reduce(0) { $0 + Frame.paddedCount($1.count) + 44 }
        #expect(2 * (after + 1 << 17) > (try vault.bytes.count), "\(length)")
      }
    }
  }

  @Test(arguments: [10, 300, 1_500, 5_000, 8_300, 15_000, 20_000, 40_000])
  func `packed frames are small, and little of them is padding`(length: Int) throws {
    let batches = (0..<300).map { number in
      Batch([
        Change<Note>(
          at: VaultSample.time, by: nil,
          action: .put(Note("\(number)", String(repeating: "x", count: length))))
      ])
    }
    let texts = try Batch.texts(of: batches)
    let padded = texts.dropLast().map { Frame.paddedCount($0.count) }
    let full = texts.dropLast().reduce(0) { $0 + $1.count }
    if length < 1_000 { #expect(padded.allSatisfy { $0 == 1 << 14 }) }
    if length < 8_000 { #expect(16 * full >= 15 * padded.reduce(0, +), "\(length)") }
    #expect(padded.allSatisfy { $0 <= 1 << 16 })
  }

  @Test func `who knows the last batches alone doesn't pack`() throws {
    try vault.add(notes: 300)
    _ = try vault.texts()
    let opened = try vault.open()
    #expect(try opened.pack(try opened.ledgerAtLastSeen()) == nil)
    #expect(try vault.header.epoch == 1)
  }

  @Test func `what was added since it was read is packed too`() throws {
    try vault.add(notes: 300)
    let opened = try vault.open()
    let ledger = try opened.read()
    try vault.put("new")
    #expect(try opened.pack(ledger) != nil)
    #expect(try vault.open().read().records.last?.id == "new")
    #expect(try vault.open().read().records.count == 301)
  }

  @Test func `another process that is writing isn't waited for`() throws {
    try vault.add(notes: 300)
    let opened = try vault.open()
    let ledger = try opened.read()
    let holder = try Descriptor.open(vault.path, O_RDWR)
    let locked = try holder.tryLock(exclusively: true)
    #expect(locked)
    #expect(try opened.pack(ledger) == nil)
    holder.unlock()
    #expect(try vault.header.epoch == 1)
    #expect(try opened.pack(ledger) != nil)
  }
}
