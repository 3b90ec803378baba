/// An element of XML, with as much of what is in it as was asked for.
struct XMLElement {
  let name: XMLName
  /// By their local names; of two, the one without a prefix.
  let attributes: [String: String]
  /// The line that it begins on, from 1.
  let line: Int
  /// Its own text, in one piece, as it stands.
  var text = ""
  var children: [XMLElement] = []

  /// The first child of a local name.
  subscript(_ local: String) -> XMLElement? { children.first { $0.name.local == local } }

  /// The text of the first child of a local name, without white space around it; `nil` if it is blank.
  func text(of local: String) -> String? { self[local]?.visibleText }

  /// The text without white space around it; `nil` if it is blank.
  var visibleText: String? {
    let trimmed = Place.Field.trimmed(text)
    return trimmed.isEmpty ? nil : trimmed
  }
}

/// The name of an element, of which prefixes are no part (Namespaces in XML 1.0).
struct XMLName: Hashable {
  /// The URI; empty if there is none.
  let namespace: String
  let local: String
  /// Empty if there is none.
  let prefix: String
}
