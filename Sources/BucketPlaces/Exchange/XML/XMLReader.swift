/// Reads a document that comes piece by piece.
struct XMLReader<Visitor: XMLVisitor>: ~Copyable {
  private let walk: XMLWalk<Visitor>
  private let repaired: (Finding.Repair) -> Void
  private var expat: Expat?
  private var isUTF8 = true
  /// The beginning of a letter of which the rest is yet to come.
  private var rest: ArraySlice<UInt8> = []
  private var repairs: Set<Finding.Repair> = []

  /// - Parameter repaired: Told of each kind of repair once.
  init(_ visitor: Visitor, repaired: @escaping (Finding.Repair) -> Void) {
    (walk, self.repaired) = (XMLWalk(visitor), repaired)
  }

  var visitor: Visitor { walk.visitor }

  /// Reads all of a document.
  ///
  /// - Returns: The visitor, as it was in the end.
  static func read(
    _ bytes: [UInt8], _ visitor: Visitor, _ reading: Reading
  ) throws(ImportError) -> Visitor {
    var reader = XMLReader(visitor) { reading.found(.repair($0)) }
    let step = 1 << 17
    for start in stride(from: 0, to: bytes.count, by: step) {
      try reader.feed(bytes[start..<min(start + step, bytes.count)])
      reading.progress(min(start + step, bytes.count))
    }
    try reader.finish()
    return reader.visitor
  }

  /// - Parameter piece: The first one holds the declaration, if there is one.
  mutating func feed(_ piece: ArraySlice<UInt8>) throws(ImportError) {
    var piece = piece
    if expat == nil {
      let start = XMLStart(piece)
      (isUTF8, piece) = (start.encoding == "UTF-8", piece[start.content...])
      expat = Expat(encoding: start.encoding, after: start.lines, events: walk)
    }
    guard isUTF8 else {
      try expat?.feed(piece, isLast: false)
      return
    }
    if !rest.isEmpty { piece = rest + piece }
    if let zero = piece.firstIndex(of: 0) { return try end(piece[...zero]) }
    rest = piece.suffix(Self.unfinished(piece))
    let text = mended(piece.dropLast(rest.count))
    try expat?.feed(text, isLast: false)
  }

  /// - Throws: `syntax` too, if the document isn't whole.
  mutating func finish() throws(ImportError) {
    if expat == nil { try feed([]) }
    let text = mended(rest)
    try expat?.feed(text, isLast: true)
  }

  /// Ends with a piece of which the last byte is zero, which libexpat takes nowhere: it is no text,
  /// and what follows may be the rest of a huge file without content.
  private mutating func end(_ piece: ArraySlice<UInt8>) throws(ImportError) {
    let text = mended(piece.dropLast())
    try expat?.feed(text, isLast: false)
    try expat?.feed(piece.suffix(1), isLast: true)
  }

  /// The piece with U+FFFD for what no text of XML has.
  private mutating func mended(_ piece: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var piece = piece
    if (try? UTF8Span(validating: piece.span)) == nil {
      note(.invalidUTF8)
      piece = Array(String(decoding: piece, as: UTF8.self).utf8)[...]
    }
    if XMLText.isRepresentable(utf8: piece) { return piece }
    note(.outsideXML)
    return Array(XMLText.representable(String(decoding: piece, as: UTF8.self)).utf8)[...]
  }

  private mutating func note(_ repair: Finding.Repair) {
    if repairs.insert(repair).inserted { repaired(repair) }
  }

  /// How many bytes at the end begin a letter of more.
  private static func unfinished(_ piece: ArraySlice<UInt8>) -> Int {
    for (count, byte) in zip(1...3, piece.reversed()) where byte & 0xC0 != 0x80 {
      let length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      return length > count ? count : 0
    }
    return 0
  }
}
