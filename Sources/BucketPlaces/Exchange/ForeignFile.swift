public import FoundationEssentials

/// A file of another program; its content alone says of which kind it is.
public struct ForeignFile {
  private let name: String
  private let bytes: [UInt8]
  private let isAmongOthers: Bool

  /// So many bytes are read at most: ten times as many as 100,000 places of a few lines each take.
  public static let sizeLimit = 1 << 28

  /// - Parameters:
  ///   - name: The name of the file without its folder; a list of Google's is called by it.
  ///   - bytes: All of the file.
  ///   - isAmongOthers: Whether it lies among files of all kinds: then a name alone makes no place.
  public init(name: String, bytes: [UInt8], isAmongOthers: Bool = false) {
    (self.name, self.bytes, self.isAmongOthers) = (name, bytes, isAmongOthers)
  }

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
        var reading = Reading(fileName: name, now: now, found: found, progress: progress)
        reading.isAmongOthers = isAmongOthers
        try read(reading)
      }
    }
  }

  private func read(_ reading: Reading) throws(ImportError) {
    if let kind = UnopenedArchive(bytes) { throw .unopened(kind) }
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
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if text.isRepaired { reading.found(.repair(.invalidUTF8)) }
      let mended = LoneSurrogates.replaced(in: text.bytes)
      if mended != nil { reading.found(.repair(.loneSurrogates)) }
      try JSONPlaces.read(mended ?? text.bytes, reading)
    default:
      guard let header = TableHeader(of: text.bytes),
        header.isOfPlaces || !reading.isAmongOthers
      else { throw .unknownKind }
      if text.isRepaired { reading.found(.repair(.invalidUTF8)) }
      let isGuarded = CSV.isForSpreadsheet(text.bytes, hadMark: text.hadMark)
      try CSV.read(text.bytes, header: header, isGuarded: isGuarded, reading)
    }
  }
}
