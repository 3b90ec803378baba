import BucketVault
import FoundationEssentials

/// Shows the unlocks that failed.
struct Attempts: Action {
  let wantsJSON: Bool

  static let command = Command(
    "attempts", "Show the unlocks that failed, the newest first.",
    examples: [
      Example("bucket attempts", "when, on which terminal, from where, and why"),
      Example("bucket attempts --json", "for a script"),
    ],
    .flag("--json", "print an array of attempts"),
    discussion: """
      Each failed unlock of the vault on this machine is noted, sealed so that only its owner can \
      read it; the newest \(AttemptLog.limit) are kept. Where it came from is the address that ssh put into \
      SSH_CONNECTION: whoever tries can have that say something else.
      """,
    synonyms: ["failures", "tries", "log"],
    make: Attempts.init)

  private struct Report: Encodable {
    let at: Date
    let reason: String
    let service: String
    let terminal: String?
    let from: String?

    init(_ attempt: Attempt) {
      (at, reason, service) = (attempt.at, attempt.reason, attempt.service)
      (terminal, from) = (attempt.terminal, attempt.from)
    }
  }

  func run(in context: borrowing Context) throws(Failure) -> ExitStatus {
    let vault = try context.openVault()
    let contents: AttemptLog.Contents
    do throws(StateFileError) {
      let log = AttemptLog(of: vault.file.header, state: vault.state)
      contents = try context.contents(of: log, with: vault)
    } catch {
      throw .attemptLog(error, context.environment)
    }
    let attempts = contents.attempts.reversed()
    if wantsJSON {
      let objects = attempts.map { JSONLine.text(Report($0)).dropLast() }
      let lines = objects.isEmpty ? "" : "\n\(objects.joined(separator: ",\n"))\n"
      try context.output.write("[\(lines)]\n")
      return .done
    }
    // Where a line is too long, its end is cut: what the name of the reason means, and the service.
    var table = Table([.fixed, .fixed, .fixed, .fixed, .fixed, .fixed])
    for attempt in attempts {
      table.add([
        .init(LocalTime(attempt.at).dayAndClock), .init(attempt.terminal ?? "no terminal"),
        .init(attempt.from ?? ""), .init(attempt.reason),
        .init(Failure.words(forReason: attempt.reason) ?? ""), .init(attempt.service, .dim),
      ])
    }
    for line in table.lines(width: context.output.width, style: context.output.style) {
      try context.output.write(line + "\n")
    }
    if attempts.isEmpty, contents.unreadable == 0 {
      context.output.say("no failed unlock is noted")
    } else if !attempts.isEmpty, context.output.isTerminal {
      context.output.say(Count.of(attempts.count, "failed unlock", "failed unlocks"))
    }
    return .done
  }
}
