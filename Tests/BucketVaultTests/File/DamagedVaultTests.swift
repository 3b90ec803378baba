import FoundationEssentials
import TestSupport
import Testing

@testable import BucketVault

/// A vault of six frames, in which something is broken.
@Suite struct DamagedVaultTests {
  private let vault: VaultSample
  private let bytes: [UInt8]
  /// Where the frames begin and the last one ends, in bytes.
  private let frames: [Int]

  init() throws {
    vault = try VaultSample()
    try vault.put("a", "b", "c", "d", "e", "f")
    bytes = try vault.bytes
    let start = try VaultFile.open(vault.path).framesStart
    let count = (bytes.count - start) / 6
    frames = (0...6).map { start + $0 * count }
  }

  private func salvage(_ bytes: [UInt8], headerOf copy: String? = nil) throws -> Salvage<Note> {
    let path = vault.folder.path(of: "damaged.vault")
    try Data(bytes).write(to: URL(filePath: path))
    return try damaged(path, headerOf: copy).salvage(as: Note.self, key: vault.key)
  }

  private func damaged(_ path: String, headerOf copy: String? = nil) throws -> DamagedVault {
    guard let copy else { return try DamagedVault(path) }
    return try DamagedVault(path, headerOf: try VaultFile.open(copy))
  }

  private func overwriting(_ range: Range<Int>) -> [UInt8] {
    var broken = bytes
    for place in range { broken[place] = UInt8(truncatingIfNeeded: place &* 31 &+ 7) }
    return broken
  }

  @Test func `of a whole vault nothing is missing`() throws {
    let salvage = try salvage(bytes)
    #expect(salvage.records.map(\.text) == ["a", "b", "c", "d", "e", "f"])
    #expect(salvage.gaps.isEmpty && salvage.mendedFrames.isEmpty && salvage.frameCount == 6)
  }

  @Test(arguments: 0..<40)
  func `one flipped bit in a frame is put right, wherever it is`(step: Int) throws {
    var broken = bytes
    let bit = step * 97 % (8 * (frames[1] - frames[0]))
    broken[frames[2] + bit / 8] ^= 1 << (bit % 8)
    let salvage = try salvage(broken)
    #expect(salvage.records.map(\.text) == ["a", "b", "c", "d", "e", "f"], "bit \(bit)")
    #expect(salvage.mendedFrames == [3] && salvage.gaps.isEmpty, "bit \(bit)")
  }

  @Test func `a frame that is lost is named, and all others are brought out`() throws {
    let salvage = try salvage(overwriting((frames[2] + 100)..<(frames[2] + 300)))
    #expect(salvage.records.map(\.text) == ["a", "b", "d", "e", "f"])
    #expect(salvage.gaps.count == 1)
    #expect(salvage.gaps[0].bytes == frames[2]..<frames[3])
    #expect(salvage.gaps[0].firstFrame == 3 && salvage.gaps[0].lastFrame == 3)
    #expect(salvage.gaps[0].after != nil && salvage.gaps[0].before != nil)
  }

  @Test func `a hole across frames loses those that it touches, and what it hides the tag of`()
    throws
  {
    let salvage = try salvage(overwriting((frames[2] - 40)..<(frames[3] + 40)))
    #expect(salvage.records.map(\.text) == ["a", "e", "f"])
    #expect(salvage.gaps.map(\.firstFrame) == [2] && salvage.gaps[0].lastFrame == 4)
  }

  @Test func `a piece that was cut out is told of`() throws {
    let salvage = try salvage(Array(bytes[..<(frames[1] + 50)] + bytes[(frames[4] - 20)...]))
    #expect(salvage.records.map(\.text) == ["a", "e", "f"])
    #expect(salvage.gaps.map(\.firstFrame) == [2] && salvage.gaps[0].lastFrame == 4)
  }

  @Test(arguments: [1, 3, 17, 1_000])
  func `bytes that were put in are skipped`(count: Int) throws {
    let foreign = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 13) }
    let salvage = try salvage(Array(bytes[..<frames[3]] + foreign + bytes[frames[3]...]))
    #expect(salvage.records.map(\.text) == ["a", "b", "c", "d", "e", "f"])
    #expect(salvage.gaps.map(\.bytes) == [frames[3]..<(frames[3] + count)])
  }

  @Test func `the end of a file that was cut short is told of`() throws {
    let salvage = try salvage(Array(bytes[..<(frames[4] + 30)]))
    #expect(salvage.records.map(\.text) == ["a", "b", "c", "d"])
    #expect(salvage.gaps.map(\.bytes) == [frames[4]..<(frames[4] + 30)])
    #expect(salvage.gaps[0].lastFrame == nil)
  }

  @Test func `one flipped bit anywhere in the header is put right`() throws {
    for bit in stride(from: 0, to: 8 * frames[0], by: 61) {
      var broken = bytes
      broken[bit / 8] ^= 1 << (bit % 8)
      let path = vault.folder.path(of: "damaged.vault")
      try Data(broken).write(to: URL(filePath: path))
      let damaged = try DamagedVault(path)
      #expect(damaged.headerState == .mended)
      #expect(try damaged.salvage(as: Note.self, key: vault.key).records.count == 6, "bit \(bit)")
    }
  }

  @Test func `a header whose checks are lost is read all the same`() throws {
    let path = vault.folder.path(of: "damaged.vault")
    try Data(overwriting((frames[0] - 64)..<frames[0])).write(to: URL(filePath: path))
    let damaged = try DamagedVault(path)
    #expect(damaged.headerState == .damaged)
    #expect(try damaged.salvage(as: Note.self, key: vault.key).records.count == 6)
  }

  @Test func `a header that is lost is that of another copy`() throws {
    let copy = vault.folder.path(of: "copy.vault")
    try Data(bytes[..<frames[1]]).write(to: URL(filePath: copy))
    let broken = overwriting(0..<(frames[0] - 100))
    #expect(throws: VaultError.self) { try salvage(broken) }
    #expect(try salvage(broken, headerOf: copy).records.count == 6)
    let shifted = Array(broken[300...])
    #expect(try salvage(shifted, headerOf: copy).records.count == 6)
  }

  @Test func `a batch that lacks frames gives what is left of it`() throws {
    let long = String(repeating: "x", count: 60_000)
    try vault.put(all: [Note("g", long), Note("h", long + "h"), Note("i", long + "i")])
    var broken = try vault.bytes
    for place in (frames[6] + 70_000)..<(frames[6] + 70_100) { broken[place] ^= 0xFF }
    let salvage = try salvage(broken)
    #expect(salvage.records.map(\.id) == ["a", "b", "c", "d", "e", "f", "g", "i"])
    #expect(salvage.incompleteBatches == 1)
  }

  @Test func `what came last before something missing is in doubt, and what came after isn't`()
    throws
  {
    try vault.put(all: [Note("a", "edited")])
    let bytes = try vault.bytes
    var broken = bytes
    for place in (frames[2] + 100)..<(frames[2] + 300) { broken[place] ^= 0xFF }
    let found = try salvage(broken)
    #expect(found.recordsInDoubt(of: 7).map(\.id) == ["b"])
    #expect(found.recordsInDoubt(of: nil).map(\.id) == ["b"])
    // Where the end is missing too, all may have been changed.
    #expect(found.recordsInDoubt(of: 8).count == 5)
    // Bytes that are of no frame had nothing in them.
    let inserted = Array(bytes[..<frames[3]] + [1, 2, 3] + bytes[frames[3]...])
    #expect(try salvage(inserted).recordsInDoubt(of: 7).isEmpty)
  }

  @Test func `a record that was removed is told of, where nothing else of it is there`() throws {
    let opened = try vault.open()
    var ledger = try opened.read()
    try opened.append([.remove("c"), .remove("d")], to: &ledger, author: nil)
    var broken = try vault.bytes
    for place in (frames[2] + 100)..<(frames[2] + 300) { broken[place] ^= 0xFF }
    let found = try salvage(broken)
    #expect(found.unknownRemoved == 1)
    #expect(found.records.map(\.text) == ["a", "b", "e", "f"])
  }

  @Test func `how far the search is, is told in order`() throws {
    let path = vault.folder.path(of: "damaged.vault")
    try Data(overwriting((frames[2] + 100)..<(frames[2] + 300))).write(to: URL(filePath: path))
    var parts: [Double] = []
    _ = try DamagedVault(path).salvage(as: Note.self, key: vault.key) { parts.append($0) }
    #expect(parts.count > 5 && parts.allSatisfy { (0..<1).contains($0) })
    #expect(parts.last! > 0.8)
  }

  @Test
  func `what was brought out is a vault that the same secret opens, and comes after the old one`()
    throws
  {
    let path = vault.folder.path(of: "damaged.vault")
    try Data(overwriting((frames[2] + 100)..<(frames[2] + 300))).write(to: URL(filePath: path))
    let damaged = try DamagedVault(path)
    let salvage = try damaged.salvage(as: Note.self, key: vault.key)
    let new = vault.folder.path(of: "new.vault")
    try damaged.write(salvage, to: new, key: vault.key, state: vault.state)
    #expect(throws: VaultError.exists) {
      try damaged.write(salvage, to: new, key: vault.key, state: vault.state)
    }
    try vault.write(Array(Data(contentsOf: URL(filePath: new))))
    #expect(vault.refusal() == nil)
    #expect(try vault.texts() == ["a", "b", "d", "e", "f"])
    #expect(try vault.open().read(keepingPast: true).history.batches.count == 5)
  }

  @Test func `a whole header that another key wrote is refused`() throws {
    let other = try VaultSample()
    #expect(throws: VaultError.tampered(.header)) {
      try DamagedVault(vault.path).salvage(as: Note.self, key: other.key)
    }
  }
}
