import Glibc

/// An attachment that is being read, a chunk at a time, each verified before it is given.
public struct AttachmentReader: ~Copyable {
  private let file: Descriptor
  private let header: AttachmentHeader
  private var stream: OpeningStream
  private var offset = AttachmentHeader.count
  private var number = 0
  /// Whether the last chunk was read, and nothing follows it.
  public private(set) var isAtEnd = false
  /// How many bytes it holds, by the length of its file.
  public let byteCount: Int

  /// Opens a file, and checks whether its header is that of the attachment.
  init(
    _ path: String, of keys: borrowing AttachmentKeys, in vault: [UInt8]
  ) throws(AttachmentError) {
    let file = try Self.open(path)
    let header = try AttachmentHeader(try file.piece(count: AttachmentHeader.count, at: 0))
    try header.verify(vault: vault, key: keys.header)
    let size: Int
    do throws(SystemError) { size = try file.status().size } catch { throw .unreadable(error) }
    guard let byteCount = AttachmentHeader.contentCount(ofFile: size) else {
      throw .damaged(.length)
    }
    self.file = file
    (self.header, self.byteCount) = (header, byteCount)
    stream = OpeningStream(key: keys.stream, header: header.stream)
  }

  /// Opens a regular file, and nothing that merely opening may move.
  static func open(_ path: String) throws(AttachmentError) -> Descriptor {
    do throws(SystemError) {
      guard try FileStatus.of(path).kind == .regular else {
        throw SystemError(code: EISDIR, call: "")
      }
      let file = try Descriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
      guard try file.status().kind == .regular else { throw SystemError(code: EISDIR, call: "") }
      return file
    } catch {
      switch error.code {
      case ENOENT: throw .missing
      case EISDIR: throw .notAFile
      default: throw .unreadable(error)
      }
    }
  }

  /// The next bytes; `nil` once all of them were given.
  ///
  /// That none are missing at the end is only known then.
  public mutating func next() throws(AttachmentError) -> [UInt8]? {
    if isAtEnd { return nil }
    let count = AttachmentHeader.chunkCount + SealingStream.overhead
    let sealed = try file.piece(count: count, at: offset)
    number += 1
    if sealed.isEmpty { throw .damaged(.cutShort(chunk: number)) }
    guard let (chunk, isLast) = stream.open(sealed, data: header.bytes) else {
      throw .damaged(.chunk(number))
    }
    offset += sealed.count
    if isLast {
      guard try file.piece(count: 1, at: offset).isEmpty else { throw .damaged(.trailing) }
      guard !chunk.isEmpty || number == 1 else { throw .damaged(.length) }
      isAtEnd = true
    } else if chunk.count < AttachmentHeader.chunkCount {
      throw .damaged(.length)
    }
    return chunk
  }

  /// Reads all that is left, to see whether it verifies.
  ///
  /// - Parameter progress: Told again and again how much is done, from 0 to 1.
  public mutating func verify(progress: (Double) -> Void = { _ in }) throws(AttachmentError) {
    var done = 0
    while let chunk = try next() {
      done += chunk.count
      progress(Double(done) / Double(max(byteCount, 1)))
    }
  }
}

extension Descriptor {
  fileprivate func piece(count: Int, at offset: Int) throws(AttachmentError) -> [UInt8] {
    do throws(SystemError) { return try read(count: count, at: offset) } catch {
      throw .unreadable(error)
    }
  }
}
