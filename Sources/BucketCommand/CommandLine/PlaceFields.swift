import BucketPlaces
import FoundationEssentials

/// The options by which `add` and `edit` give a place its fields.
struct PlaceFields: Sendable {
  var name: String?
  var description: String?
  var position: PositionArgument?
  let category: String?
  let tags: [String]
  let untagged: [String]
  let visited: DateArgument?

  static let description = Parameter<String?>.optional(
    "-d, --description TEXT",
    "what there is to say of it, in any number of lines; - reads it from standard input")
  static let position = Parameter<PositionArgument?>.optional(
    "--at POSITION",
    "where it is: latitude and longitude in degrees, as in 51.5014,-0.1419, or in degrees, minutes "
      + "and seconds; a plus code, a geo: URI, or a link of a map")
  static let category = Parameter<String?>.optional(
    "-c, --category CATEGORY", "what sort of place it is; any text, or one of these",
    candidates: .categories(suggested: CategorySuggestions.all))
  static let tags = Parameter<[TagsArgument]>.repeated(
    "-t, --tag TAG", "a tag, or several with commas between them; may be repeated")
  static let untagged = Parameter<[TagsArgument]>.repeated(
    "--untag TAG", "take a tag away; may be repeated")
  static let visited = Parameter<DateArgument?>.optional(
    "--visited DATE", "the day you were there: as in 2026-03-12, today or yesterday")

  static let photos = Parameter<[FileArgument]>.repeated(
    "--photo FILE", "a photo to keep with it, sealed; may be repeated")

  init(
    name: String?, description: String?, position: PositionArgument?, category: String?,
    tags: [TagsArgument], untagged: [TagsArgument] = [], visited: DateArgument?
  ) {
    (self.name, self.description, self.position) = (name, description, position)
    (self.category, self.visited) = (category, visited)
    self.tags = tags.flatMap(\.tags)
    self.untagged = untagged.flatMap(\.tags)
  }

  /// Whether no field was given.
  var isEmpty: Bool {
    name == nil && description == nil && position == nil && category == nil && tags.isEmpty
      && untagged.isEmpty && visited == nil
  }

  /// What was given and does what it says, but may not be what was meant.
  ///
  /// - Parameter place: As it is before the fields are applied.
  func doubts(about place: Place) -> [String] {
    let tags = Set(place.tags.map { FoldedText($0) })
    let name = DisplayText.truncated(place.name, to: 60)
    var doubts = untagged.filter { !tags.contains(FoldedText($0)) }.map {
      "\(name) has no tag “\(DisplayText.truncated($0, to: 40))”"
    }
    if let doubt = visited?.doubt(aboutVisiting: name) { doubts.append(doubt) }
    return doubts
      + (position?.position?.doubts ?? []).map { doubt in
        var words = Failure.words(for: doubt)
        // What the shell took for its own may have been the pin.
        if case .mapCenter(let service) = doubt, service != .geo {
          words += " (in a shell, put links in single quotes)"
        }
        return words
      }
  }

  /// Gives a place the fields that were given; empty ones are taken away.
  ///
  /// A plus code that is still to be found near a place is passed over.
  func apply(to place: inout Place) throws(PlaceError) {
    if let name { try place.setName(name) }
    if let description { try place.setDescription(description) }
    switch position {
    case .position(let position): try place.move(to: position)
    case PositionArgument.none?: place.coordinate = nil
    case .code, nil: break
    }
    if let category { try place.setCategory(category) }
    let gone = Set(untagged.map { FoldedText($0) })
    try place.setTags(place.tags.filter { !gone.contains(FoldedText($0)) } + tags)
    if let visited { place.visited = visited.date }
  }
}
