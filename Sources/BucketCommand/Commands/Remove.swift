import BucketPlaces
import BucketVault
import FoundationEssentials

/// Takes places off the list.
struct Remove: Action {
  let references: [String]
  let yes: Bool

  static let command = Command(
    "remove", "Take places off the list.",
    examples: [
      Example("bucket remove baikal", "asks first"),
      Example("bucket remove 3f9c b41e --yes", "two of them, without asking"),
    ],
    .oneOrMore(
      "PLACE", "the id that list shows, the name, or a part of it that is unique",
      candidates: .places),
    .flag("-y, --yes", "don't ask; needed where nobody can be asked"),
    discussion: """
      Either all of the places go or none. What they were stays in the vault's history: bucket undo \
      brings them back, and bucket purge makes them unreadable.
      """,
    synonyms: ["rm", "delete", "del"],
    make: Remove.init)

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    let vault = try context.openVault()
    var ledger = try context.past(of: vault)
    let book = PlaceBook(ledger.records)
    var places: [Place] = []
    for reference in references {
      let place = try context.place(reference, in: book, of: vault)
      if !places.contains(where: { $0.id == place.id }) { places.append(place) }
    }
    let named = places.map {
      "\(book.shortID(of: $0.id)) \(DisplayText.truncated($0.name, to: 60))"
    }
    let names = places.map { DisplayText.truncated($0.name, to: 60) }
    if !yes, !(try context.confirms("Take \(Failure.choice(of: named, last: "and")) off the list?"))
    {
      context.output.say("nothing was changed")
      return .failed
    }
    var looked: [Place.ID: UUID] = [:]
    for place in places { looked[place.id] = ledger.lastChange(of: place.id) }
    try context.save(
      places.map { .remove($0.id) }, in: vault, ledger: &ledger, unchangedSince: looked)
    for name in names { context.output.say("removed \(name)") }
    let removed = PlaceBook(ledger.placesEver)
    let purge =
      places.count > 4
      ? "--removed" : places.map { removed.shortID(of: $0.id) }.joined(separator: " ")
    context.output.advise(
      "bucket undo brings \(places.count == 1 ? "it" : "them") back; bucket purge \(purge) makes "
        + "\(places.count == 1 ? "it" : "them") unreadable")
    return .done
  }
}
