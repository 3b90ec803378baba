public import FoundationEssentials
import Glibc

/// The attachments of one vault under one key: a sealed file each, in a folder beside the vault file.
///
/// The folder may hold those of other vaults, and of other keys of this one.
///
/// Source: docs/vault-format.md, “Attachments”.
public struct AttachmentStore: ~Copyable {
  /// Where they are; it need not be there yet.
  public let folder: String
  let vault: [UInt8]
  private let key: Secret

  public static let folderName = "attachments"

  /// - Parameter path: That of the vault file, whose links are followed.
  public init(beside path: String, of header: VaultHeader, key: borrowing DataKey) {
    let resolved = (try? File.resolved(path)) ?? path
    folder = File.folder(of: resolved) + "/" + Self.folderName
    vault = header.vault.bytes
    self.key = key.attachmentsKey
  }

  private func keys(of id: UUID) -> AttachmentKeys { AttachmentKeys(of: id, in: vault, from: key) }

  private func path(named name: String) -> String { folder + "/" + name }

  /// Where the file of an attachment is, or would be.
  public func path(of id: UUID) -> String { path(named: keys(of: id).name) }

  /// Whether there is a file for an attachment; nothing vouches for what is in it.
  public func holds(_ id: UUID) -> Bool { File.exists(path(of: id)) }

  /// Opens an attachment, whose header is then verified.
  public func open(_ id: UUID) throws(AttachmentError) -> AttachmentReader {
    let keys = keys(of: id)
    return try AttachmentReader(path(named: keys.name), of: keys, in: vault)
  }

  /// What was stored.
  public struct Stored: Hashable, Sendable {
    public let byteCount: Int
    /// BLAKE2b of the content, 32 bytes, without a key.
    public let hash: [UInt8]
  }

  /// Seals a file from where its descriptor stands to its end, and waits until it has reached the disk.
  ///
  /// It is there whole or not at all.
  ///
  /// - Parameters:
  ///   - source: A regular file, which may not change meanwhile.
  ///   - progress: Told again and again how much is done, from 0 to 1.
  package func store(
    _ id: UUID, from source: borrowing Descriptor, progress: (Double) -> Void = { _ in }
  ) throws(AttachmentError) -> Stored {
    let before = try Self.reading { () throws(SystemError) in try source.status() }
    var hash = HashingStream()
    var count = 0
    // A chunk is only known to be the last one once nothing was found behind it.
    var ahead = try Self.chunk(of: source)
    try seal(id) { () throws(AttachmentError) in
      let chunk = ahead
      if chunk.count == AttachmentHeader.chunkCount { ahead = try Self.chunk(of: source) }
      hash.add(chunk)
      count += chunk.count
      progress(Double(count) / Double(max(before.size, 1)))
      let isLast = chunk.count < AttachmentHeader.chunkCount || ahead.isEmpty
      if isLast {
        let after = try Self.reading { () throws(SystemError) in try source.status() }
        guard count == before.size, after.size == count,
          after.modifiedExactly == before.modifiedExactly
        else {
          throw .sourceChanged
        }
      }
      return (chunk, isLast)
    }
    return Stored(byteCount: count, hash: hash.digest())
  }

  /// Seals an attachment of another store, which has another key.
  public func store(
    _ id: UUID, from reader: consuming AttachmentReader
  ) throws(AttachmentError) {
    try seal(id) { () throws(AttachmentError) in
      guard let chunk = try reader.next() else { throw .damaged(.length) }
      return (chunk, reader.isAtEnd)
    }
  }

  /// Takes the file of an attachment away.
  public func remove(_ id: UUID) throws(SystemError) { try remove(path(of: id)) }

  func remove(_ path: String) throws(SystemError) {
    try system("unlink") { unsafe unlink(path) }
  }

  /// Writes the file of an attachment.
  ///
  /// - Parameter next: Gives the content in chunks of the size that the format demands.
  private func seal(
    _ id: UUID, next: () throws(AttachmentError) -> (chunk: [UInt8], isLast: Bool)
  ) throws(AttachmentError) {
    let keys = keys(of: id)
    var stream = SealingStream(key: keys.stream)
    let header = AttachmentHeader(vault: vault, stream: stream.header, key: keys.header).bytes
    var failure: AttachmentError?
    do throws(SystemError) {
      try File.makeFolder(folder)
      try File.syncFolder(of: folder)
      try File.create(path(named: keys.name)) { draft throws(SystemError) in
        // By this lock others know that it isn't abandoned.
        _ = try? draft.tryLock(exclusively: true)
        try draft.write(header)
        var isLast = false
        while !isLast {
          let chunk: [UInt8]
          do throws(AttachmentError) { (chunk, isLast) = try next() } catch {
            failure = error
            throw SystemError(code: ECANCELED, call: "read")
          }
          try draft.write(stream.seal(chunk, data: header, isLast: isLast))
        }
      }
    } catch {
      throw failure ?? .unwritable(error)
    }
  }

  /// The next bytes of a file, fewer than a chunk only at its end.
  private static func chunk(of source: borrowing Descriptor) throws(AttachmentError) -> [UInt8] {
    try reading { () throws(SystemError) in
      var chunk = try source.read(count: AttachmentHeader.chunkCount)
      while !chunk.isEmpty, chunk.count < AttachmentHeader.chunkCount {
        let more = try source.read(count: AttachmentHeader.chunkCount - chunk.count)
        if more.isEmpty { break }
        chunk += more
      }
      return chunk
    }
  }

  private static func reading<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(AttachmentError) -> Value {
    do throws(SystemError) { return try body() } catch { throw .sourceUnreadable(error) }
  }
}
