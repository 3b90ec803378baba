/// A kind of archive, or of packed file, that isn't opened, by its usual name.
public enum UnopenedArchive: String, CaseIterable, Sendable {
  case gzip, bzip2, xz, zstd, tar
  case sevenZip = "7z"

  /// The kind as which the bytes begin; `nil` if they begin as none.
  init?(_ bytes: some Collection<UInt8>) {
    guard let kind = Self.allCases.first(where: { $0.isBegun(by: bytes) }) else { return nil }
    self = kind
  }

  private func isBegun(by bytes: some Collection<UInt8>) -> Bool {
    switch self {
    case .gzip: bytes.starts(with: [0x1F, 0x8B, 0x08])
    case .bzip2:
      // A block, or the end of a file without any, is behind the size of blocks.
      bytes.starts(with: "BZh".utf8)
        && [[0x31, 0x41, 0x59, 0x26, 0x53, 0x59], [0x17, 0x72, 0x45, 0x38, 0x50, 0x90]].contains {
          bytes.dropFirst(4).starts(with: $0)
        }
    case .xz: bytes.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00])
    case .zstd: bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
    case .sevenZip: bytes.starts(with: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C])
    case .tar:
      // What POSIX and GNU write behind the name, the numbers and the link of the first file.
      ["ustar\0", "ustar  \0"].contains { bytes.dropFirst(257).starts(with: $0.utf8) }
    }
  }
}
