import BucketPlaces
import BucketVault
import FoundationEssentials

/// Puts a place on the list.
struct Add: Action {
  let fields: PlaceFields
  let photos: [FileArgument]
  let edit: Bool

  static let command = Command(
    "add", "Put a place on the list.",
    examples: [
      Example(
        "bucket add \"Lake Baikal\" -d \"Ice in March\" --at 53.5,108.2 -t winter", "a place"),
      Example(
        "bucket add", "one to write in your editor, which leaves nothing in the shell's history"),
      Example("bucket add Uluru --photo IMG_1.jpg", "where and when the photo was taken"),
      Example("bucket add \"A hut without a road\" --edit", "one to go on with in your editor"),
      Example(
        "bucket add Suva --at 'https://www.openstreetmap.org/?mlat=-18.14&mlon=178.44'",
        "at what a link marks; single quotes keep it from the shell"),
    ],
    .optional("NAME", "what you call it; without it, a new place opens in your editor"),
    PlaceFields.description, PlaceFields.position, PlaceFields.category, PlaceFields.tags,
    PlaceFields.visited, PlaceFields.photos,
    .flag("-e, --edit", "open the new place in your editor first"),
    discussion: """
      Names need not be unique. The id that is printed finds this place and no other.

      POSITION is read as people write and paste it: 53.5,108.2 or 53°30′N 108°12′E; the plus code \
      9P5CG622+22, or its end with a place of the list or a position beside it, as in "G622+22 \
      baikal"; geo:53.5,108.2; or a link of Google Maps, Apple Maps, Bing Maps, HERE WeGo, \
      OpenStreetMap, Organic Maps, OsmAnd, Waze or Yandex Maps, with text around it or none. Nothing \
      is fetched: a short link that only its server resolves is refused.

      The first photo that tells where and when it was taken gives the place its position and the day \
      of the visit, unless they are given.
      """,
    synonyms: ["new", "insert", "put"]
  ) { name, description, position, category, tags, visited, photos, edit in
    Add(
      fields: PlaceFields(
        name: name, description: description, position: position, category: category, tags: tags,
        visited: visited),
      photos: photos, edit: edit)
  }

  /// The name of a place until it is given one in the editor.
  private static let unnamed = "?"

  /// Up to so many changes, all are read to show the shortest id that is the place's own; a larger
  /// vault is only appended to, and a longer beginning shown.
  private static let readLimit = 2_000
  private static let longIDCount = 10

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    if fields.name == nil, !context.canAsk { throw .nameMissing }
    // What can't be is refused before anybody is asked for a password; a description that is still to
    // be read passes as the dash that stands for it, and a plus code that is still to be found as none.
    _ = try place(of: fields)
    let incoming = try context.photos(at: photos)
    let vault = try context.openVault()
    // Standard input holds the answers that open the vault first.
    let fields = try context.locating(
      try context.readingDescription(of: fields), in: vault)
    var place = try place(of: fields)
    context.fill(&place, from: incoming, besides: fields)
    if edit || fields.name == nil {
      var draft = Draft(place)
      if fields.name == nil { draft.values[.name] = fields.position?.position?.name }
      if let (added, ledger) = try context.edit(
        place, since: nil, startingWith: draft.text, adding: incoming, in: vault)
      {
        for doubt in fields.doubts(about: added) { context.output.warn(doubt) }
        context.warnOfCategory(
          of: added, since: nil, among: ledger.records, id: id(of: added, ledger))
        try show(added, ledger, context)
      } else {
        context.output.say("nothing was added")
      }
      return .done
    }
    var ledger = try ledger(of: vault, context)
    let added = try context.store(incoming, for: &place, in: vault)
    try context.save([.put(place)], in: vault, ledger: &ledger, attaching: added)
    for doubt in fields.doubts(about: place) { context.output.warn(doubt) }
    context.warnOfCategory(
      of: place, since: nil, among: ledger.records, id: id(of: place, ledger))
    try show(place, ledger, context)
    return .done
  }

  private func place(of fields: PlaceFields) throws(Failure) -> Place {
    do throws(PlaceError) {
      var place = try Place(name: fields.name ?? Self.unnamed, created: Date())
      try fields.apply(to: &place)
      return place
    } catch {
      throw .place(error)
    }
  }

  private func ledger(
    of vault: borrowing Vault<Place>, _ context: borrowing Context
  ) throws(Failure) -> Ledger<Place> {
    do throws(VaultError) {
      let ledger = try vault.ledgerAtLastSeen()
      return ledger.frameCount <= Self.readLimit ? try vault.read() : ledger
    } catch {
      throw .vault(error, at: try context.shownVaultPath())
    }
  }

  private func id(of place: Place, _ ledger: Ledger<Place>) -> String {
    ledger.frameCount <= Self.readLimit
      ? PlaceBook(ledger.records).shortID(of: place.id)
      : String(place.id.uuidString.lowercased().filter { $0 != "-" }.prefix(Self.longIDCount))
  }

  private func show(
    _ place: Place, _ ledger: Ledger<Place>, _ context: borrowing Context
  ) throws(Failure) {
    let id = id(of: place, ledger)
    let position =
      place.shownPosition
      ?? context.output.naming("(no position; bucket edit \(id) --at LAT,LON)")
    let style = context.output.style
    try context.output.write(
      "\(style.cyan(id))  \(DisplayText.truncated(place.name, to: 60))  \(position)\n")
  }
}
