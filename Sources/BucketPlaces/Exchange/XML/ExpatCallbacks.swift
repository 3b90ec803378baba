import CExpat
import Glibc

/// What libexpat calls.
@safe
final class ExpatCallbacks {
  /// Between the parts of a name, in none of which it can be.
  static let separator = UInt8(ascii: "\n")

  private let parser: XML_Parser
  private let linesBefore: Int
  private let events: any XMLEvents
  private var names: [String: XMLName] = [:]
  /// Of the namespaces that the next element declares.
  private var namespaceBytes = 0
  /// The byte at which the document type begins, until it ends.
  private(set) var documentTypeStart: Int?
  private(set) var failure: ImportError?

  init(_ parser: XML_Parser, after lines: Int, events: any XMLEvents) {
    unsafe self.parser = parser
    (linesBefore, self.events) = (lines, events)
  }

  var line: Int { unsafe linesBefore + Int(XML_GetCurrentLineNumber(parser)) }

  /// What libexpat says that is wrong.
  var problem: ImportError {
    // Only names and attributes make it hold more than it reads.
    if unsafe XML_GetErrorCode(parser) == XML_ERROR_NO_MEMORY {
      return .tooLong(line: line, limit: Expat.attributesLimit)
    }
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
    unsafe XML_SetStartNamespaceDeclHandler(parser) { me, prefix, uri in
      guard let uri = unsafe uri else { return }
      unsafe ExpatCallbacks.at(me).attempt { me throws(ImportError) in
        unsafe try me.declares(prefix, uri)
      }
    }
    registerDeclarations()
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

  private func registerDeclarations() {
    unsafe XML_SetDoctypeDeclHandler(
      parser,
      { me, _, _, _, _ in
        let me = unsafe ExpatCallbacks.at(me)
        me.documentTypeStart = unsafe Int(XML_GetCurrentByteIndex(me.parser))
      }, { me in unsafe ExpatCallbacks.at(me).documentTypeStart = nil })
    unsafe XML_SetEntityDeclHandler(parser) { me, _, _, _, _, _, _, _, _ in
      unsafe ExpatCallbacks.at(me).attempt { me throws(ImportError) in
        throw .entityDeclared(line: me.line)
      }
    }
    unsafe XML_SetAttlistDeclHandler(parser) { me, _, _, _, _, _ in
      unsafe ExpatCallbacks.at(me).attempt { me throws(ImportError) in
        throw .attributeDeclared(line: me.line)
      }
    }
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

  private func declares(
    _ prefix: UnsafePointer<CChar>?, _ uri: UnsafePointer<CChar>
  ) throws(ImportError) {
    let count = unsafe try length(of: uri, limit: Expat.namespaceLimit)
    namespaceBytes += unsafe count + (prefix.map { unsafe strlen($0) } ?? 0)
    guard namespaceBytes <= Expat.attributesLimit else {
      throw .tooLong(line: line, limit: Expat.attributesLimit)
    }
    unsafe events.declares(namespace: String(cString: uri))
  }

  /// - Throws: `tooLong`, before anything is made of a text that no file of places has.
  private func length(
    of text: UnsafePointer<CChar>, limit: Int
  ) throws(ImportError) -> Int {
    let length = unsafe strnlen(text, limit + 1)
    guard length <= limit else { throw .tooLong(line: line, limit: limit) }
    return length
  }

  private func begins(
    _ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) throws(ImportError) {
    _ = unsafe try length(of: name, limit: Expat.nameLimit)
    var bytes = namespaceBytes
    namespaceBytes = 0
    var values: [String: String] = [:]
    if var next = unsafe attributes {
      while let key = unsafe next[0], let value = unsafe next[1] {
        bytes += unsafe try length(of: key, limit: Expat.nameLimit)
        bytes += unsafe try length(of: value, limit: Expat.attributesLimit)
        guard bytes <= Expat.attributesLimit else {
          throw .tooLong(line: line, limit: Expat.attributesLimit)
        }
        let name = unsafe try resolved(String(cString: key))
        if name.namespace.isEmpty || values[name.local] == nil {
          values[name.local] = unsafe String(cString: value)
        }
        unsafe next += 2
      }
    }
    try events.begins(
      XMLElement(
        name: unsafe try resolved(String(cString: name)), attributes: values, line: line))
  }

  /// The parts of a name: namespace, local name and prefix, or less of them.
  private func resolved(_ text: String) throws(ImportError) -> XMLName {
    if let name = names[text] { return name }
    let parts = text.utf8.split(separator: Self.separator, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    let name = XMLName(
      namespace: parts.count > 1 ? parts[0] : "", local: parts.count > 1 ? parts[1] : parts[0],
      prefix: parts.count > 2 ? parts[2] : "")
    guard names.count < Expat.nameCountLimit else {
      throw .tooManyNames(line: line, limit: Expat.nameCountLimit)
    }
    names[text] = name
    return name
  }
}
