import FoundationEssentials
import TestSupport
import Testing

@testable import BucketVault

@Suite struct BatchTests {
  private func changes(_ notes: [Note]) -> [Change<Note>] {
    notes.map {
      Change(id: UUID(), at: Date(timeIntervalSince1970: 0), by: "alice@hut", action: .put($0))
    }
  }

  @Test(arguments: [0, 1, 2, 300, 5_000])
  func `changes come back from the texts of their frames, in order`(count: Int) throws {
    let changes = changes((0..<count).map { Note("\($0)", "text \($0)") })
    let texts = try Batch.texts(of: [Batch(changes)])
    let batches = try texts.enumerated().map {
      try BatchPiece<Note>.pieces(of: $1, frame: $0 + 1)[0]
    }
    #expect(batches.flatMap(\.changes).map(\.id) == changes.map(\.id))
    #expect(Set(batches.map(\.batch)).count == 1)
    #expect(batches.dropLast().allSatisfy { $0.more == true })
    #expect(batches.last?.more == nil)
    // A text of 65,535 bytes is the longest that is padded to 64 KiB.
    #expect(texts.allSatisfy { $0.count <= 65_535 })
    #expect(texts.count == 1 || texts.dropLast().allSatisfy { $0.count > 64_000 })
  }

  @Test func `a record longer than a piece has a frame of its own`() throws {
    let long = Note("long", String(repeating: "x", count: 100_000))
    let texts = try Batch.texts(of: [Batch(changes([Note("a"), long, Note("b")]))])
    #expect(texts.count == 3)
    #expect(try BatchPiece<Note>.pieces(of: texts[1], frame: 2)[0].changes.count == 1)
  }

  @Test func `pieces of every length around the limit stay within it and lose nothing`() throws {
    let overhead = CanonicalJSON.encode(changes([Note("a")])[0]).count
    for length in (65_535 - 128 - overhead - 3)...(65_535 - overhead + 3) {
      let notes = [Note("a", String(repeating: "x", count: length)), Note("b")]
      let texts = try Batch.texts(of: [Batch(changes(notes))])
      #expect(texts.allSatisfy { Frame.isLength(Frame.paddedCount($0.count) + 40) })
      let read = try texts.flatMap { try BatchPiece<Note>.pieces(of: $0, frame: 1)[0].changes }
      #expect(read.map(\.action.subject) == ["a", "b"], "\(length)")
    }
  }

  @Test func `the longest record fits, and one byte more is refused with both numbers`() throws {
    let overhead = CanonicalJSON.encode(changes([Note("a")])[0]).count
    let limit = Frame.textLimit - 128
    let longest = Note("a", String(repeating: "x", count: limit - overhead - 1))
    let texts = try Batch.texts(of: [Batch(changes([longest]))])
    #expect(Frame.paddedCount(texts[0].count) == Frame.textLimit)
    let longer = Note("a", longest.text + "x")
    #expect(throws: VaultError.recordTooLarge(bytes: limit, limit: limit)) {
      try Batch.texts(of: [Batch(changes([longer]))])
    }
  }

  static let malformed = [
    "", " ", "[]", "{}", "null", "\"\"", #"{"batch":"x","changes":[]}"#,
    #"{"changes":[]}"#, #"{"batch":"6F1C1B0E-4D2C-4B7C-9C39-52F5D7C1A0AA"}"#,
    #"{"batch":"6F1C1B0E-4D2C-4B7C-9C39-52F5D7C1A0AA","changes":[{}]}"#,
    #"{"batch":"6F1C1B0E-4D2C-4B7C-9C39-52F5D7C1A0AA","changes":[]}}"#,
    "{\"batch\":\"6F1C1B0E-4D2C-4B7C-9C39-52F5D7C1A0AA\",\"changes\":["
      + String(repeating: "[", count: 20_000),
  ]

  @Test(arguments: malformed)
  func `a text that is no batch was written by nobody's program`(text: String) {
    #expect(throws: VaultError.tampered(.malformedFrame(number: 7))) {
      try BatchPiece<Note>.pieces(of: Array(text.utf8), frame: 7)
    }
  }

  static let newer = [
    #""put":{"id":7,"text":"x"}"#, #""put":{"id":"a"}"#, #""rename":"a""#,
    #""put":{"id":"a","text":"x"},"remove":"a""#,
  ]

  @Test(arguments: newer)
  func `a change that this version can't read is a later version's`(action: String) {
    let text =
      #"{"batch":"6F1C1B0E-4D2C-4B7C-9C39-52F5D7C1A0AA","changes":["#
      + #"{"id":"6F1C1B0E-4D2C-4B7C-9C39-52F5D7C1A0AB","at":"2026-03-12T14:47:00Z",\#(action)}]}"#
    #expect(throws: VaultError.newerFormat(.record(frame: 7))) {
      try BatchPiece<Note>.pieces(of: Array(text.utf8), frame: 7)
    }
  }
}
