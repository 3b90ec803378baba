import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import BucketVault

@Suite struct VaultTests {
  private let vault: VaultSample

  init() throws { vault = try VaultSample() }

  private func append(_ bytes: [UInt8]) throws { try vault.write(try vault.bytes + bytes) }

  /// The copies of interrupted writes in the state folder.
  private var keptCopies: [[UInt8]] {
    get throws {
      let state = try vault.state.path
      return try File.names(in: state).filter { $0.hasPrefix("interrupted-write") }.map {
        Array(try Data(contentsOf: URL(filePath: state + "/" + $0)))
      }
    }
  }

  @Test func `a new vault is empty`() throws {
    #expect(try vault.texts() == [])
    #expect(try FileStatus.of(vault.path).permissions == 0o600)
  }

  @Test func `what was put is there, and what was removed is not`() throws {
    try vault.put("a", "b", "c")
    let opened = try vault.open()
    var ledger = try opened.read()
    try opened.append([.remove("b"), .put(Note("d", "D"))], to: &ledger, author: nil)
    #expect(ledger.records.map(\.text) == ["a", "c", "D"])
    #expect(try vault.texts() == ["a", "c", "D"])
    #expect(ledger.frameCount == 4)
  }

  @Test func `nothing to append is still a whole batch`() throws {
    try vault.put(all: [])
    #expect(try vault.texts() == [])
    #expect(try vault.open().read().frameCount == 1)
  }

  @Test func `text of any kind comes back as it was`() throws {
    let texts = [
      "", "\0", "\u{1F3D4}\u{FE0F}", "e\u{301} \u{E9}", "\u{202E}abc", "\"\\/\n\r\t", "\u{FFFD}",
    ]
    try vault.put(all: texts.enumerated().map { Note("\($0)", $1) })
    let read = try vault.texts()
    #expect(read.map { Array($0.unicodeScalars) } == texts.map { Array($0.unicodeScalars) })
  }

  @Test(arguments: [1, 3, 4, 5, 500, 1067])
  func `a torn tail is left out, kept and cut off by the next writer`(count: Int) throws {
    try vault.put("a", "b")
    let whole = try vault.bytes
    let torn = Array(whole.suffix(1068).prefix(count))
    try append(torn)
    let notices = Notices()
    #expect(try vault.texts(notices: notices) == ["a", "b"])
    #expect(notices.all == [.interruptedWrite(bytes: count)])
    #expect(try vault.bytes == whole + torn)
    let writing = Notices()
    try vault.put("c", notices: writing)
    guard case .cutOff(let copy)? = writing.all.first else {
      Issue.record("\(writing.all)")
      return
    }
    #expect(writing.all.count == 1)
    #expect(Array(try Data(contentsOf: URL(filePath: copy))) == torn)
    #expect(try FileStatus.of(copy).permissions == 0o600)
    #expect(try keptCopies == [torn])
    #expect(try vault.bytes.prefix(whole.count) == whole[...])
    #expect(try vault.texts() == ["a", "b", "c"])
  }

  @Test func `a torn tail is not mentioned while somebody holds the lock`() throws {
    try vault.put("a")
    try append([1, 2, 3])
    let holder = try Descriptor.open(vault.path, O_RDWR)
    let locked = try holder.tryLock(exclusively: true)
    #expect(locked)
    let notices = Notices()
    #expect(try vault.texts(notices: notices) == ["a"])
    #expect(notices.all.isEmpty)
    holder.unlock()
    #expect(try vault.texts(notices: notices) == ["a"])
    #expect(notices.all == [.interruptedWrite(bytes: 3)])
  }

  @Test func `where the copy can't be kept, nothing is cut off`() throws {
    try vault.put("a")
    try append([1, 2, 3])
    let before = try vault.bytes
    try vault.forgetState()
    try Data().write(to: URL(filePath: vault.states))
    let reason = StateFileError(
      try vault.state.path, .folder(SystemError(code: ENOTDIR, call: "mkdir")))
    #expect(throws: VaultError.notKept(.interruptedWrite, reason)) {
      try vault.put("b")
    }
    #expect(try vault.bytes == before)
  }

  @Test func `a batch cut off at any of its frames is left out as a whole`() throws {
    try vault.put("a")
    let before = try vault.bytes.count
    try vault.put(all: (0..<5_000).map { Note("\($0)", "text of record number \($0)") })
    let whole = try vault.bytes
    var ends = [before]
    while let end = ends.last, end < whole.count {
      ends.append(end + 4 + Int(UInt32(littleEndianBytes: whole[end..<(end + 4)])))
    }
    #expect(ends.count > 10 && ends.last == whole.count)
    for end in ends.dropLast() {
      try vault.forgetState()
      try vault.write(Array(whole.prefix(end)))
      let notices = Notices()
      #expect(try vault.texts(notices: notices) == ["a"])
      #expect(notices.all == (end == before ? [] : [.interruptedWrite(bytes: end - before)]))
    }
    try vault.put("b")
    #expect(try vault.texts() == ["a", "b"])
    #expect(try keptCopies.map(\.count) == [ends[ends.count - 2] - before])
    try vault.forgetState()
    try vault.write(whole)
    #expect(try vault.texts().count == 5_001)
  }

  @Test func `a flipped bit in the length of a large frame is damage, and cuts nothing off`() throws
  {
    let start = try vault.bytes.count
    try vault.put(all: (0..<2_000).map { Note("\($0)", "text of record number \($0)") })
    let whole = try vault.bytes
    try vault.forgetState()
    // A length of 64 KiB and one that is longer can differ by one bit.
    try #require(UInt32(littleEndianBytes: whole[start..<(start + 4)]) == 65_576)
    for bit in 0..<32 {
      var flipped = whole
      flipped[start + bit / 8] ^= 1 << (bit % 8)
      try vault.write(flipped)
      let expected = VaultError.damaged(.frame(number: 1, offset: start))
      #expect(vault.refusal() == expected, "bit \(bit)")
      #expect(throws: expected, "bit \(bit)") { try vault.put("a") }
      #expect(try vault.bytes == flipped)
    }
  }

  @Test func `a damaged frame is never cut off`() throws {
    try vault.put("a", "b")
    var bytes = try vault.bytes
    bytes[bytes.count - 1] ^= 1
    try vault.write(bytes)
    try vault.forgetState()
    let offset = bytes.count - 1068
    #expect(throws: VaultError.damaged(.frame(number: 2, offset: offset))) { try vault.put("c") }
    #expect(try vault.bytes == bytes)
    #expect(try keptCopies.isEmpty)
  }

  @Test func `appending where the vault was last seen doesn't read what is before`() throws {
    try vault.put("a", "b", "c")
    let good = try vault.bytes
    var bytes = good
    let first = bytes.count - 3 * 1068
    bytes[first + 500] ^= 1
    try vault.write(bytes)
    try vault.put("d")
    #expect(vault.refusal() == .damaged(.frame(number: 1, offset: first)))
    bytes = try vault.bytes
    bytes[first + 500] ^= 1
    try vault.write(bytes)
    #expect(try vault.texts() == ["a", "b", "c", "d"])
  }

  @Test func `two appenders with stale ledgers both keep their changes`() throws {
    try vault.put("a")
    let one = try vault.open()
    let other = try vault.open()
    var oneLedger = try one.read()
    var otherLedger = try other.read()
    try one.append([.put(Note("b", "b"))], to: &oneLedger, author: nil)
    try other.append([.put(Note("c", "c"))], to: &otherLedger, author: nil)
    #expect(otherLedger.records.map(\.text) == ["a", "b", "c"])
    try one.append([.remove("c")], to: &oneLedger, author: nil)
    #expect(oneLedger.records.map(\.text) == ["a", "b"])
    #expect(try vault.texts() == ["a", "b"])
  }

  @Test func `a record that somebody else changed meanwhile is not written over`() throws {
    try vault.put("a", "b")
    let editor = try vault.open()
    var ledger = try editor.read()
    let looked = try #require(ledger.lastChange(of: "a"))
    try vault.put(all: [Note("b", "B")])
    try editor.append(
      [.put(Note("a", "A"))], to: &ledger, unchangedSince: ["a": looked], author: nil)
    let before = try vault.bytes
    #expect(throws: VaultError.changedMeanwhile) {
      try editor.append(
        [.put(Note("a", "AA"))], to: &ledger, unchangedSince: ["a": looked], author: nil)
    }
    #expect(try vault.bytes == before)
    let now = try #require(ledger.lastChange(of: "a"))
    let remover = try vault.open()
    var removing = try remover.read()
    try remover.append([.remove("a")], to: &removing, author: nil)
    #expect(throws: VaultError.changedMeanwhile) {
      try editor.append(
        [.put(Note("a", "AA"))], to: &ledger, unchangedSince: ["a": now], author: nil)
    }
    #expect(try vault.texts() == ["B"])
  }

  @Test func `a record that no frame holds is refused, and the vault stays as it is`() throws {
    try vault.put("a")
    let before = try vault.bytes
    #expect {
      try vault.put(all: [Note("b"), Note("c", String(repeating: "x", count: 17 << 20))])
    } throws: { error in
      guard case .recordTooLarge(_, let limit)? = error as? VaultError else { return false }
      return limit == Frame.textLimit - 128
    }
    #expect(try vault.bytes == before)
  }
}
