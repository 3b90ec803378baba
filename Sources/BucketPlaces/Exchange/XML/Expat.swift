import CExpat

/// What libexpat tells of a document.
protocol XMLEvents: AnyObject {
  func declares(namespace: String)
  func begins(_ element: XMLElement) throws(ImportError)
  func ends() throws(ImportError)
  /// - Parameter text: UTF-8; a text comes in any number of pieces.
  func appends(_ text: UnsafeBufferPointer<UInt8>) throws(ImportError)
}

/// libexpat, which resolves namespaces, declares no entities or attributes and fetches nothing.
@safe
struct Expat: ~Copyable {
  private let parser: XML_Parser
  private let callbacks: ExpatCallbacks
  private var bytesFed = 0

  /// A tag or a comment is looked at anew each time that there is twice as much of it, until it is
  /// whole.
  static let tagLimit = 1 << 21
  /// The URI of a namespace, which libexpat puts before each name in it.
  static let namespaceLimit = 1 << 9
  /// A name with its namespace and prefix.
  static let nameLimit = 1 << 11
  /// All attributes of an element together, the declarations of namespaces among them.
  static let attributesLimit = 1 << 16
  /// So many different names a document has at most; libexpat keeps each.
  static let nameCountLimit = 1 << 12

  /// - Parameters:
  ///   - encoding: What the text is in, whatever it declares; `nil` for what it declares.
  ///   - lines: How many there were before the text.
  init(encoding: String?, after lines: Int, events: any XMLEvents) {
    let separator = XML_Char(bitPattern: ExpatCallbacks.separator)
    guard let parser = unsafe XML_ParserCreateNS(encoding, separator) else {
      fatalError("XML_ParserCreateNS: out of memory")
    }
    unsafe expat_limit_memory(parser)
    unsafe self.parser = parser
    unsafe callbacks = ExpatCallbacks(parser, after: lines, events: events)
    callbacks.register()
  }

  deinit { unsafe XML_ParserFree(parser) }

  /// - Throws: What the events threw, or what is wrong with the text so far.
  mutating func feed(_ bytes: ArraySlice<UInt8>, isLast: Bool) throws(ImportError) {
    let status = unsafe bytes.withUnsafeBytes { bytes in
      unsafe XML_Parse(
        parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(bytes.count),
        isLast ? 1 : 0)
    }
    if let failure = callbacks.failure { throw failure }
    guard status == XML_STATUS_OK else { throw callbacks.problem }
    bytesFed += bytes.count
    let unread = unsafe bytesFed - Int(XML_GetCurrentByteIndex(parser))
    guard unread - bytes.count <= 2 * Self.tagLimit,
      bytesFed - (callbacks.documentTypeStart ?? bytesFed) <= 2 * Self.tagLimit
    else {
      throw .tooLong(line: callbacks.line, limit: Self.tagLimit)
    }
  }
}
