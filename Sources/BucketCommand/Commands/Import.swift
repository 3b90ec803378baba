import BucketPlaces
import BucketVault
import FoundationEssentials

/// Brings in places that other programs wrote.
struct Import: Action {
  let files: [FileArgument]
  let isDryRun: Bool
  let duplicates: DuplicatesArgument
  let wantsJSON: Bool

  static let command = Command(
    "import", "Bring in places that other programs wrote.",
    examples: [
      Example("bucket import Takeout", "all lists of Google's Takeout, a folder"),
      Example("bucket import favorites.gpx --dry-run", "only say what would come"),
      Example("bucket import places.kmz --on-duplicate merge", "fill in what the list lacks"),
      Example("curl -s https://example.org/huts.geojson | bucket import -", "from another program"),
    ],
    .oneOrMore(
      "FILE", "files, folders and zip archives with all that is in them, or - for standard input"),
    .flag("-n, --dry-run", "say what would come, and change nothing"),
    .optional(
      "--on-duplicate RULE",
      "what to do with a place that is on the list: skip it, merge it, which fills in what is empty, "
        + "or add it as another one", default: .skip),
    .flag("--json", "print the report as an object"),
    discussion: """
      The content says what a file is, not its name: GeoJSON (also a feature a line), GPX 1.0 and \
      1.1, KML, KMZ, tables with a row of names on top (CSV, with commas, semicolons or tabs), what \
      Google Takeout, OsmAnd and Organic Maps write, and the list of the BucketList example app. \
      Lists, folders and groups become tags. Nothing is fetched from the network.

      Columns are known by what they are usually called: name or title; latitude and longitude, or \
      position, coordinates or wkt; description or note; category or type; tags or list; address; \
      link or url; altitude; visited; date. What else they are called is kept under its name. In a \
      folder or an archive, a table without positions or addresses is passed over.

      The same place is one with the same id of the same program, one of the same name within 30 \
      metres, or one at the same position of which one has no name. All of an import is one change: \
      all of it comes in or none, and bucket undo takes it back. What can't come in is told of with \
      its line and the reason.
      """,
    synonyms: ["load", "restore"]
  ) { files, isDryRun, duplicates, json in
    Import(files: files, isDryRun: isDryRun, duplicates: duplicates, wantsJSON: json)
  }

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    let sources = try ImportSource.all(in: files.map(\.path))
    // Only folders can be without any.
    if sources.isEmpty { throw .noFiles(in: files.map(\.path)) }
    let vault = try context.openVault()
    var ledger = try context.ledger(of: vault)
    let now = Date()
    var plan = PlaceImport(
      into: ledger.records, onDuplicate: duplicates.rule, now: now)
    var report = ImportReport(of: sources, isDryRun: isDryRun)
    for source in sources { try report.read(source, into: &plan, now: now, context.output) }
    report.forgetRemarks(beyond: plan)
    if wantsJSON {
      try context.output.write(report.json)
    } else {
      try report.write(to: context.output)
    }
    guard report.placeCount > 0 else { throw .noPlaces(in: report) }
    // What is not needed any more is let go: of many places, each copy counts.
    let identified = plan.identified
    var prepared = context.withoutAbsentPhotos((consume plan).puts(), in: vault, ledger)
    let isChanging = !isDryRun && !prepared.isEmpty
    if isChanging {
      try context.save(in: vault, ledger: &ledger) { ledger, hasMore in
        if hasMore {
          let again = PlaceImport(
            again: prepared, identified: identified, into: ledger.records,
            onDuplicate: duplicates.rule, now: now)
          report.setNewCount(again.newCount)
          prepared = again.puts()
        }
        defer { prepared = [] }
        return prepared.map { .put($0) }
      }
    }
    context.output.say(report.summary)
    if isChanging { context.output.advise("bucket undo takes all of it back") }
    return .done
  }
}
