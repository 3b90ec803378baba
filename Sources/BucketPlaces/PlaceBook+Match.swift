extension PlaceBook {
  /// What a reference finds.
  public enum Match: Hashable, Sendable {
    case one(Place)
    /// At least two, in the order of the book.
    case several([Place])
    /// No place fits; `nearest` are those that may be meant, at most three, the likeliest first.
    case none(nearest: [Place])
  }
}
