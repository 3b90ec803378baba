import FoundationEssentials
import TestSupport
import Testing

@testable import BucketVault

/// What is found in a file whatever happened to it.
@Suite struct FrameSearchTests {
  /// A file whose bytes know where they were before.
  private struct Wreck {
    var bytes: [UInt8]
    /// Where each byte was; -1 for one that is not as it was.
    var origins: [Int]

    init(_ bytes: [UInt8]) { (self.bytes, origins) = (bytes, Array(bytes.indices)) }

    /// Does something to the file behind an offset.
    mutating func suffer(from start: Int, _ generator: inout SeededGenerator) {
      guard start < bytes.count else { return }
      let first = Int.random(in: start..<bytes.count, using: &generator)
      let size = [1, 16, 200, 512, 4_096].randomElement(using: &generator)!
      let range = first..<min(first + size, bytes.count)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0:
        for place in range {
          replace(place, by: UInt8.random(in: 0...255, using: &generator))
        }
      case 1: for place in range { replace(place, by: 0) }
      case 2:
        bytes.removeSubrange(range)
        origins.removeSubrange(range)
      case 3:
        bytes.insert(contentsOf: [UInt8](repeating: 0x5A, count: size), at: first)
        origins.insert(contentsOf: [Int](repeating: -1, count: size), at: first)
      case 4: replace(first, by: bytes[first] ^ 1 << UInt8.random(in: 0..<8, using: &generator))
      default:
        let kept = max(start, bytes.count - size)
        bytes.removeSubrange(kept...)
        origins.removeSubrange(kept...)
      }
    }

    private mutating func replace(_ place: Int, by byte: UInt8) {
      if bytes[place] != byte { origins[place] = -1 }
      bytes[place] = byte
    }

    /// Whether a stretch is as it was, wherever it is now.
    func has(_ range: Range<Int>) -> Bool {
      guard let place = origins.firstIndex(of: range.lowerBound) else { return false }
      let end = place + range.count
      return end <= origins.count && origins[place..<end].elementsEqual(range)
    }
  }

  private func frames(of vault: VaultSample) throws -> [Range<Int>] {
    let bytes = try vault.bytes
    var start = try VaultFile.open(vault.path).framesStart
    var frames: [Range<Int>] = []
    while start < bytes.count {
      let end = start + 4 + Int(UInt32(littleEndianBytes: bytes[start..<(start + 4)]))
      frames.append(start..<end)
      start = end
    }
    return frames
  }

  private func salvage(
    _ bytes: [UInt8], of vault: VaultSample, headerOf copy: String? = nil
  ) throws -> Salvage<Note> {
    let path = vault.folder.path(of: "damaged.vault")
    try Data(bytes).write(to: URL(filePath: path))
    guard let copy else {
      return try DamagedVault(path).salvage(as: Note.self, key: vault.key)
    }
    let damaged = try DamagedVault(path, headerOf: try VaultFile.open(copy))
    return try damaged.salvage(as: Note.self, key: vault.key)
  }

  private func pattern(_ count: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: UInt64(count))
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `all frames that no damage touched come back, if the tag before them is there`(
    seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let vault = try VaultSample()
    for number in 0..<24 {
      let length = [3, 900, 3_000].randomElement(using: &generator)!
      try vault.put(all: [Note("\(number)", String(repeating: "x", count: length))])
    }
    let frames = try frames(of: vault)
    let tag = Sodium.tagCount
    for round in 0..<20 {
      var wreck = Wreck(try vault.bytes)
      for _ in 0...Int.random(in: 0...2, using: &generator) {
        wreck.suffer(from: frames[0].lowerBound, &generator)
      }
      let found = Set(try salvage(wreck.bytes, of: vault).records.map(\.id))
      for (number, frame) in frames.enumerated() {
        let needed = (number == 0 ? frame.lowerBound : frame.lowerBound - tag)..<frame.upperBound
        if wreck.has(needed) {
          #expect(found.contains("\(number)"), "seed \(seed), round \(round), frame \(number + 1)")
        }
      }
    }
  }

  @Test func `frames of another vault in between are passed over`() throws {
    let (vault, other) = (try VaultSample(), try VaultSample())
    try vault.put("a", "b", "c", "d")
    try other.put("x", "y", "z")
    let bytes = try vault.bytes
    let frames = try frames(of: vault)
    let foreign = try other.bytes[VaultFile.open(other.path).framesStart...]
    let many = Array(repeatElement(foreign, count: 600).joined())
    let salvage = try salvage(
      Array(bytes[..<frames[1].lowerBound] + many + bytes[frames[2].lowerBound...]), of: vault)
    #expect(salvage.records.map(\.text) == ["a", "d"])
    #expect(!salvage.hasGivenUp)
  }

  @Test func `frames behind a header that is many packings older are found`() throws {
    let vault = try VaultSample()
    try vault.put("a", "b", "c")
    let copy = vault.folder.path(of: "copy.vault")
    try Data(try vault.bytes).write(to: URL(filePath: copy))
    for _ in 0..<3 { _ = try vault.open().purge { _ in ["a"] } }
    try vault.put("d", "e", "f")
    #expect(try vault.header.epoch == 4)
    let all = try vault.texts()
    let frames = try frames(of: vault)
    let bytes = try vault.bytes
    let whole = try salvage(
      pattern(700) + bytes[frames[0].lowerBound...], of: vault, headerOf: copy)
    #expect(whole.records.map(\.text) == all)
    // Its first frame is gone too.
    let part = try salvage(pattern(700) + bytes[frames[1].lowerBound...], of: vault, headerOf: copy)
    #expect(part.frameCount == frames.count - 2)
    let damaged = try DamagedVault(
      vault.folder.path(of: "damaged.vault"), headerOf: try VaultFile.open(copy))
    let new = vault.folder.path(of: "new.vault")
    try damaged.write(part, to: new, key: vault.key, state: vault.state)
    #expect(try VaultFile.open(new).header.epoch == 5)
  }

  @Test func `of two halves of different copies both are brought out, and nothing twice`() throws {
    let vault = try VaultSample()
    try vault.put("a", "b", "c", "d")
    let old = try vault.bytes
    _ = try vault.open().purge { _ in ["a"] }
    try vault.put("e", "f", "g")
    let new = try vault.bytes
    let frames = try frames(of: vault)
    let cut = frames[frames.count - 2].lowerBound
    let salvage = try salvage(Array(old[..<(old.count - 500)] + new[(cut - 300)...]), of: vault)
    #expect(salvage.records.map(\.text) == ["a", "b", "c", "f", "g"])
    #expect(salvage.changeCount == 5)
    let overlapping = try self.salvage(old + new[frames[0].lowerBound...], of: vault)
    #expect(Set(overlapping.records.map(\.text)) == ["a", "b", "c", "d", "e", "f", "g"])
    #expect(overlapping.changeCount == 7)
  }

  @Test func `a flipped bit in a long frame is put right`() throws {
    let vault = try VaultSample()
    try vault.put(all: [Note("a", String(repeating: "long ", count: 10_000))])
    try vault.put("b")
    var bytes = try vault.bytes
    bytes[try frames(of: vault)[0].lowerBound + 1_500] ^= 0x10
    let salvage = try salvage(bytes, of: vault)
    #expect(salvage.mendedFrames == [1] && salvage.records.map(\.id) == ["a", "b"])
  }

  @Test func `a file that only pretends to hold frames is given up`() throws {
    let vault = try VaultSample()
    try vault.put("a", "b")
    let bytes = try vault.bytes
    let frames = try frames(of: vault)
    // The longest length, with the nonce and the beginning of the text of a real frame.
    let bait =
      UInt32(16_711_720).littleEndianBytes
      + bytes[(frames[0].lowerBound + 4)..<(frames[0].lowerBound + 92)]
    let many = Array(repeatElement(bait, count: 250_000).joined())
    let salvage = try salvage(bytes + many, of: vault)
    #expect(salvage.records.map(\.text) == ["a", "b"])
    #expect(
      salvage.hasGivenUp && salvage.gaps.map(\.bytes) == [bytes.count..<(bytes.count + many.count)])
  }

  @Test func `more than a gigabyte is refused before it is read`() throws {
    let vault = try VaultSample()
    let path = vault.folder.path(of: "damaged.vault")
    try Data(try vault.bytes).write(to: URL(filePath: path))
    _ = try ProgramRun.of(["truncate", "-s", "\(DamagedVault.sizeLimit + 1)", path])
    #expect(throws: VaultError.unreadable(SystemError(code: 27, call: "read"))) {
      try DamagedVault(path)
    }
  }

  @Test func `a header whose owner nobody vouches for gets the owner's key for notes`() throws {
    let (vault, other) = (try VaultSample(), try VaultSample())
    try vault.put("a")
    let key = try other.header.notesKey.text
    let text = String(decoding: try vault.bytes, as: Unicode.ASCII.self)
    var bytes = try vault.bytes
    let place = try #require(text.firstRange(of: try vault.header.notesKey.text))
    let start = text.unicodeScalars.distance(from: text.startIndex, to: place.lowerBound)
    bytes.replaceSubrange(start..<(start + 64), with: key.utf8)
    let path = vault.folder.path(of: "damaged.vault")
    try Data(bytes).write(to: URL(filePath: path))
    let damaged = try DamagedVault(path)
    #expect(damaged.headerState == .damaged && damaged.header.notesKey.text == key)
    let new = vault.folder.path(of: "new.vault")
    let salvage = try damaged.salvage(as: Note.self, key: vault.key)
    try damaged.write(salvage, to: new, key: vault.key, state: vault.state)
    #expect(try VaultFile.open(new).header.notesKey == vault.header.notesKey)
  }
}
