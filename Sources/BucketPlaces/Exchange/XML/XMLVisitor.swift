/// What reads the elements of one format.
protocol XMLVisitor {
  /// Told of each namespace before the element that declares it.
  mutating func declares(namespace: String)

  /// Asked about each element when it begins, but for those within one of which nothing is wanted.
  ///
  /// - Parameter parents: The elements that it is in, the root first, without what is in them.
  mutating func interest(in element: XMLElement, within parents: [XMLElement]) -> XMLInterest

  /// Told of each element that ends, but for those that came as part of another, or not at all.
  mutating func ends(_ element: XMLElement, within parents: [XMLElement]) throws(ImportError)
}

extension XMLVisitor {
  mutating func declares(namespace: String) {}
}

/// How much of an element a visitor wants.
///
/// Within one that is wanted whole, what is `inside` or `whole` is part of it.
enum XMLInterest {
  /// Each element in it, and not its text.
  case inside
  /// The element with all that is in it, when it ends.
  case whole
  /// The element without what is in it.
  case head
  case nothing
}
