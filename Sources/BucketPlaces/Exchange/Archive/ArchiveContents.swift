/// The members of an archive while they are read one after the other.
struct ArchiveContents {
  private let members: [ZipFile.Member]
  private let numbers: [String: Int]
  private let reading: Reading
  /// By the indices of `members`.
  private var isRead: Set<Int> = []
  private var links: [(KMLLink, from: Int)] = []
  private var followedLinks = 0
  /// A link out of the archive.
  private var outside: KMLLink?
  private var knownMembers = 0
  /// Whether an archive is among the members.
  private var hasArchive = false
  /// A member that was left out for its size.
  private var tooLarge: String?
  private var hasFeatures = false
  private var unpackedBytes = 0
  private var packedBytes = 0

  init(_ members: [ZipFile.Member], _ reading: Reading) {
    (self.members, self.reading) = (members, reading)
    numbers = Dictionary(
      members.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func read(
    from zip: borrowing ZipFile,
    _ read: (_ content: [UInt8], Reading) throws(ImportError) -> Void
  ) throws(ImportError) {
    // The main file of KMZ comes before what it links to, wherever it is in the archive.
    let maps = members.indices.filter { members[$0].name.lowercased().hasSuffix(".kml") }
    let main = maps.first { members[$0].name.lowercased() == "doc.kml" }
    for number in [main].compactMap(\.self) + maps + Array(members.indices) {
      try take(number, via: nil, from: zip, read)
      while followedLinks < links.count {
        let (link, source) = links[followedLinks]
        followedLinks += 1
        if let target = member(of: link, in: source) {
          try take(target, via: link, from: zip, read)
        } else {
          if outside == nil { outside = link }
          reading.found(.member(members[source].name))
          reading.leaveOut(link.name, at: link.line, .notAPlace(link: link.target))
        }
      }
    }
    if !hasFeatures, let outside { throw .onlyALink(outside.target) }
    guard knownMembers == 0 else { return }
    if let tooLarge { throw .member(tooLarge, .tooLarge(limit: Archive.sizeLimit)) }
    throw .archive(hasArchive ? .onlyArchives : .nothingInside)
  }

  private mutating func take(
    _ number: Int, via link: KMLLink?, from zip: borrowing ZipFile,
    _ read: (_ content: [UInt8], Reading) throws(ImportError) -> Void
  ) throws(ImportError) {
    guard isRead.insert(number).inserted else { return }
    let member = members[number]
    defer {
      packedBytes += Int(member.packedSize)
      reading.progress(packedBytes)
    }
    guard let content = try content(of: member, from: zip) else { return }
    var inner = Reading(
      fileName: String(member.name.split(separator: "/").last ?? ""), now: reading.now,
      found: reading.found, progress: { _ in })
    inner.isAmongOthers = true
    reading.found(.member(member.name))
    do throws(ImportError) {
      if XMLPlaces.isKML(content) {
        let visitor = try XMLReader.read(content, KMLVisitor(inner, from: link), inner)
        hasFeatures = hasFeatures || visitor.hasFeatures
        links += visitor.links.map { ($0, from: number) }
      } else {
        try read(content, inner)
        hasFeatures = true
      }
      knownMembers += 1
    } catch .unknownKind {
    } catch .empty {
    } catch {
      throw .member(member.name, error)
    }
  }

  /// All of a member; `nil` if it is no text, or is larger than any file that is read.
  private mutating func content(
    of member: ZipFile.Member, from zip: borrowing ZipFile
  ) throws(ImportError) -> [UInt8]? {
    var content: [UInt8] = []
    var isText = true
    let room = Archive.sizeLimit - unpackedBytes
    try zip.unpack(member) { piece throws(ImportError) in
      if content.isEmpty {
        if Archive.isArchive(piece) || UnopenedArchive(piece) != nil {
          hasArchive = true
          reading.found(.member(member.name))
          reading.leaveOut(nil, at: 1, .archive)
          isText = false
        }
        isText = isText && Self.isText(piece.prefix(1 << 10))
        guard isText else { return false }
        if member.size > Archive.sizeLimit {
          reading.found(.tooLarge(member: member.name, limit: Archive.sizeLimit))
          tooLarge = tooLarge ?? member.name
          isText = false
          return false
        }
        guard member.size <= room else { throw .tooLarge(limit: Archive.sizeLimit) }
      }
      content += piece
      guard content.count <= room else { throw .tooLarge(limit: Archive.sizeLimit) }
      try Archive.check(member, unpacked: UInt64(content.count))
      return true
    }
    unpackedBytes += content.count
    return isText ? content : nil
  }

  /// Whether it may be text: in UTF-16 it has zeros, and a mark or a "<" before them.
  private static func isText(_ head: ArraySlice<UInt8>) -> Bool {
    if !head.contains(0) { return true }
    return [[0xFE, 0xFF], [0xFF, 0xFE], [0x3C, 0x00], [0x00, 0x3C]].contains {
      head.starts(with: $0)
    }
  }

  /// The member that a link leads to.
  private func member(of link: KMLLink, in source: Int) -> Int? {
    let target = link.target.prefix { $0 != "#" && $0 != "?" }.replacing("\\", with: "/")
    var path = members[source].name.split(separator: "/").dropLast()
    for part in target.split(separator: "/") where part != "." {
      if part == ".." { _ = path.popLast() } else { path.append(part) }
    }
    let name = path.joined(separator: "/")
    return numbers[name] ?? numbers[PercentEncoding.decoded(name)]
  }
}
