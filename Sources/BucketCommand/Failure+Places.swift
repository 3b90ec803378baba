import BucketPlaces
import BucketVault
import FoundationEssentials

extension Failure {
  static func noSuchPlace(_ reference: String, nearest: [Place]) -> Failure {
    let names = nearest.map { "“\(DisplayText.neutralised($0.name))”" }
    return Failure(
      "no-such-place", .noSuchPlace,
      "there is no place “\(DisplayText.truncated(reference, to: 60))”",
      hints: names.isEmpty
        ? ["bucket list shows what there is"] : ["did you mean \(choice(of: names))?"])
  }

  /// - Parameter id: What names the place among all that ever were in the vault.
  static func offTheList(_ place: Place, id: String) -> Failure {
    Failure(
      "no-such-place", .noSuchPlace,
      "\(DisplayText.truncated(place.name, to: 60)) is off the list",
      hints: ["see what took it off, and bring it back by bucket undo CHANGE: bucket history \(id)"]
    )
  }

  /// - Parameter removed: Those that are off the list.
  static func severalFit(
    _ reference: String, _ places: [(id: String, place: Place)], offTheList removed: Set<Place.ID>
  ) -> Failure {
    let shown = places.prefix(10).map {
      "\($0.id)  \(DisplayText.truncated($0.place.name, to: 60))"
        + ($0.place.shownPosition.map { "  \($0)" } ?? "")
        + (removed.contains($0.place.id) ? "  (off the list)" : "")
    }
    let more = places.count > 10 ? ["… and \(places.count - 10) more"] : []
    return Failure(
      "several-fit", .severalFit,
      "“\(DisplayText.truncated(reference, to: 60))” fits \(places.count) places",
      hints: ["give the id of one of them:"], choices: shown + more)
  }

  static let needsYes = Failure(
    "needs-yes", .notUnderstood, "nobody can be asked whether that is meant; nothing was changed",
    hints: ["say so with --yes"])

  /// No answer came to a question that isn't about a secret.
  ///
  /// - Parameter hint: What to do, unless a signal ended it.
  static func unanswered(_ silence: Silence, hint: String) -> Failure {
    let failure = unlock(UnlockRefusal(silence), at: "")
    if case .interrupted = silence { return failure }
    return Failure(failure.name, .failed, failure.message, hints: [hint])
  }

  static let draftsKeptHint = "nothing was changed, and what was not saved is kept; run it again"

  static func formatHint(among formats: [String]) -> String {
    "choose \(choice(of: formats)); words to search for come behind it"
  }

  static let nameMissing = Failure(
    "usage", .notUnderstood,
    "NAME is missing, and nobody is at a terminal to write it in an editor",
    hints: ["for example: bucket add \"Lake Baikal\" --at 53.5,108.2"])

  static func place(_ error: PlaceError) -> Failure {
    let (message, hint) = words(for: error)
    return Failure("place", .notUnderstood, message, hints: [hint])
  }

  /// What is wrong with a place's text, and what would be right.
  static func words(for error: PlaceError) -> (message: String, hint: String) {
    switch error {
    case .emptyName: ("a place needs a name, and this one has nothing to see in it", "give it one")
    case .emptyTag: ("a tag needs something to see in it", "leave it out, or give it a name")
    case .controlCharacter(let field, let scalar):
      (
        "\(name(of: field)) holds the control character \(DisplayText(String(scalar)).string)",
        field == .description ? "take it out" : "take it out; it has to be one line of plain text"
      )
    case .tooLong(let field, let bytes, let limit):
      (
        "\(name(of: field)) is \(bytes) bytes long, and may be \(limit)",
        field == .name ? "put the details into the description: -d TEXT" : "shorten it"
      )
    case .halfAPosition:
      ("a position needs latitude and longitude", "give both, as in 51.5014,-0.1419")
    case .tooMuchExtra(let bytes, let limit):
      (
        "what another program knows of it takes \(bytes) bytes, and \(limit) are kept",
        "take some of it away in that program"
      )
    case .extraTooDeep(let limit):
      (
        "what another program knows of it holds more than \(limit) values within each other",
        "take it away in that program"
      )
    case .altitudeOutOfRange(let metres):
      ("altitude \(metres) m is out of range", "give metres above sea level")
    case .notADate(let text):
      (
        "“\(DisplayText.truncated(text, to: 40))” is not a date",
        "write year, month and day, as in 2026-03-12"
      )
    case .noSuchDay(let year, let month, let day):
      ("there is no day \(day) in month \(month) of \(year)", "write it as in 2026-03-12")
    }
  }

  private static func name(of field: Place.Field) -> String {
    field == .tags ? "a tag" : "the \(field.rawValue)"
  }

  /// The beginning of a sentence that goes on with a command.
  static func newCategory(_ category: String, perhaps meant: String) -> String {
    "“\(DisplayText.truncated(category, to: 60))” is a new category; for "
      + "“\(DisplayText.truncated(meant, to: 60))”, which is there: "
  }

  static func needsNear(_ option: String) -> Failure {
    Failure(
      "usage", .notUnderstood, "\(option) needs --near",
      hints: ["say from where: \(option)\(option.hasSuffix("in") ? " 5km" : "") --near PLACE"])
  }
}
