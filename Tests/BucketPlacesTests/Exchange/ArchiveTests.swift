import FoundationEssentials
import TestSupport
import Testing

@testable import BucketPlaces

@Suite struct ArchiveTests {
  private static let point = "<Point><coordinates>2,1</coordinates></Point>"

  private static func kml(_ names: String..., links: [(String, String)] = [], list: String? = nil)
    -> String
  {
    let placemarks = names.map { "<Placemark><name>\($0)</name>\(point)</Placemark>" }.joined()
    let links = links.map {
      "<NetworkLink><name>\($0.0)</name><Link><href>\($0.1)</href></Link></NetworkLink>"
    }.joined()
    let name = list.map {
      "<name>\($0)</name><ExtendedData xmlns:m='https://omaps.app'><m:x/></ExtendedData>"
    }
    return "<kml><Document>\(name ?? "<name>doc</name>")\(placemarks)\(links)</Document></kml>"
  }

  private func read(_ bytes: [UInt8]) throws(ImportError) -> FoundFile {
    try FoundFile { reading throws(ImportError) in
      try Archive.read(bytes, reading) { content, reading throws(ImportError) in
        guard XMLPlaces.isXML(content) else { throw .unknownKind }
        try XMLPlaces.read(content, reading)
      }
    }
  }

  private func tags(_ file: FoundFile) -> [String: [String]] {
    Dictionary(uniqueKeysWithValues: file.places.map { ($0.name, $0.tags) })
  }

  @Test func `the map of KMZ is read, with what it links to, each once`() throws {
    let ruins = Self.kml("A", links: [("Back", "../doc.kml"), ("Self", "a b.kml")], list: "Ruins")
    let main = Self.kml(
      "D",
      links: [("Ruins", "files/a%20b.kml"), ("Sea", "./files/c.kml#x"), ("Again", "files/c.kml")])
    let lists = main.replacing("<name>doc</name>", with: "<Folder><name>Lists</name>")
      .replacing("</Document>", with: "</Folder></Document>")
    let zip = try ZipSample(
      """
      z.writestr('files/a b.kml', '''\(ruins)''')
      z.writestr('images/i.png', b'\\x89PNG\\x00')
      z.writestr('files/c.kml', '''\(Self.kml("C"))''')
      z.writestr('more.kml', '''\(Self.kml("M"))''')
      z.writestr('doc.kml', '''\(lists)''')
      """)
    let file = try read(zip.bytes)
    #expect(file.places.map(\.name) == ["D", "A", "C", "M"])
    #expect(tags(file) == ["D": ["Lists"], "A": ["Lists/Ruins"], "C": ["Lists/Sea"], "M": []])
    #expect(file.omissions.isEmpty)
  }

  @Test func `a link out of the archive is left out, and never followed`() throws {
    let links = [
      ("Web", "https://e.org/x.kml"), ("Gone", "files/gone.kml"), ("Up", "../../etc/x.kml"),
    ]
    let zip = try ZipSample("z.writestr('doc.kml', '''\(Self.kml("A", links: links))''')")
    #expect(
      try read(zip.bytes).omissions.map(\.reason) == links.map { .notAPlace(link: $0.1) })
    let only = try ZipSample(
      "z.writestr('doc.kml', '''\(Self.kml(links: [("Web", "https://e.org/x.kml")]))''')")
    #expect(throws: ImportError.onlyALink("https://e.org/x.kml")) { try read(only.bytes) }
  }

  @Test func `every file of another archive is read, whatever it is called`() throws {
    let zip = try ZipSample(
      """
      z.writestr('items.json', '{}')
      gpx = '<gpx><wpt lat="1" lon="2"><name>%s</name></wpt></gpx>'
      z.writestr('favorites/a.gpx', gpx % 'A')
      z.writestr('favorites/b', (gpx % 'B').encode('utf-16'))
      z.writestr('empty.gpx', '')
      z.writestr('photo.jpg', b'\\xff\\xd8\\x00')
      z.writestr('inner.zip', b'PK\\x03\\x04')
      z.mkdir('folder') if hasattr(z, 'mkdir') else z.writestr('folder/', '')
      """)
    let file = try read(zip.bytes)
    #expect(file.places.map(\.name) == ["A", "B"])
    #expect(file.omissions == [Omission(line: 1, name: nil, reason: .archive)])
    let leftOut = file.findings.indices.filter {
      if case .omission = file.findings[$0] { true } else { false }
    }
    guard case .member("inner.zip") = file.findings[leftOut[0] - 1] else {
      Issue.record("the archive within is told of as another file")
      return
    }
    let members = file.findings.compactMap { if case .member(let name) = $0 { name } else { nil } }
    #expect(members.contains("favorites/b"))
  }

  @Test func `names are read in both encodings of zip`() throws {
    let new = try ZipSample("z.writestr('é.gpx', '<gpx><wpt lat=\"1\" lon=\"2\"/></gpx>')")
    let old = try ZipSample(
      "z.writestr('e.gpx', '<gpx><wpt lat=\"1\" lon=\"2\"/></gpx>')",
      finish: "b = b.replace(b'e.gpx', b'\\x82.gpx')")
    for zip in [new, old] {
      #expect(
        try read(zip.bytes).findings.contains {
          if case .member("é.gpx") = $0 { true } else { false }
        })
    }
  }

  @Test(
    arguments: [
      ("z.writestr('../x.kml', '<kml/>')", .climbsOut(member: "../x.kml")),
      ("z.writestr('a/../../x.kml', '<kml/>')", .climbsOut(member: "a/../../x.kml")),
      ("z.writestr(info('/etc/x.kml'), '<kml/>')", .climbsOut(member: "/etc/x.kml")),
      ("z.writestr(info('C:/x.kml'), '<kml/>')", .climbsOut(member: "C:/x.kml")),
      ("z.writestr(info('..' + chr(92) + 'x.kml'), '<kml/>')", .climbsOut(member: "..\\x.kml")),
      ("z.writestr(info('doc.kml', 0o120777), '/etc/passwd')", .symbolicLink(member: "doc.kml")),
      ("z.writestr('x.zip', b'PK\\x03\\x04')", .onlyArchives),
      ("z.writestr('x.txt', 'x')", .nothingInside), ("pass", .nothingInside),
      ("z.writestr('x.kml', ' ' * (1 << 24))", .bomb(member: "x.kml")),
      ("for i in range(20001): z.writestr(str(i), '')", .tooManyMembers(limit: 20_000)),
    ] as [(String, ImportError.Archive)])
  func `an archive that isn't one of places is refused`(
    script: String, reason: ImportError.Archive
  ) throws {
    let zip = try ZipSample(script)
    #expect(throws: ImportError.archive(reason)) { try read(zip.bytes) }
  }

  @Test func `an encrypted archive is refused`() throws {
    let zip = try ZipSample(
      "z.writestr('doc.kml', '<kml/>')",
      finish: "b[6] |= 1; i = b.find(b'PK\\x01\\x02'); b[i + 8] |= 1")
    #expect(throws: ImportError.archive(.encrypted(member: "doc.kml"))) { try read(zip.bytes) }
  }

  @Test func `members that lie over each other are a bomb`() throws {
    // The directory names the same member a hundred times.
    let zip = try ZipSample(
      "z.writestr(info('a.kml'), '<kml>' + 'abcdefghi' * 1000 + '</kml>')",
      finish: """
        i = b.find(b'PK\\x01\\x02'); e = b.find(b'PK\\x05\\x06')
        d, t = b[i:e] * 100, b[e:]
        n = (100).to_bytes(2, 'little')
        t[8:10], t[10:12], t[12:16] = n, n, len(d).to_bytes(4, 'little')
        b = b[:i] + d + t
        """)
    #expect {
      try read(zip.bytes)
    } throws: { error in
      if case .archive(.bomb) = error as? ImportError { true } else { false }
    }
  }

  @Test func `a directory that lies about sizes is found out`() throws {
    let zip = try ZipSample(
      "z.writestr('x.kml', ' ' * (1 << 26))",
      finish: """
        i = b.find(b'PK\\x01\\x02')
        b[i + 24:i + 28] = b[22:26] = (100).to_bytes(4, 'little')
        """)
    #expect {
      try read(zip.bytes)
    } throws: { error in
      if case .archive(.bomb) = error as? ImportError { true } else { false }
    }
  }

  @Test func `no more than a quarter of a gigabyte is unpacked in all`() throws {
    let zip = try ZipSample(
      """
      import os
      text = ''.join(os.urandom(8).hex() + 'a' * 2000 for _ in range(1 << 15))
      for i in range(5): z.writestr(info(str(i) + '.txt'), text)
      """)
    #expect(throws: ImportError.tooLarge(limit: 1 << 28)) { try read(zip.bytes) }
  }

  @Test func `a text that is too large by itself is left out with its name`() throws {
    let script = """
      import os
      with z.open(info('MyActivity.html'), 'w', force_zip64=True) as f:
        for i in range((1 << 10) + 1): f.write(os.urandom(1 << 11).hex().encode() + b'a' * 258048)
      """
    let zip = try ZipSample(script + "\nz.writestr('doc.kml', '''\(Self.kml("A"))''')")
    let file = try read(zip.bytes)
    #expect(file.places.map(\.name) == ["A"])
    let left = file.findings.compactMap {
      if case .tooLarge(let member, 1 << 28) = $0 { member } else { nil }
    }
    #expect(left == ["MyActivity.html"])
    let alone = try ZipSample(script)
    #expect(throws: ImportError.member("MyActivity.html", .tooLarge(limit: 1 << 28))) {
      try read(alone.bytes)
    }
  }

  @Test func `an archive that is cut short or damaged is said to be`() throws {
    let zip = try ZipSample("z.writestr('doc.kml', '''\(Self.kml("A"))''')").bytes
    for length in [4, 30, zip.count / 2, zip.count - 1] {
      #expect {
        try read(Array(zip[..<length]))
      } throws: { error in
        if case .archive(.damaged(let problem)) = error as? ImportError {
          !problem.isEmpty
        } else {
          false
        }
      }
    }
    var flipped = zip
    flipped[60] ^= 0xFF
    #expect {
      try read(flipped)
    } throws: { error in
      if case .archive(.damaged) = error as? ImportError { true } else { false }
    }
  }

  @Test func `what is wrong with a file in an archive is said with its name`() throws {
    let zip = try ZipSample("z.writestr('a.kml', '<kml>')")
    #expect(
      throws: ImportError.member(
        "a.kml", .syntax(.xml, line: 1, column: 6, problem: "no element found"))
    ) { try read(zip.bytes) }
  }
}
