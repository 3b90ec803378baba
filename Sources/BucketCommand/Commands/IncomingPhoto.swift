import BucketPlaces
import BucketVault
import Glibc

/// A file that is to become a photo of a place, open for reading.
final class IncomingPhoto {
  let path: String
  let file: Descriptor
  let kind: PictureKind
  /// What it tells of where and when it was taken.
  let facts: PhotoFacts

  /// What keeps a file from becoming one.
  enum Refusal: Error {
    case folder, special, empty, noPicture
    case unreadable(SystemError)
  }

  /// Opens a picture, without waiting for anybody.
  init(_ path: String) throws(Failure) {
    self.path = path
    do throws(Refusal) {
      let file = try Self.open(path)
      let start = try Self.reading { () throws(SystemError) in
        try file.read(count: PictureKind.startCount, at: 0)
      }
      if start.isEmpty { throw Refusal.empty }
      let count = try Self.reading { () throws(SystemError) in try file.status().size }
      guard let kind = PictureKind(start: start, count: count) else { throw Refusal.noPicture }
      self.kind = kind
      facts = try Self.facts(of: file, kind)
      self.file = file
    } catch {
      throw .photoFile(path, error)
    }
  }

  /// What its file is called.
  var name: String { File.name(of: path) }

  private static func open(_ path: String) throws(Refusal) -> Descriptor {
    // Looked at first, since merely opening a device or a FIFO can do things.
    try check(try reading { () throws(SystemError) in try FileStatus.of(path).kind })
    let file = try reading { () throws(SystemError) in
      try Descriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    }
    try check(try reading { () throws(SystemError) in try file.status().kind })
    return file
  }

  private static func check(_ kind: FileStatus.Kind) throws(Refusal) {
    switch kind {
    case .regular: break
    case .folder: throw .folder
    case .link, .fifo, .socket, .device: throw .special
    }
  }

  private static func facts(
    of file: borrowing Descriptor, _ kind: PictureKind
  ) throws(Refusal) -> PhotoFacts {
    let number = file.number
    var failure: SystemError?
    let block = EXIFBlock.find(in: kind) { count, offset in
      let file = Descriptor(owning: number)
      let piece = Result { () throws(SystemError) in try file.read(count: count, at: offset) }
      file.release()
      switch piece {
      case .success(let bytes): return bytes
      case .failure(let error):
        failure = error
        return []
      }
    }
    if let failure { throw .unreadable(failure) }
    return block.map { PhotoFacts(exif: $0) } ?? PhotoFacts()
  }

  private static func reading<Value: ~Copyable>(
    _ body: () throws(SystemError) -> Value
  ) throws(Refusal) -> Value {
    do throws(SystemError) { return try body() } catch { throw .unreadable(error) }
  }
}
