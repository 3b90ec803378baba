public import FoundationEssentials

/// A file of another program; its content alone says of which kind it is.
public struct ForeignFile {
  private let name: String
  private let bytes: [UInt8]

  /// So many bytes are read at most: ten times as many as 100,000 places of a few lines each take.
  public static let sizeLimit = 1 << 28

  /// - Parameters:
  ///   - name: The name of the file without its folder; a list of Google's is called by it.
  ///   - bytes: All of the file.
  public init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }

  /// Reads all that is in the file.
  ///
  /// - Parameters:
  ///   - now: When places are added of which nothing says when they were.
  ///   - found: Takes what is found, in the order of the file.
  ///   - progress: Told how many bytes have been read, every now and then.
  public func read(
    now: Date, found: (Finding) -> Void, progress: (Int) -> Void
  ) throws(ImportError) {
    try withoutActuallyEscaping(found) { found throws(ImportError) in
      try withoutActuallyEscaping(progress) { progress throws(ImportError) in
        try read(Reading(fileName: name, now: now, found: found, progress: progress))
      }
    }
  }

  private func read(_ reading: Reading) throws(ImportError) {
    guard Archive.isArchive(bytes) else { return try Self.read(bytes, reading) }
    try Archive.read(bytes, reading) { content, reading throws(ImportError) in
      try Self.read(content, reading)
    }
  }

  /// - Parameter bytes: Not those of an archive.
  private static func read(_ bytes: [UInt8], _ reading: Reading) throws(ImportError) {
    if XMLPlaces.isXML(bytes) { return try XMLPlaces.read(bytes, reading) }
    guard let text = ForeignText(bytes) else { throw .unknownKind }
    guard let first = text.firstVisible else { throw .empty }
    if text.isRepaired { reading.found(.repair(.invalidUTF8)) }
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let mended = LoneSurrogates.replaced(in: text.bytes)
      if mended != nil { reading.found(.repair(.loneSurrogates)) }
      try JSONPlaces.read(mended ?? text.bytes, reading)
    default:
      guard let header = TableHeader(of: text.bytes) else { throw .unknownKind }
      try CSV.read(text.bytes, header: header, reading)
    }
  }
}
