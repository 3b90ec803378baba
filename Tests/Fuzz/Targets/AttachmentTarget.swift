import FoundationEssentials
import Glibc
import TestSupport

@testable import BucketVault

/// A file in the place of an attachment: the bytes as they are, and what they say is done to a whole
/// one.
enum AttachmentTarget: FuzzTarget {
  static let name = "attachment"

  private static let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  private static let content = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 / 3) }

  static func check(_ bytes: [UInt8]) throws {
    let folder = ScratchFolder(in: "/dev/shm")
    let store = AttachmentStore(
      beside: folder.path(of: "places.vault"), of: KnownVault.header, key: KnownVault.key)
    let source = try Descriptor.open(try folder.write(content, to: "source"), O_RDONLY)
    _ = try store.store(id, from: source)
    let path = store.path(of: id)
    let whole = Array(try Data(contentsOf: URL(filePath: path)))
    for file in [bytes, altered(whole, by: bytes)] {
      try Data(file).write(to: URL(filePath: path))
      do throws(AttachmentError) {
        var reader = try store.open(id)
        var read: [UInt8] = []
        while let chunk = try reader.next() { read += chunk }
        try Self.expect(file == whole && read == content)
      } catch {
        try Violation.unless(file != whole, "a whole attachment is refused: \(error)")
      }
    }
  }

  /// - Throws: What ends the reading too, and is no refusal.
  private static func expect(_ condition: Bool) throws(AttachmentError) {
    precondition(condition, "a file is read that isn't what was written")
  }

  /// The first bytes say where, the rest what stands there instead.
  private static func altered(_ whole: [UInt8], by bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 3 else { return whole }
    let place = bytes[..<3].reduce(0) { $0 << 8 | Int($1) } % whole.count
    return Array(whole[..<place]) + bytes[3...] + whole.dropFirst(place + bytes.count - 3)
  }
}
