import CLinux
import FoundationEssentials
import Glibc

/// The failed unlocks of a vault: whoever fails is noted, and only the owner can read it.
///
/// A file of lines, each a sealed note in base64. The last 1,000 are kept.
public struct AttemptLog: Sendable {
  private let header: VaultHeader
  private let state: StateFolder
  private var path: String { state.path + "/attempts" }

  /// The most attempts that are kept.
  public static let limit = 1_000
  /// The length of a line with its end, in bytes: a sealed block in base64.
  private static let lineCount = (SealedNote.block + 48 + 2) / 3 * 4 + 1

  public init(of header: VaultHeader, state: StateFolder) {
    (self.header, self.state) = (header, state)
  }

  /// Notes an attempt.
  public func add(_ attempt: Attempt) throws(SystemError) {
    guard let note = SealedNote.seal(CanonicalJSON.encode(attempt), for: header) else { return }
    let line = Array(Data(note).base64EncodedString().utf8) + [UInt8(ascii: "\n")]
    try File.makeFolder(state.path)
    let log = try Descriptor.open(
      path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, mode: 0o600)
    let status = try log.status()
    guard status.kind == .regular else { throw SystemError(code: EINVAL, call: "open") }
    guard status.size < 2 * Self.limit * Self.lineCount else {
      // Twice as long as it may become: it is cut to the newest lines.
      try File.replace(path, content: try newestLines(of: log) + line, durably: false)
      return
    }
    try log.write(line)
  }

  /// The attempts that the key opens, the oldest first; what is damaged is left out.
  public func attempts<Record>(of vault: borrowing Vault<Record>) -> [Attempt] {
    SealedNote.open(notes, with: vault.key).compactMap { text in
      text.flatMap { CanonicalJSON.decode(Attempt.self, from: $0) }
    }
  }

  private var notes: [[UInt8]] {
    do throws(SystemError) {
      let log = try Descriptor.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
      guard try log.status().kind == .regular else { return [] }
      return try newestLines(of: log).split(separator: UInt8(ascii: "\n")).compactMap {
        Data(base64Encoded: Data($0)).map(Array.init)
      }
    } catch {
      return []
    }
  }

  private func newestLines(of log: borrowing Descriptor) throws(SystemError) -> [UInt8] {
    let size = try log.status().size
    let count = min(size, Self.limit * Self.lineCount)
    return try log.read(count: count, at: size - count)
  }
}
