/// Puts together what a visitor wants of a document, and nothing else.
final class XMLWalk<Visitor: XMLVisitor>: XMLEvents {
  var visitor: Visitor
  /// The elements that the next one is in, as they began.
  private var parents: [XMLElement] = []
  private var open: [OpenElement] = []
  /// How many elements are open of which nothing is wanted.
  private var unwanted = 0

  /// A text holds at most this much of UTF-8; far more than a description.
  static var textLimit: Int { 1 << 22 }

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
    if interest == .inside, open.last?.interest == .whole { interest = .whole }
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
    guard last.text.count + text.count <= Self.textLimit else {
      throw .tooLong(line: last.element.line, limit: Self.textLimit)
    }
    unsafe open[open.count - 1].text.append(contentsOf: text)
  }
}

/// An element that hasn't ended.
private struct OpenElement {
  var element: XMLElement
  let interest: XMLInterest
  /// UTF-8.
  var text: [UInt8] = []
}
