/// What the link of a place gives away where nothing else says it.
extension ForeignPlace {
  /// Takes the position, the name and Google's id of the place from its link.
  mutating func readLink() {
    guard let link else { return }
    if let google = GooglePlaceLink(link) {
      if source == nil, let cid = google.cid { source = (GoogleTakeout.program, String(cid)) }
      if (name ?? "").isEmpty { name = google.query }
    }
    guard case .none = position, let found = try? PastedPosition(parsing: link) else { return }
    take(found)
    if (name ?? "").isEmpty { name = found.name }
  }
}
