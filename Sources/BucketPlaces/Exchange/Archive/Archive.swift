/// A zip archive with files of places: KMZ, what Google Takeout sends, OsmAnd's .osf.
enum Archive {
  static let memberLimit = 20_000
  /// In bytes, of all that is unpacked.
  static let sizeLimit = 1 << 28
  /// What is this many times as large as it was packed is no text of people, from `ratioStart` on.
  static let ratioLimit: UInt64 = 200
  static let ratioStart: UInt64 = 1 << 23

  /// Whether the bytes begin as those of an archive.
  static func isArchive(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06])
  }

  /// Reads each member, and what KML links to once.
  ///
  /// - Parameter read: Reads a file that isn't KML; throws `unknownKind` or `empty` for one that is
  ///   none of places.
  static func read(
    _ bytes: [UInt8], _ reading: Reading,
    _ read: (_ content: [UInt8], Reading) throws(ImportError) -> Void
  ) throws(ImportError) {
    try ZipFile.with(bytes) { zip throws(ImportError) in
      guard zip.count <= memberLimit else {
        throw .archive(.tooManyMembers(limit: memberLimit))
      }
      var members: [ZipFile.Member] = []
      var packed: UInt64 = 0
      for index in 0..<zip.count {
        let member = try zip.member(index)
        try check(member)
        // Members that lie over each other unpack the same bytes again and again.
        packed = packed.addingReportingOverflow(member.packedSize).partialValue
        guard member.packedSize <= bytes.count, packed <= bytes.count else {
          throw .archive(.bomb(member: member.name))
        }
        if !member.isFolder { members.append(member) }
      }
      var contents = ArchiveContents(members, reading)
      try contents.read(from: zip, read)
    }
  }

  private static func check(_ member: ZipFile.Member) throws(ImportError) {
    let parts = member.name.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "/" || $0 == "\\" })
    let hasDrive = member.name.dropFirst().first == ":" && member.name.first?.isLetter == true
    guard parts.first?.isEmpty == false, !parts.contains(".."), !hasDrive else {
      throw .archive(.climbsOut(member: member.name))
    }
    if member.isSymbolicLink { throw .archive(.symbolicLink(member: member.name)) }
    if member.isEncrypted { throw .archive(.encrypted(member: member.name)) }
    try check(member, unpacked: member.size)
  }

  static func check(_ member: ZipFile.Member, unpacked: UInt64) throws(ImportError) {
    if unpacked > ratioStart, unpacked / ratioLimit > member.packedSize {
      throw .archive(.bomb(member: member.name))
    }
  }
}
