import BucketPlaces
import BucketVault
import FoundationEssentials

/// Says that a place was visited, or wasn't after all.
struct Visit: Action {
  let reference: String
  let day: DateArgument?
  let isUndone: Bool

  static let command = Command(
    "visit", "Say that you were at a place.",
    examples: [
      Example("bucket visit baikal", "today"),
      Example("bucket visit baikal --on 2026-03-12", "on another day"),
      Example("bucket visit baikal --undo", "you were not there after all"),
    ],
    .required(
      "PLACE", "the id that list shows, the name, or a part of it that is unique",
      candidates: .places),
    .optional("--on DATE", "the day: as in 2026-03-12, today or yesterday"),
    .flag("--undo", "the place is still ahead of you: take the day away"),
    exclusive: [["--on", "--undo"]],
    discussion: "A day that is there already is only changed by --on.",
    synonyms: ["done", "visited", "been", "check-in", "tick"],
    make: Visit.init)

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    let vault = try context.openVault()
    var ledger = try context.ledger(of: vault)
    let before = try context.place(reference, in: PlaceBook(ledger.records), of: vault)
    let name = DisplayText.truncated(before.name, to: 60)
    let usual = isUndone ? nil : before.visited ?? CalendarDate.today
    let visited = day.map(\.date) ?? usual
    guard visited != before.visited else {
      context.output.say(
        visited.map { "\(name) was visited on \($0) already; --on DATE changes the day" }
          ?? "\(name) is not visited yet")
      return .done
    }
    if let doubt = day?.doubt(aboutVisiting: name) { context.output.warn(doubt) }
    var after = before
    after.visited = visited
    after.modified = Date()
    try context.save(
      [.put(after)], in: vault, ledger: &ledger,
      unchangedSince: ledger.lastChange(of: before.id).map { [before.id: $0] } ?? [:])
    context.output.say(
      visited.map { "visited \(name) on \($0)" } ?? "\(name) is ahead of you again")
    return .done
  }
}
