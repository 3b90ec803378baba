extension Place {
  /// Settles what no text for editing shows: the source, photos, what another program knows, and what a
  /// later version wrote.
  ///
  /// What only one of two versions of the place changed is taken from that one, what both changed
  /// from the first. Photos that either one has stay, but for those that the other took away.
  ///
  /// - Parameter base: The place as it was before both, if that is known.
  public mutating func settleUnseen(_ first: Place, _ second: Place, since base: Place?) {
    source = Self.settled(first.source, second.source, since: base?.source)
    photos = first.photos
    unitePhotos(with: second, since: base)
    extra = Self.settled(first.extra, second.extra, since: base?.extra) ?? [:]
    for name in Set(first.unknownFields.keys).union(second.unknownFields.keys) {
      unknownFields[name] = Self.settled(
        first.unknownFields[name], second.unknownFields[name], since: base?.unknownFields[name])
    }
  }

  /// Puts the photos of another version of the place to its own, but for those that one of both took
  /// away.
  ///
  /// - Parameter base: The place as it was before both, if that is known.
  public mutating func unitePhotos(with other: Place, since base: Place?) {
    photos = Photo.settled(photos, other.photos, since: base?.photos ?? [])
  }

  private static func settled<Value: Equatable>(
    _ first: Value?, _ second: Value?, since base: Value?
  ) -> Value? {
    first == base ? second : first
  }
}
