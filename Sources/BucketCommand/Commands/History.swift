import BucketPlaces
import BucketVault

/// Tells who changed what and when.
struct History: Action {
  let reference: String?
  let limit: CountArgument?
  let wantsJSON: Bool

  static let command = Command(
    "history", "Tell who changed what and when.",
    examples: [
      Example("bucket history", "all that happened, the newest first"),
      Example("bucket history baikal", "what happened to one place, also after it was removed"),
      Example("bucket history -n 3 --json", "the last three changes, for a script"),
    ],
    .optional(
      "PLACE", "only what happened to this place: its id, its name, or a part of it",
      candidates: .places),
    .optional("-n, --limit N", "only the newest N changes"),
    .flag("--json", "print an array of changes"),
    discussion: """
      A change is all that one run of a command did. The id in front, as short as it can be, is for \
      bucket undo. What was purged can't be told any more.
      """,
    synonyms: ["log", "diff", "changes"],
    make: History.init)

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    let ledger = try context.past(of: try context.openVault())
    var entries = HistoryEntry.entries(of: ledger.history)
    if let reference {
      let place = try ledger.placeEver(reference)
      entries = entries.compactMap { $0.about(place.id) }
    }
    let shown = entries.suffix(limit?.count ?? entries.count).reversed()
    if wantsJSON {
      var separator = "[\n"
      for entry in shown {
        try context.output.write(separator + entry.json)
        separator = ",\n"
      }
      try context.output.write(separator == "[\n" ? "[]\n" : "\n]\n")
      return .done
    }
    let text = HistoryText(
      style: context.output.style, width: context.output.width, naming: context.output.naming)
    for entry in shown {
      for line in text.lines(of: entry) { try context.output.write(line + "\n") }
    }
    let purged = ledger.history.batches.reduce(0) { $0 + $1.purged.count }
    if purged > 0, reference == nil, shown.count == entries.count {
      try context.output.write(text.line(ofPurged: purged) + "\n")
    }
    if entries.isEmpty, context.output.isTerminal { context.output.say("nothing was changed yet") }
    return .done
  }
}

extension Ledger<Place> {
  /// The places, those that are there first, then those that were removed.
  var placesEver: [Place] { records + history.removed }

  /// The one place that a person means, on the list or off it.
  func placeEver(_ reference: String) throws(Failure) -> Place {
    try PlaceBook(placesEver).place(reference, offTheList: Set(history.removed.map(\.id)))
  }
}
