extension String {
  /// Whether two texts are the same, and don't just look the same: an edit of how a letter is composed
  /// is one too.
  func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
