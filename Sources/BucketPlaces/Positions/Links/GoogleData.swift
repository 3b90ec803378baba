/// What `data=` or `pb=` of a link of Google Maps holds: numbered and typed values, as in
/// `!3d51.5!4d-0.1`.
struct GoogleData {
  private let fields: [(key: Substring, value: Substring)]

  init(_ link: Link) {
    let prefix = "data="
    let inPath = link.segments.indices.lazy.compactMap { link.segment($0) }
      .first { $0.hasPrefix(prefix) }
    let text = inPath.map { String($0.dropFirst(prefix.count)) } ?? link.value("pb", "data") ?? ""
    fields = text.split(separator: "!").map { field in
      let number = field.prefix { $0.isWholeNumber }
      let key = field[
        ..<(field.index(number.endIndex, offsetBy: 1, limitedBy: field.endIndex) ?? field.endIndex)]
      return (key, field[key.endIndex...])
    }
  }

  /// The pin of a place.
  var pin: Coordinate? {
    get throws(CoordinateError) { try last("3d", "4d") }
  }

  /// The last stop of a route.
  var destination: Coordinate? {
    get throws(CoordinateError) { try last("1d", "2d", longitudeFirst: true) }
  }

  /// The middle of an embedded map.
  var center: Coordinate? {
    get throws(CoordinateError) { try last("2d", "3d", longitudeFirst: true) }
  }

  /// Google's id of the place: the number of its cell, and its own.
  var placeID: Substring? {
    fields.first { $0.key == "1s" && $0.value.hasPrefix("0x") }?.value
  }

  /// The last two neighbours of these kinds.
  private func last(
    _ first: Substring, _ second: Substring, longitudeFirst: Bool = false
  ) throws(CoordinateError) -> Coordinate? {
    let index = fields.indices.dropLast().last {
      fields[$0].key == first && fields[$0 + 1].key == second
    }
    guard let index else { return nil }
    let (one, other) = (fields[index].value, fields[index + 1].value)
    return try longitudeFirst
      ? Coordinate(latitude: other, longitude: one) : Coordinate(latitude: one, longitude: other)
  }
}
