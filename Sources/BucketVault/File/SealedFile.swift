import Glibc

/// A file that bucket has sealed: a vault or an attachment, of whichever person and machine.
public enum SealedFile {
  /// Whether the file at a path begins as one; links are followed, and what can't be read is none.
  public static func isOne(_ path: String) -> Bool {
    let starts = [VaultHeader.magicStart, AttachmentHeader.magicStart]
    let count = starts.map(\.count).max() ?? 0
    guard let file = try? Descriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY),
      let start = try? file.read(count: count)
    else { return false }
    return starts.contains { start.starts(with: $0) }
  }
}
