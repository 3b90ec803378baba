import TestSupport
import Testing

/// A run of a command in which something went wrong, and what was found then.
struct FaultTrial: CustomStringConvertible {
  let fault: Fault
  let call: WatchedCall
  let run: ProgramRun
  /// What the scenario looks at.
  let found: String
  let isChanged: Bool
  /// What is there neither before the command nor after a run without faults, without what is in
  /// folders that are told.
  let leftovers: [String]

  /// What the names of sealed drafts begin with.
  static let draftPrefix = "draft-"

  /// What was said on standard error.
  var text: String { run.errorText }

  var description: String {
    "\(fault.deed) at \(call): \(run.end), now \(found): \(text)"
  }

  /// Its errors, hints and warnings.
  var complaints: String {
    text.split(separator: "\n").filter { $0.hasPrefix("bucket: ") }.joined(separator: "\n")
  }

  /// How it came out, as a line of the report counts it.
  var outcome: String {
    "\(run.end) \(isChanged ? "changed" : "unchanged")"
  }

  /// Whether the person is told of something that was left.
  func tells(of path: String) -> Bool {
    let name = path.split(separator: "/").last!
    if text.contains(name) { return true }
    // A draft holds a text, and is told of by that.
    return name.hasPrefix(Self.draftPrefix)
      && (text.contains("/" + Self.draftPrefix)
        || text.contains("your text is kept as a sealed draft")
        || text.contains("what was kept of the text, now saved, can't be removed"))
  }
}
