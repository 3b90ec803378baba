import BucketPlaces
import BucketVault

/// Shows all that is known of a place.
struct Show: Action {
  let reference: String
  let wantsJSON: Bool

  static let command = Command(
    "show", "Show all that is known of a place.",
    examples: [
      Example("bucket show baikal", "by a part of its name"),
      Example("bucket show 3f9c --json", "by its id, for a script"),
    ],
    .required(
      "PLACE", "the id that list shows, the name, or a part of it that is unique",
      candidates: .places),
    .flag("--json", "print an array with the place"),
    synonyms: ["cat", "view", "print"],
    make: Show.init)

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    let vault = try context.openVault()
    let book = PlaceBook(try context.ledger(of: vault).records)
    let place = try context.place(reference, in: book, of: vault)
    if wantsJSON {
      try JSONListing.write([place]) { (text) throws(Failure) in try context.output.write(text) }
      return .done
    }
    let style = context.output.style
    try context.output.write(style.bold(DisplayText.neutralised(place.name)) + "\n")
    var table = Table([.fixed, .text])
    for (label, value) in Self.fields(of: place, id: book.shortID(of: place.id)) {
      table.add([.init(label, .dim), .init(value)])
    }
    for line in table.lines(width: nil, style: style) { try context.output.write(line + "\n") }
    if !place.description.isEmpty {
      try context.output.write("\n")
      for line in place.description.split(separator: "\n", omittingEmptySubsequences: false) {
        try context.output.write(DisplayText.neutralised(line) + "\n")
      }
    }
    return .done
  }

  private static func fields(of place: Place, id: String) -> [(String, String)] {
    let position = place.coordinate.map { coordinate in
      coordinate.description.split(separator: ",").joined(separator: ", ")
        + (place.approximate == true ? " (approximate)" : "")
    }
    let fields: [(String, String?)] = [
      ("id", id), ("position", position),
      ("minutes", place.coordinate.map(\.degreesAndMinutes)),
      ("geo", place.coordinate.map(\.geoURI)),
      ("plus code", place.coordinate.map { PlusCode(of: $0).text }),
      ("map", place.coordinate.map(\.mapLink)),
      ("altitude", place.altitude.map { "\($0) m" }),
      ("category", place.category),
      ("tags", place.tags.isEmpty ? nil : TagList(place.tags).text),
      ("address", place.address), ("link", place.link),
      ("visited", place.visited.map(\.description)),
      ("source", place.source.map { "\($0.program) \($0.id)" }),
    ]
    let extra: [(String, String?)] = place.extraTexts.map { ($0.name, $0.text) }
    let times: [(String, String?)] = [
      ("added", place.created.map { LocalTime($0).dayAndClock }),
      ("changed", place.modified.map { LocalTime($0).dayAndClock }),
    ]
    return (fields + Self.photos(of: place) + extra + times).compactMap { label, value in
      value.map { (label, $0) }
    }
  }

  /// As in `1  IMG_1.jpg, 3 MiB`, with the number by which they are called for.
  private static func photos(of place: Place) -> [(String, String?)] {
    place.photos.enumerated().map { index, photo in
      let label = index > 0 ? "" : place.photos.count == 1 ? "photo" : "photos"
      return (label, "\(index + 1)  \(photo.name), \(Failure.size(photo.byteCount))")
    }
  }
}
