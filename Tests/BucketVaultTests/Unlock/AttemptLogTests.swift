import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import BucketVault

@Suite struct AttemptLogTests {
  private let vault: VaultSample
  private let log: AttemptLog

  init() throws {
    vault = try VaultSample()
    log = AttemptLog(of: try vault.header, state: try vault.state)
  }

  private var path: String { get throws { try vault.state.path + "/attempts" } }

  private func add(_ numbers: ClosedRange<Int>) throws {
    for number in numbers { try log.add(attempt(number)) }
  }

  private func attempt(_ number: Int) -> Attempt {
    Attempt(
      at: Date(timeIntervalSince1970: 1_773_326_820 + Double(number)), reason: "wrong-password",
      terminal: number.isMultiple(of: 2) ? "pts/\(number)" : nil)
  }

  private var attempts: [Attempt] { get throws { log.attempts(of: try vault.open()) } }

  @Test func `attempts come back in order, and nothing of them is readable`() throws {
    #expect(try attempts == [])
    try add(1...3)
    #expect(try attempts == (1...3).map(attempt))
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("wrong"))
    #expect(try FileStatus.of(path).permissions == 0o600)
    // Every line has the same length, so that nothing shows in it.
    #expect(Set(bytes.split(separator: UInt8(ascii: "\n")).map(\.count)).count == 1)
  }

  @Test func `the last thousand are kept, and the file stays within twice that`() throws {
    try add(1...2_300)
    let read = try attempts
    #expect(read.count == 1_000)
    #expect(read == (1_301...2_300).map(attempt))
    let line =
      try #require(
        try Data(contentsOf: URL(filePath: path)).firstIndex(of: UInt8(ascii: "\n"))) + 1
    #expect(try FileStatus.of(path).size <= 2_000 * line)
  }

  @Test func `damaged lines are left out, and the others stay`() throws {
    try add(1...5)
    var lines = Array(try Data(contentsOf: URL(filePath: path))).split(
      separator: UInt8(ascii: "\n")
    ).map(Array.init)
    lines[1][100] = lines[1][100] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    lines[3] = Array("not base64 at all \u{7}".utf8)
    lines.insert([], at: 2)
    try Data(lines.joined(separator: [UInt8(ascii: "\n")])).write(to: URL(filePath: path))
    #expect(try attempts == [1, 3, 5].map(attempt))
  }

  @Test func `an attempt after a line without an end costs at most that line`() throws {
    try add(1...2)
    try Data(try Data(contentsOf: URL(filePath: path)).dropLast(50)).write(to: URL(filePath: path))
    try add(3...4)
    #expect(try attempts.contains(attempt(4)))
    #expect(try attempts.first == attempt(1))
  }

  @Test func `notes to another vault are left out`() throws {
    let other = try VaultSample()
    try AttemptLog(of: try other.header, state: try vault.state).add(attempt(1))
    try add(2...2)
    #expect(try attempts == [attempt(2)])
  }

  @Test(arguments: ["fifo", "link", "dangling", "folder"])
  func `something else in its place is left alone, and holds up nobody`(kind: String) throws {
    try File.makeFolder(try vault.state.path)
    let target = vault.folder.path(of: "target")
    switch kind {
    case "fifo": #expect(unsafe mkfifo(try path, 0o600) == 0)
    case "folder": #expect(unsafe mkdir(try path, 0o700) == 0)
    default:
      if kind == "link" { try Data("precious".utf8).write(to: URL(filePath: target)) }
      #expect(unsafe symlink(target, try path) == 0)
    }
    #expect(throws: SystemError.self) { try log.add(attempt(1)) }
    #expect(try attempts == [])
    if kind == "link" {
      #expect(try Data(contentsOf: URL(filePath: target)) == Data("precious".utf8))
    } else {
      #expect(unsafe access(target, F_OK) != 0)
    }
  }

  @Test func `a gigabyte of holes in its place is cut, and the next attempt is kept`() throws {
    try File.makeFolder(try vault.state.path)
    let holes = try Descriptor.open(try path, O_RDWR | O_CREAT, mode: 0o600)
    try holes.truncate(to: 1 << 30)
    #expect(try attempts == [])
    try add(1...2)
    #expect(try FileStatus.of(path).size < 1 << 20)
    #expect(try attempts.contains(attempt(2)))
  }

  @Test func `an attempt with long fields is kept like any other`() throws {
    let long = Attempt(
      at: attempt(1).at, reason: "wrong-password", terminal: String(repeating: "x", count: 4_000))
    try log.add(long)
    try add(2...2)
    #expect(try attempts == [long, attempt(2)])
  }

  @Test func `only what somebody tried counts as an attempt`() {
    #expect(UnlockRefusal.wrongPassword(user: "alice").isAttempt)
    #expect(UnlockRefusal.wrongRecoveryKey.isAttempt)
    #expect(UnlockRefusal.vault(.tampered(.header)).isAttempt)
    for refusal: UnlockRefusal in [
      .cancelled, .interrupted(signal: 2), .noTerminal, .timedOut, .vault(.missing),
    ] {
      #expect(!refusal.isAttempt, "\(refusal)")
    }
  }
}
