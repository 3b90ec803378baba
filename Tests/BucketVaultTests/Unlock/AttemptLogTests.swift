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

  private var contents: AttemptLog.Contents { get throws { try log.read(for: try vault.open()) } }
  private var attempts: [Attempt] { get throws { try contents.attempts } }

  private var lines: [[UInt8]] {
    get throws {
      Array(try Data(contentsOf: URL(filePath: path))).split(separator: UInt8(ascii: "\n"))
        .map(Array.init)
    }
  }

  private func write(_ lines: [[UInt8]]) throws {
    try File.makeFolder(try vault.state.path)
    try Data(lines.joined(separator: [UInt8(ascii: "\n")])).write(to: URL(filePath: path))
  }

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
    #expect(try contents.unreadable == 0)
    let line = try lines[0].count + 1
    #expect(try FileStatus.of(path).size <= 2_000 * line)
  }

  @Test func `damaged lines are left out and counted, and the others stay`() throws {
    try add(1...5)
    var lines = try lines
    lines[1][100] = lines[1][100] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    lines[3] = Array("not base64 at all \u{7}".utf8)
    lines.insert([], at: 2)
    try write(lines)
    #expect(
      try contents
        == AttemptLog.Contents(attempts: [1, 3, 5].map(attempt), unreadable: 3, foreign: 1))
    // Without the key only the shape of a line can be told.
    let found = try log.survey()
    #expect(found.notes == 4 && found.unreadable == 2)
  }

  @Test func `an attempt after a line without an end is a line of its own`() throws {
    try add(1...2)
    try Data(try Data(contentsOf: URL(filePath: path)).dropLast(50)).write(to: URL(filePath: path))
    try add(3...4)
    #expect(
      try contents
        == AttemptLog.Contents(attempts: [1, 3, 4].map(attempt), unreadable: 1, foreign: 0))
    try Data(try Data(contentsOf: URL(filePath: path)).dropLast(1)).write(to: URL(filePath: path))
    try add(5...5)
    #expect(try attempts == [1, 3, 4, 5].map(attempt))
  }

  @Test func `notes to another vault are left out and counted`() throws {
    let other = try VaultSample()
    try AttemptLog(of: try other.header, state: try vault.state).add(attempt(1))
    try add(2...2)
    #expect(try contents == AttemptLog.Contents(attempts: [attempt(2)], unreadable: 1, foreign: 1))
  }

  @Test(arguments: [
    #"{"at":"99999999999999-01-01T00:00:00Z","reason":"x","service":"x"}"#,
    #"{"at":"-9999999-01-01T00:00:00Z","reason":"x","service":"x"}"#,
    #"{"at":"9999-99-99T99:99:99Z","reason":"x","service":"x"}"#,
    #"{"at":1e300,"reason":"x","service":"x"}"#, #"{"at":null,"reason":1}"#, "[]", "", "\0\0",
    #"{"at":"2026-03-12T14:47:00Z","reason":"x"}"#,
  ])
  func `a note that anybody wrote and that says nothing is left out and counted`(
    text: String
  ) throws {
    let note = try #require(SealedNote.seal(Array(text.utf8), for: try vault.header))
    try write([Array(Data(note).base64EncodedString().utf8), []])
    try add(1...1)
    #expect(try contents == AttemptLog.Contents(attempts: [attempt(1)], unreadable: 1, foreign: 0))
  }

  @Test(
    arguments: [
      ("fifo", .fifo), ("link", .link), ("dangling", .link), ("endless", .link),
      ("folder", .folder),
      ("socket", .socket),
    ] as [(String, FileStatus.Kind)])
  func `something else in its place is left alone, and holds up nobody`(
    name: String, kind: FileStatus.Kind
  ) throws {
    let path = try path
    try File.makeFolder(try vault.state.path)
    let target = name == "endless" ? "/dev/zero" : vault.folder.path(of: "target")
    switch name {
    case "fifo": #expect(unsafe mkfifo(path, 0o600) == 0)
    case "folder": #expect(unsafe mkdir(path, 0o700) == 0)
    case "socket": #expect(unsafe mknod(path, S_IFSOCK | 0o600, 0) == 0)
    default:
      if name == "link" { try Data("precious".utf8).write(to: URL(filePath: target)) }
      #expect(unsafe symlink(target, path) == 0)
    }
    let error = StateFileError(path, .otherKind(kind))
    #expect(throws: error) { try log.add(attempt(1)) }
    #expect(throws: error) { try contents }
    #expect(throws: error) { try log.survey() }
    #expect(try FileStatus.of(path, followingLinks: false).kind == kind)
    if name == "link" {
      #expect(try Data(contentsOf: URL(filePath: target)) == Data("precious".utf8))
    } else if name != "endless" {
      #expect(unsafe access(target, F_OK) != 0)
    }
  }

  @Test func `a file that has another name too is not written into`() throws {
    try File.makeFolder(try vault.state.path)
    let target = vault.folder.path(of: "target")
    try Data("precious".utf8).write(to: URL(filePath: target))
    #expect(unsafe link(target, try path) == 0)
    try add(1...2)
    #expect(try Data(contentsOf: URL(filePath: target)) == Data("precious".utf8))
    #expect(
      try contents == AttemptLog.Contents(attempts: [1, 2].map(attempt), unreadable: 0, foreign: 0))
    let other = vault.folder.path(of: "other")
    #expect(unsafe link(try path, other) == 0)
    let before = try Data(contentsOf: URL(filePath: other))
    try add(3...3)
    #expect(try Data(contentsOf: URL(filePath: other)) == before)
    #expect(try attempts == (1...3).map(attempt))
  }

  static let fillings = ["holes", "newlines", "zeros and lines", "one line"]

  @Test(arguments: fillings)
  func `a gigabyte in its place is cut, and the attempts are kept`(filling: String) throws {
    try File.makeFolder(try vault.state.path)
    let file = try Descriptor.open(try path, O_RDWR | O_CREAT, mode: 0o600)
    try file.truncate(to: 1 << 30)
    let end = (1 << 30) - (1 << 20)
    switch filling {
    case "newlines":
      try file.write([UInt8](repeating: UInt8(ascii: "\n"), count: 1 << 20), at: end)
    case "zeros and lines":
      try file.write([UInt8](repeating: UInt8(ascii: "\n"), count: 1 << 10), at: end)
    case "one line": try file.write([UInt8](repeating: UInt8(ascii: "A"), count: 1 << 20), at: end)
    default: break
    }
    #expect(try contents.attempts == [])
    #expect(try contents.unreadable > 0)
    #expect(try log.survey().unreadable > 0)
    try add(1...2)
    #expect(try FileStatus.of(path).size < 1 << 20)
    #expect(
      try contents == AttemptLog.Contents(attempts: [1, 2].map(attempt), unreadable: 0, foreign: 0))
  }

  @Test func `however long the name of a terminal is, the line is as long as any`() throws {
    for name in [String(repeating: "x", count: 4_000), String(repeating: "\u{1}é", count: 300)] {
      let long = Attempt(
        at: attempt(1).at, reason: "authentication-unavailable", terminal: name,
        from: "2001:0db8:0000:0000:0000:ff00:0042:8329")
      try log.add(long)
      let kept = try #require(try attempts.last)
      #expect((kept.at, kept.reason, kept.from) == (long.at, long.reason, long.from))
      let terminal = try #require(kept.terminal)
      #expect(!terminal.isEmpty && name.hasPrefix(terminal))
    }
    try add(2...2)
    #expect(try Set(lines.map(\.count)).count == 1)
    #expect(try attempts.last == attempt(2))
    #expect(try contents.unreadable == 0)
  }

  @Test func `none is lost where several are noted while the log is cut`() throws {
    try add(1...1_990)
    let log = log
    let start = attempt(0).at
    ThreadTeam.run(8) { team in
      for number in 0..<10 {
        do throws(StateFileError) {
          try log.add(Attempt(at: start, reason: "\(team)-\(number)", terminal: nil))
        } catch {
          Issue.record("\(error)")
        }
      }
    }
    let reasons = Set(try attempts.map(\.reason))
    for team in 0..<8 {
      for number in 0..<10 { #expect(reasons.contains("\(team)-\(number)")) }
    }
    #expect(try contents.unreadable == 0)
    #expect(try lines.count < 1_100)
  }

  @Test func `an attempt is noted though somebody else holds the log, which isn't cut then`()
    throws
  {
    try add(1...1)
    let holder = try Descriptor.open(try path, O_RDWR)
    let isHeld = try holder.tryLock(exclusively: true)
    #expect(isHeld)
    try add(2...2)
    #expect(try attempts == [1, 2].map(attempt))
    try holder.truncate(to: 1 << 30)
    #expect(throws: StateFileError(try path, .held)) { try log.add(attempt(3)) }
    holder.unlock()
    try add(3...3)
    #expect(try attempts.last == attempt(3))
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
