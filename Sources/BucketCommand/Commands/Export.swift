import BucketPlaces
import BucketVault

/// Writes places in a format that map programs read.
struct Export: Action {
  let format: FormatArgument?
  let isForSpreadsheet: Bool
  let file: FileArgument?
  let force: Bool
  let filter: PlaceFilter

  static let command = Command(
    "export", "Write places in a format that map programs read.",
    examples: [
      Example("bucket export geojson -o places.geojson", "all of them, into a file"),
      Example("bucket export -o phone.csv", "the name says the format"),
      Example("bucket export geojson --unvisited | jq .", "some of them, into another program"),
    ],
    .optional(
      "FORMAT",
      "geojson (RFC 7946), gpx, kml, csv or json; as the name after -o says, or else geojson"),
    PlaceFilter.words,
    .optional("-o, --output FILE", "write into this file, and not to standard output"),
    .flag("--force", "write over a file that is there"),
    .flag("--spreadsheet", "csv of which spreadsheet programs take nothing for a formula"),
    PlaceFilter.category, PlaceFilter.tags, PlaceFilter.visited, PlaceFilter.unvisited,
    PlaceFilter.near, PlaceFilter.within, PlaceFilter.sort,
    exclusive: PlaceFilter.exclusive,
    discussion: """
      What is written is not encrypted. A file appears whole or not at all, readable by you alone.
      """,
    synonyms: ["dump", "save"]
  ) {
    format, words, file, force, isForSpreadsheet, category, tags, visited, unvisited, near, within,
    sort
    in
    Export(
      format: format, isForSpreadsheet: isForSpreadsheet, file: file, force: force,
      filter: PlaceFilter(
        words: words, category: category, tags: tags, visited: visited, unvisited: unvisited,
        near: near, within: within, sort: sort))
  }

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    let output = OutputFile(file, force: force)
    let format = try chosenFormat(of: output, context)
    try output?.check(context)
    try filter.check()
    let vault = try context.openVault()
    let book = PlaceBook(try context.ledger(of: vault).records)
    // The same bytes everywhere, so not in the order of anybody's language.
    let query = try filter.query(in: book, of: vault, context, collation: .codePoints)
    let places = query.apply(to: book)
    // No key is held while anything is written.
    _ = consume vault
    if places.isEmpty, !book.places.isEmpty { context.output.warn("no place fits") }
    let progress = Progress(
      "writing places",
      isQuiet: context.options.isQuiet || output == nil && context.output.isTerminal)
    defer { progress.end() }
    // Each format hands over a text for a place, and one or two around all of them.
    var count = 0
    func advance() {
      count += 1
      progress.show(Double(count) / Double(places.count + 2), count: min(count, places.count))
    }
    guard let output else {
      try format.write(places) { (text) throws(Failure) in
        // A table holds texts as they are, which a terminal might obey.
        try context.output.write(
          context.output.isTerminal && format.isPlain ? Self.neutralised(text) : text)
        advance()
      }
      progress.end()
      try context.output.flush()
      if Self.isFile(1) { context.output.say(Self.words(places, in: "standard output")) }
      return .done
    }
    var content: [UInt8] = []
    format.write(places) { text in
      content += text.utf8
      advance()
    }
    progress.end()
    try output.write { (draft) throws(SystemError) in try draft.write(content) }
    context.output.say(
      Self.words(places, in: DisplayText.neutralised(output.path)) + ", readable by you alone")
    return .done
  }

  /// What FORMAT says, else what the name of the file does.
  private func chosenFormat(
    of output: OutputFile?, _ context: borrowing Context
  ) throws(Failure) -> ExportFormat {
    let name = output.map { File.name(of: $0.path) } ?? ""
    let ending = output?.ending ?? ""
    let named = FormatArgument(ending: ending)
    if format == nil, named == nil, !ending.isEmpty {
      throw .unknownEnding(String(ending), of: name)
    }
    if let format, let named, format != named {
      context.output.warn(Failure.misnamed(name, as: named.rawValue, being: format.rawValue))
    }
    guard isForSpreadsheet else { return (format ?? named ?? .geojson).format }
    guard (format ?? named ?? .csv) == .csv else { throw .onlyCSVForSpreadsheets }
    return .spreadsheet
  }

  private static func neutralised(_ text: String) -> String {
    text.split(separator: "\r\n", omittingEmptySubsequences: false)
      .map { DisplayText.neutralised($0) }.joined(separator: "\r\n")
  }

  /// What was written where, and what a map won't show of it.
  private static func words(_ places: [Place], in file: String) -> String {
    let unplaced = places.count { $0.coordinate == nil }
    let without = unplaced == 0 ? "" : ", \(unplaced) of them without a position"
    let photos = places.reduce(0) { $0 + $1.photos.count }
    let others =
      photos == 0 ? "" : ", without their \(Count.of(photos, "photo", "photos"))"
    return "wrote \(Count.places(places.count)) to \(file)\(without)\(others); not encrypted"
  }

  /// Whether a stream leads to a file, where the list stays in the clear.
  private static func isFile(_ number: CInt) -> Bool {
    let status = try? StandardStreams.with(number) { stream throws(SystemError) in
      try stream.status()
    }
    return status?.kind == .regular
  }
}
