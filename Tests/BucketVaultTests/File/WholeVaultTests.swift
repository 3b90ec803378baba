import Glibc
import TestSupport
import Testing

@testable import BucketVault

/// A small vault, cut off at every byte and changed in every byte.
@Suite struct WholeVaultTests {
  private let vault: VaultSample
  private let whole: [UInt8]
  private let framesStart: Int
  private static let frameCount = 10
  private static let frameLength = 1068

  /// The texts of the records after each number of frames.
  private let history: [[String]]

  init() throws {
    vault = try VaultSample()
    var history: [[String]] = [[]]
    for number in 1...Self.frameCount {
      // Every third write changes what is there.
      try vault.put(all: [Note("\(number - number / 3)", "text \(number)")])
      history.append(try vault.texts())
    }
    self.history = history
    whole = try vault.bytes
    framesStart = whole.count - Self.frameCount * Self.frameLength
    try #require(try VaultFile.open(vault.path).framesStart == framesStart)
  }

  private enum Outcome: Equatable {
    case records([String], torn: Int)
    case refused(VaultError)
  }

  /// - Parameter remembering: Whether this machine has seen the whole vault.
  private func outcome(
    of bytes: [UInt8], at name: String, remembering: Bool = true
  ) throws -> Outcome {
    let path = vault.folder.path(of: name)
    let file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
    try file.write(bytes)
    let notices = Notices()
    do throws(VaultError) {
      let file = try VaultFile.open(path)
      let state = StateFolder(
        base: remembering ? vault.states : "/dev/null/state", vault: file.header)
      let opened = try Vault<Note>(
        file, key: vault.key, state: state, isInUse: true
      ) { notice in
        if case .stateNotKept = notice, !remembering { return }
        notices.add(notice)
      }
      let records = try opened.read().records.map(\.text)
      guard case .interruptedWrite(let torn)? = notices.all.first else {
        #expect(notices.all.isEmpty)
        return .records(records, torn: 0)
      }
      return .records(records, torn: torn)
    } catch {
      return .refused(error)
    }
  }

  @Test func `where nothing is remembered, a vault cut off at any byte is as it was before`() throws
  {
    for count in framesStart...whole.count {
      let (frames, torn) = (count - framesStart).quotientAndRemainder(dividingBy: Self.frameLength)
      let found = try outcome(
        of: Array(whole.prefix(count)), at: "cut.vault", remembering: false)
      #expect(found == .records(history[frames], torn: torn), "\(count)")
    }
  }

  @Test func `where the whole was seen, a vault that was cut off is damaged or older`() throws {
    for count in stride(from: framesStart, to: whole.count, by: 4) {
      let (frames, torn) = (count - framesStart).quotientAndRemainder(dividingBy: Self.frameLength)
      let found = try outcome(of: Array(whole.prefix(count)), at: "seen.vault")
      let expected: VaultError =
        torn == 0
        ? .older(.behind(frames: frames, seen: Self.frameCount))
        : .damaged(.cutShort(frame: frames + 1, offset: framesStart + frames * Self.frameLength))
      #expect(found == .refused(expected), "\(count)")
    }
  }

  @Test(arguments: [false, true])
  func `a vault with a flipped bit in any byte of its frames is damaged there`(
    remembering: Bool
  ) throws {
    // What is remembered makes no difference here, so fewer places will do to show it.
    for place in stride(from: framesStart, to: whole.count, by: remembering ? 11 : 1) {
      let frame = (place - framesStart) / Self.frameLength
      let offset = framesStart + frame * Self.frameLength
      // In the length every bit counts for itself; in the rest, one is like the other.
      for bit in place - offset < 4 ? 0..<8 : (place % 8)..<(place % 8 + 1) {
        var flipped = whole
        flipped[place] ^= 1 << bit
        let found = try outcome(
          of: flipped, at: "flipped \(remembering)", remembering: remembering)
        #expect(
          found == .refused(.damaged(.frame(number: frame + 1, offset: offset))), "\(place), \(bit)"
        )
      }
    }
  }

  @Test(arguments: [false, true])
  func `a frame that was dropped, repeated, swapped or brought in is damage`(
    remembering: Bool
  ) throws {
    let other = try VaultSample()
    try other.put("foreign")
    let frames = (0..<Self.frameCount).map { number in
      Array(whole[(framesStart + number * Self.frameLength)...].prefix(Self.frameLength))
    }
    let header = Array(whole.prefix(framesStart))
    let foreign = Array(try other.bytes.suffix(Self.frameLength))
    func damage(_ number: Int, _ changed: [[UInt8]]) throws {
      let expected = VaultError.damaged(
        .frame(number: number, offset: framesStart + (number - 1) * Self.frameLength))
      #expect(
        try outcome(of: header + changed.joined(), at: "changed.vault", remembering: remembering)
          == .refused(expected))
    }
    try damage(1, Array(frames[1...]))
    try damage(4, Array(frames[..<3] + frames[4...]))
    try damage(4, Array(frames[...2] + frames[2...]))
    try damage(11, frames + [frames[9]])
    try damage(11, frames + [frames[0]])
    try damage(5, Array(frames[..<4] + [frames[5], frames[4]] + frames[6...]))
    try damage(11, frames + [foreign])
    try damage(1, [foreign])
    try damage(6, Array(frames[..<5] + [foreign] + frames[6...]))
  }

  @Test(arguments: [1, 4, 1000, 100_000])
  func `zeros behind the frames are an interrupted write, whatever was seen`(count: Int) throws {
    let found = try outcome(
      of: whole + [UInt8](repeating: 0, count: count), at: "zeros.vault")
    #expect(found == .records(history[Self.frameCount], torn: count))
  }

  @Test(arguments: [false, true])
  func `a last frame whose end was never written is interrupted, or damage where it was seen`(
    remembering: Bool
  ) throws {
    for holes in [16, 17, 500, Self.frameLength - 4, Self.frameLength] {
      let bytes = whole.dropLast(holes) + [UInt8](repeating: 0, count: holes)
      let last = framesStart + 9 * Self.frameLength
      let expected: Outcome =
        remembering
        ? .refused(.damaged(.cutShort(frame: 10, offset: last)))
        : .records(history[9], torn: Self.frameLength)
      #expect(
        try outcome(of: Array(bytes), at: "holes", remembering: remembering) == expected,
        "\(holes)")
    }
  }
}
