import CExpat

/// What libexpat tells of a document.
protocol XMLEvents: AnyObject {
  func declares(namespace: String)
  func begins(_ element: XMLElement) throws(ImportError)
  func ends() throws(ImportError)
  /// - Parameter text: UTF-8; a text comes in any number of pieces.
  func appends(_ text: UnsafeBufferPointer<UInt8>) throws(ImportError)
}

/// libexpat, which resolves namespaces, declares no entities and fetches nothing.
@safe
struct Expat: ~Copyable {
  private let parser: XML_Parser
  private let callbacks: ExpatCallbacks
  private var bytesFed = 0

  /// A tag or a comment is looked at anew each time that there is twice as much of it, until it is
  /// whole.
  static let tagLimit = 1 << 21

  /// - Parameters:
  ///   - encoding: What the text is in, whatever it declares; `nil` for what it declares.
  ///   - lines: How many there were before the text.
  init(encoding: String?, after lines: Int, events: any XMLEvents) {
    let separator = XML_Char(bitPattern: ExpatCallbacks.separator)
    guard let parser = unsafe XML_ParserCreateNS(encoding, separator) else {
      fatalError("XML_ParserCreateNS: out of memory")
    }
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
    guard unread - bytes.count <= 2 * Self.tagLimit else {
      throw .tooLong(line: callbacks.line, limit: Self.tagLimit)
    }
  }
}

/// What libexpat calls.
@safe
private final class ExpatCallbacks {
  /// Between the parts of a name, in none of which it can be.
  static let separator = UInt8(ascii: "\n")

  private let parser: XML_Parser
  private let linesBefore: Int
  private let events: any XMLEvents
  private var names: [String: XMLName] = [:]
  private(set) var failure: ImportError?

  init(_ parser: XML_Parser, after lines: Int, events: any XMLEvents) {
    unsafe self.parser = parser
    (linesBefore, self.events) = (lines, events)
  }

  var line: Int { unsafe linesBefore + Int(XML_GetCurrentLineNumber(parser)) }

  /// What libexpat says that is wrong.
  var problem: ImportError {
    let problem = unsafe XML_ErrorString(XML_GetErrorCode(parser)).map {
      unsafe String(cString: $0)
    }
    return .syntax(
      .xml, line: line, column: unsafe Int(XML_GetCurrentColumnNumber(parser)) + 1,
      problem: problem ?? "")
  }

  func register() {
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetReturnNSTriplet(parser, 1)
    unsafe XML_SetElementHandler(
      parser,
      { me, name, attributes in
        guard let name = unsafe name else { return }
        unsafe ExpatCallbacks.at(me).attempt { me throws(ImportError) in
          unsafe try me.begins(name, attributes)
        }
      },
      { me, _ in
        unsafe ExpatCallbacks.at(me).attempt { me throws(ImportError) in try me.events.ends() }
      })
    unsafe XML_SetCharacterDataHandler(parser) { me, text, count in
      guard let text = unsafe text else { return }
      unsafe ExpatCallbacks.at(me).appends(UnsafeBufferPointer(start: text, count: Int(count)))
    }
    unsafe XML_SetStartNamespaceDeclHandler(parser) { me, _, uri in
      guard let uri = unsafe uri else { return }
      unsafe ExpatCallbacks.at(me).events.declares(namespace: String(cString: uri))
    }
    unsafe XML_SetEntityDeclHandler(parser) { me, _, _, _, _, _, _, _, _ in
      unsafe ExpatCallbacks.at(me).attempt { me throws(ImportError) in
        throw .entityDeclared(line: me.line)
      }
    }
    // An entity of a document type that isn't fetched stays as it is written.
    unsafe XML_SetSkippedEntityHandler(parser) { me, name, isParameter in
      guard let name = unsafe name, isParameter == 0 else { return }
      let text = unsafe Array("&\(String(cString: name));".utf8CString.dropLast())
      unsafe text.withUnsafeBufferPointer { unsafe ExpatCallbacks.at(me).appends($0) }
    }
    unsafe XML_SetUnknownEncodingHandler(
      parser,
      { me, name, _ in
        let name = unsafe name.map { unsafe String(cString: $0) } ?? ""
        unsafe ExpatCallbacks.at(me).failure = .encoding(name)
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private static func at(_ pointer: UnsafeMutableRawPointer?) -> ExpatCallbacks {
    unsafe Unmanaged.fromOpaque(pointer!).takeUnretainedValue()
  }

  /// After a failure libexpat may still call what belongs to the same tag.
  private func attempt(_ body: (ExpatCallbacks) throws(ImportError) -> Void) {
    guard failure == nil else { return }
    do throws(ImportError) {
      try body(self)
    } catch {
      failure = error
      _ = unsafe XML_StopParser(parser, 0)
    }
  }

  private func appends(_ text: UnsafeBufferPointer<CChar>) {
    attempt { me throws(ImportError) in
      unsafe try text.withMemoryRebound(to: UInt8.self) { text throws(ImportError) in
        unsafe try me.events.appends(text)
      }
    }
  }

  private func begins(
    _ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) throws(ImportError) {
    var values: [String: String] = [:]
    if var next = unsafe attributes {
      while let key = unsafe next[0], let value = unsafe next[1] {
        let name = unsafe resolved(String(cString: key))
        if name.namespace.isEmpty || values[name.local] == nil {
          values[name.local] = unsafe String(cString: value)
        }
        unsafe next += 2
      }
    }
    try events.begins(
      XMLElement(
        name: unsafe resolved(String(cString: name)), attributes: values, line: line))
  }

  /// The parts of a name: namespace, local name and prefix, or less of them.
  private func resolved(_ text: String) -> XMLName {
    if let name = names[text] { return name }
    let parts = text.utf8.split(separator: Self.separator, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    let name = XMLName(
      namespace: parts.count > 1 ? parts[0] : "", local: parts.count > 1 ? parts[1] : parts[0],
      prefix: parts.count > 2 ? parts[2] : "")
    if names.count == 1 << 10 { names = [:] }
    names[text] = name
    return name
  }
}
