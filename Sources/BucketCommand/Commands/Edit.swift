import BucketPlaces
import BucketVault
import FoundationEssentials

/// Changes a place.
struct Edit: Action {
  let reference: String
  let fields: PlaceFields
  let photos: [FileArgument]
  /// The numbers or names of photos that are to be taken away.
  let removedPhotos: [String]

  static let command = Command(
    "edit", "Change a place, in your editor or by options.",
    examples: [
      Example("bucket edit baikal", "in your editor"),
      Example("bucket edit 3f9c --at 53.5,108.2 -c Landmark", "without it"),
      Example("bucket edit 3f9c --visited \"\" --untag winter", "take a field and a tag away"),
    ],
    .required(
      "PLACE", "the id that list shows, the name, or a part of it that is unique",
      candidates: .places),
    .optional("--name NAME", "what you call it"),
    PlaceFields.description, PlaceFields.position, PlaceFields.category, PlaceFields.tags,
    PlaceFields.untagged, PlaceFields.visited, PlaceFields.photos,
    .repeated(
      "--remove-photo N",
      "take a photo away, by its number or name as show lists it; may be repeated"
    ),
    discussion: """
      An empty value takes a field away; -t adds a tag to those that are there. Without \
      options the place opens in $VISUAL, $EDITOR, or the editor of the system, as a text in memory \
      that no disk sees. Text that can't be saved is kept as a sealed draft. A photo gives a place its \
      position and the day of the visit where it has none. One that is taken away stays in the \
      vault's history: bucket undo brings it back, and bucket purge removes it.
      """,
    synonyms: ["change", "modify", "rename", "set"]
  ) { reference, name, description, position, category, tags, untagged, visited, photos, removed in
    Edit(
      reference: reference,
      fields: PlaceFields(
        name: name, description: description, position: position, category: category, tags: tags,
        untagged: untagged, visited: visited), photos: photos, removedPhotos: removed)
  }

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    let incoming = try context.photos(at: photos)
    let vault = try context.openVault()
    var ledger = try context.ledger(of: vault)
    let book = PlaceBook(ledger.records)
    let before = try context.place(reference, in: book, of: vault)
    let change = ledger.lastChange(of: before.id)
    if fields.isEmpty, incoming.isEmpty, removedPhotos.isEmpty {
      if let (after, ledger) = try context.edit(
        before, named: book.shortID(of: before.id), since: change, in: vault)
      {
        tell(before, after, ledger, context)
      }
      return .done
    }
    var after = before
    let fields = try context.locating(
      try context.readingDescription(of: fields), in: vault)
    do throws(PlaceError) {
      try fields.apply(to: &after)
    } catch {
      throw .place(error)
    }
    for doubt in fields.doubts(about: before) { context.output.warn(doubt) }
    try removePhotos(from: &after, id: book.shortID(of: before.id))
    context.fill(&after, from: incoming, besides: fields)
    let added = try context.store(incoming, for: &after, in: vault)
    guard after != before else {
      context.output.say("unchanged")
      return .done
    }
    after.modified = Date()
    try context.save(
      [.put(after)], in: vault, ledger: &ledger,
      unchangedSince: change.map { [before.id: $0] } ?? [:], attaching: added)
    tell(before, after, ledger, context)
    return .done
  }

  private func removePhotos(from place: inout Place, id: String) throws(Failure) {
    var gone: Set<UUID> = []
    for reference in removedPhotos { gone.insert(try place.photo(reference, of: id).id) }
    place.photos.removeAll { gone.contains($0.id) }
  }

  private func tell(
    _ before: Place, _ after: Place, _ ledger: Ledger<Place>, _ context: borrowing Context
  ) {
    context.warnOfCategory(
      of: after, since: before, among: ledger.records,
      id: PlaceBook(ledger.records).shortID(of: after.id))
    let names = after.differences(from: before).map { DisplayText($0.field).string }
    let place = DisplayText.truncated(after.name, to: 60)
    context.output.say(
      names.isEmpty ? "unchanged" : "changed \(Failure.choice(of: names, last: "and")) of \(place)")
  }
}
