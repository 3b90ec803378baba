import CLinux
import FoundationEssentials
import Glibc

/// The failed unlocks of a vault: whoever fails is noted, and only the owner can read it.
///
/// A file of lines, each a sealed note in base64. The last 1,000 are kept. What else may be in the
/// file, or in its place, costs no more to look at than these.
public struct AttemptLog: Sendable {
  private let header: VaultHeader
  private let state: StateFolder

  /// The most attempts that are kept.
  public static let limit = 1_000
  /// The length of a line with its end, in bytes: a sealed block in base64.
  private static let lineCount = (SealedNote.block + 48 + 2) / 3 * 4 + 1
  /// The bytes at the end of the file that are looked at.
  private static let windowCount = limit * lineCount
  private static let name = "attempts"
  private static let lineEnd = UInt8(ascii: "\n")

  /// How long to wait for another process that is noting an attempt.
  private static let patience = Duration.seconds(1)

  public init(of header: VaultHeader, state: StateFolder) {
    (self.header, self.state) = (header, state)
  }

  /// What the newest lines of the log hold.
  public struct Contents: Hashable, Sendable {
    /// The oldest first.
    public let attempts: [Attempt]
    /// How many lines are damaged, or no note to this vault's owner.
    public let unreadable: Int
    /// How many of these the key doesn't open, and another may.
    public let foreign: Int
  }

  /// The file.
  public var path: String { state.path + "/" + Self.name }

  // MARK: Noting

  /// Notes an attempt.
  public func add(_ attempt: Attempt) throws(StateFileError) {
    guard let note = SealedNote.seal(attempt.text, for: header) else { return }
    try state.checkWritable()
    let start = ContinuousClock.now
    while true {
      let log = try state.open(Self.name, O_RDWR | O_CREAT | O_APPEND)
      let isLocked = Self.lock(log)
      // Whoever cut the log in the meantime put another file in its place.
      if isLocked, ContinuousClock.now - start < Self.patience, try !isInPlace(log) { continue }
      return try append(Self.line(of: note), to: log, isLocked: isLocked)
    }
  }

  /// Puts other notes in the place of the newest ones, under the log's lock.
  func rewrite(_ change: ([[UInt8]]) -> [[UInt8]]) throws(StateFileError) {
    guard try state.status(of: Self.name) != nil else { return }
    while true {
      let log = try state.open(Self.name, O_RDWR)
      guard Self.lock(log) else { throw StateFileError(path, .held) }
      guard try isInPlace(log) else { continue }
      do throws(SystemError) {
        let notes = change(try Self.lines(of: log).notes)
        try File.replace(path, content: notes.flatMap(Self.line), durably: false)
        return
      } catch {
        throw StateFileError(path, .system(error))
      }
    }
  }

  /// A text as a note to the vault's owner.
  func seal(_ text: [UInt8]) -> [UInt8]? { SealedNote.seal(text, for: header) }

  /// Takes the lock under which the log is written, if it can be had.
  private static func lock(_ log: borrowing Descriptor) -> Bool {
    do throws(SystemError) {
      return try log.lock(exclusively: true, within: patience)
    } catch {
      // Some network file systems have no locks; a line is added without.
      return false
    }
  }

  private func isInPlace(_ log: borrowing Descriptor) throws(StateFileError) -> Bool {
    let there = try state.status(of: Self.name)
    do throws(SystemError) {
      return try log.status().identity == there?.identity
    } catch {
      throw StateFileError(path, .system(error))
    }
  }

  private func append(
    _ line: [UInt8], to log: borrowing Descriptor, isLocked: Bool
  ) throws(StateFileError) {
    do throws(SystemError) {
      let status = try log.status()
      // Twice as long as it may become, it is cut to the newest notes. With a second name it is
      // somebody else's file too, and only its place is taken.
      if status.size >= 2 * Self.windowCount || status.links > 1 {
        guard isLocked else { throw SystemError(code: EWOULDBLOCK, call: "flock") }
        let kept = try Self.lines(of: log).notes.flatMap(Self.line)
        try File.replace(path, content: kept + line, durably: false)
      } else {
        try Self.append(line, to: log, of: status.size, isLocked: isLocked)
      }
    } catch {
      throw StateFileError(path, error.code == EWOULDBLOCK ? .held : .system(error))
    }
  }

  private static func append(
    _ line: [UInt8], to log: borrowing Descriptor, of size: Int, isLocked: Bool
  ) throws(SystemError) {
    let end = try log.read(count: 1, at: max(0, size - 1))
    let isWhole = end.isEmpty || end == [lineEnd]
    do throws(SystemError) {
      try log.write(isWhole ? line : [lineEnd] + line)
    } catch {
      if isLocked { try log.truncate(to: size) }
      throw error
    }
  }

  private static func line(of note: [UInt8]) -> [UInt8] {
    Array(Data(note).base64EncodedString().utf8) + [lineEnd]
  }

  // MARK: Reading

  /// Reads the log with the vault's key.
  public func read<Record>(for vault: borrowing Vault<Record>) throws(StateFileError) -> Contents {
    let lines = try lines()
    let texts = SealedNote.open(lines.notes, with: vault.key)
    let attempts = texts.compactMap { text in
      text.flatMap { CanonicalJSON.decode(Attempt.self, from: $0) }
    }
    return Contents(
      attempts: attempts, unreadable: lines.unreadable + lines.notes.count - attempts.count,
      foreign: texts.count { $0 == nil })
  }

  /// Counts without a key what may be notes of attempts, and what is surely none, and sees whether
  /// more can be added.
  public func survey() throws(StateFileError) -> (notes: Int, unreadable: Int) {
    let lines = try lines()
    if try state.status(of: Self.name) != nil {
      _ = try state.open(Self.name, O_RDWR | O_APPEND)
    }
    return (lines.notes.count, lines.unreadable)
  }

  private struct Lines {
    var notes: [[UInt8]] = []
    var unreadable = 0
  }

  private func lines() throws(StateFileError) -> Lines {
    guard try state.status(of: Self.name) != nil else { return Lines() }
    let log = try state.open(Self.name, O_RDONLY)
    do throws(SystemError) {
      return try Self.lines(of: log)
    } catch {
      throw StateFileError(path, .system(error))
    }
  }

  /// The newest lines: as many as the bytes of a full log hold.
  private static func lines(of log: borrowing Descriptor) throws(SystemError) -> Lines {
    let size = try log.status().size
    let start = max(0, size - windowCount)
    var bytes = try log.read(count: size - start, at: start)[...]
    if start > 0, try log.read(count: 1, at: start - 1) != [lineEnd] {
      // The beginning of this line isn't there; where it is all there is, it is no note.
      guard let end = bytes.firstIndex(of: lineEnd) else { return Lines(notes: [], unreadable: 1) }
      bytes = bytes[(end + 1)...]
    }
    if bytes.last == lineEnd { bytes.removeLast() } else if bytes.isEmpty { return Lines() }
    var lines = Lines()
    for line in bytes.split(separator: lineEnd, omittingEmptySubsequences: false) {
      if let note = note(in: line) { lines.notes.append(note) } else { lines.unreadable += 1 }
    }
    return lines
  }

  private static func note(in line: ArraySlice<UInt8>) -> [UInt8]? {
    guard line.count == lineCount - 1 else { return nil }
    return Data(base64Encoded: Data(line)).map(Array.init)
  }
}
