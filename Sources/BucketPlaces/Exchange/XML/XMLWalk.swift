/// Puts together what a visitor wants of a document, and nothing else.
final class XMLWalk<Visitor: XMLVisitor>: XMLEvents {
  var visitor: Visitor
  /// The elements that the next one is in, as they began.
  private var parents: [XMLElement] = []
  private var open: [OpenElement] = []
  /// How many elements are open of which nothing is wanted.
  private var unwanted = 0

  /// How many elements, and how many bytes of text and attributes, the one that is wanted whole
  /// holds so far.
  private var keptElements = 0
  private var keptBytes = 0

  /// What is wanted whole holds at most this much of UTF-8. A place that `bucket` exports has less,
  /// even where all of its description stands escaped.
  static var textLimit: Int { 1 << 24 }
  /// What is wanted whole holds at most this many elements; a point is two.
  static var elementLimit: Int { 10_000 }

  init(_ visitor: Visitor) { self.visitor = visitor }

  func declares(namespace: String) { visitor.declares(namespace: namespace) }

  func begins(_ element: XMLElement) throws(ImportError) {
    guard open.count + unwanted < Reading.depthLimit else {
      throw .tooDeep(line: element.line, limit: Reading.depthLimit)
    }
    if unwanted > 0 || open.last?.interest == .head {
      unwanted += 1
      return
    }
    var interest = visitor.interest(in: element, within: parents)
    if interest == .nothing {
      unwanted = 1
      return
    }
    if open.last?.interest == .whole {
      if interest == .inside { interest = .whole }
      try keep(element)
    } else {
      (keptElements, keptBytes) = (0, 0)
    }
    open.append(OpenElement(element: element, interest: interest))
    parents.append(element)
  }

  func ends() throws(ImportError) {
    if unwanted > 0 {
      unwanted -= 1
      return
    }
    var ended = open.removeLast()
    parents.removeLast()
    ended.element.text = String(decoding: ended.text, as: UTF8.self)
    if open.last?.interest == .whole {
      open[open.count - 1].element.children.append(ended.element)
    } else {
      try visitor.ends(ended.element, within: parents)
    }
  }

  func appends(_ text: UnsafeBufferPointer<UInt8>) throws(ImportError) {
    guard unwanted == 0, let last = open.last, last.interest == .whole else { return }
    try keep(text.count, of: last.element)
    unsafe open[open.count - 1].text.append(contentsOf: text)
  }

  private func keep(_ element: XMLElement) throws(ImportError) {
    keptElements += 1
    guard keptElements <= Self.elementLimit else {
      throw .tooManyElements(line: element.line, limit: Self.elementLimit)
    }
    try keep(element.attributes.values.reduce(0) { $0 + $1.utf8.count }, of: element)
  }

  private func keep(_ bytes: Int, of element: XMLElement) throws(ImportError) {
    keptBytes += bytes
    guard keptBytes <= Self.textLimit else {
      throw .tooLong(line: element.line, limit: Self.textLimit)
    }
  }
}

/// An element that hasn't ended.
private struct OpenElement {
  var element: XMLElement
  let interest: XMLInterest
  /// UTF-8.
  var text: [UInt8] = []
}
