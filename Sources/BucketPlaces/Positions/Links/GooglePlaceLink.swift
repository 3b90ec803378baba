/// What a link of Google Maps tells of a place besides a position.
public struct GooglePlaceLink: Hashable, Sendable {
  /// Google's number of the place, the same in all of its links; it is written in decimal.
  public let cid: UInt64?
  /// The middle of the cell that the id of the place begins with: near it as a rule, and some
  /// kilometres off at times.
  public let cell: Coordinate?
  /// The name or address that the link names or seeks; no position.
  public let query: String?

  /// - Returns: nil for what is no link of Google Maps, and for one that only its server resolves.
  public init?(_ text: String) {
    guard text.utf8.count <= PastedPosition.limit else { return nil }
    for link in PlainText(text).links {
      guard case .map(let link, let reader) = link, reader.service == .google,
        !reader.isShort(link)
      else { continue }
      self.init(link)
      return
    }
    return nil
  }

  init(_ link: Link) {
    let id = (link.value("ftid").map { $0[...] } ?? GoogleData(link).placeID ?? "")
      .split(separator: ":")
    let numbers = id.count == 2 ? id.map(Self.number) : []
    cid =
      numbers.last.flatMap { $0 == 0 ? nil : $0 }
      ?? link.value("cid", "ludocid").flatMap { UInt64($0) }
    cell = numbers.first.flatMap { $0 }.flatMap { S2Cell($0)?.center }
    let named =
      GoogleLink.segment(after: "place", of: link)
      ?? GoogleLink.segment(after: "search", of: link)
    let sought = named.map { Link.decoded($0[...], hasPlus: true) } ?? link.value("q", "query")
    query = sought.flatMap { sought in
      let isPosition = (try? GoogleLink.position(in: LabelledPair(sought).pair)) != nil
      let text = Place.Field.trimmed(sought)
      return isPosition || text.isEmpty ? nil : text
    }
  }

  /// What is left of a plus code that the name begins with, as in "9G8R+CC Zürich".
  var shortCode: PlusCode? {
    let first = query?.split { $0 == " " || $0 == "," }.first
    return first.flatMap { PlusCode($0) }.flatMap { $0.isFull ? nil : $0 }
  }

  /// A number in hexadecimal, behind "0x".
  private static func number(_ text: Substring) -> UInt64? {
    text.lowercased().hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : nil
  }
}
