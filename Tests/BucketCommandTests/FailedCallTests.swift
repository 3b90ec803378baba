import TestSupport
import Testing

/// Whichever of its calls the system refuses, `bucket` says the system's reason, changes nothing
/// or everything, and leaves nothing behind.
@Suite(
  .enabled(if: Interference.isPossible, "strace is missing, or may not trace here"),
  .enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct FailedCallTests {
  static let reasons = [
    "EIO": "Input/output error", "ENOSPC": "No space left on device",
    "EDQUOT": "Disk quota exceeded",
  ]

  /// The calls that are refused: those that disks refuse.
  static let calls: Set<String> = [
    "openat", "write", "pwrite64", "fdatasync", "fsync", "ftruncate", "linkat", "rename",
    "renameat2", "mkdir", "mkdirat", "fchmod",
  ]

  struct Outcome: Hashable, CustomStringConvertible {
    let end: ProgramEnd
    let hasChanged: Bool
    var description: String { "\(end), \(hasChanged ? "changed" : "unchanged")" }
  }

  static let refusals =
    KillTests.changes.map { ($0, "EIO") } + KillTests.changes.map { ($0, "ENOSPC") }
    + KillTests.changes.suffix(2).map { ($0, "EDQUOT") }

  @Test(arguments: refusals)
  func `a refused call leaves the places before or after, and is explained`(
    scenario: KillTests.Scenario, error: String
  ) throws {
    let (household, calls) = try prepare(scenario)
    var outcomes: [Outcome: Int] = [:]
    for call in calls {
      try household.putBack()
      let fault = Interference(.error(error), at: call)
      let run = try fault.run(scenario.words, in: household)
      let found = try KillTests.contents(of: household)
      #expect(found == KillTests.before || found == scenario.after, "\(fault): \(run.errorText)")
      let hasChanged = found == scenario.after
      outcomes[Outcome(end: run.end, hasChanged: hasChanged), default: 0] += 1
      let text = run.errorText
      if run.end == .exited(0) {
        #expect(hasChanged, "\(fault): \(text)")
      } else {
        #expect(run.end == .exited(1) || run.end == .exited(7), "\(fault): \(run.end) \(text)")
        #expect(text.contains(Self.reasons[error]!), "\(fault): \(text)")
        #expect(text.contains("bucket: error: ") && text.contains("bucket: hint: "))
        let denies = text.contains("nothing was changed") || text.contains("as it was")
        #expect(!(hasChanged && denies), "\(fault): \(text)")
      }
      #expect(try KillTests.leftovers(household) == drafts(household, run), "\(fault): \(text)")
      let next = try household.bucket(["add", "Next"])
      #expect(next.end == .exited(0) && next.errorText.isEmpty, "\(fault): \(next.errorText)")
    }
    print("\(calls.count) times \(error) in bucket \(scenario.testDescription): \(outcomes)")
  }

  @Test(arguments: KillTests.changes)
  func `an interrupted call is made again`(scenario: KillTests.Scenario) throws {
    let (household, calls) = try prepare(scenario)
    let interruptible: Set<String> = ["openat", "write", "pwrite64", "fdatasync", "ftruncate"]
    for call in calls where interruptible.contains(call.name) {
      try household.putBack()
      let fault = Interference(.error("EINTR"), at: call)
      let run = try fault.run(scenario.words, in: household)
      #expect(run.end == .exited(0), "\(fault): \(run.errorText)")
      #expect(!run.errorText.contains("warning"), "\(fault): \(run.errorText)")
      #expect(try KillTests.contents(of: household) == scenario.after, "\(fault)")
    }
  }

  @Test func `init makes no vault, or one that it tells of`() throws {
    let household = try Household(hasVault: false)
    let password = household.password + "\n"
    try household.keepCopy()
    var error = "EIO"
    for call in try heardCalls(of: Household.makingVault, in: household, input: password) {
      try household.lock()
      try household.putBack()
      error = error == "EIO" ? "ENOSPC" : "EIO"
      let fault = Interference(.error(error), at: call)
      let run = try fault.run(Household.makingVault, in: household, input: password)
      let exists = try household.shell("test -e \"$VAULT\"").end == .exited(0)
      #expect(exists == (run.end == .exited(0)), "\(fault): \(run.errorText)")
      #expect(run.end == .exited(0) || run.end == .exited(1), "\(fault): \(run.errorText)")
      let told = run.errorText.contains(Self.reasons[error]!)
      #expect(told || run.end == .exited(0), "\(fault): \(run.errorText)")
      #expect(try KillTests.leftovers(household) == [], "\(fault): \(run.errorText)")
    }
    try household.lock()
  }

  @Test func `a header that can't be written anew stays, or the change is told`() throws {
    let (household, words, input) = try KillTests.changedPassword()
    var error = "ENOSPC"
    for call in try heardCalls(of: words, in: household, input: input) {
      try household.lock()
      try household.putBack()
      error = error == "EIO" ? "ENOSPC" : "EIO"
      let fault = Interference(.error(error), at: call)
      let run = try fault.run(words, in: household, input: input)
      let text = run.errorText
      #expect(run.end == .exited(0) || run.end == .exited(1), "\(fault): \(text)")
      #expect(run.end == .exited(0) || text.contains(Self.reasons[error]!), "\(fault): \(text)")
      #expect(try KillTests.leftovers(household) == [], "\(fault): \(text)")
      try household.lock()
      let new = try household.bucket(
        ["unlock", "--password-stdin"], input: household.password + "\n")
      let isNew = run.end == .exited(0) || text.contains("the change is made")
      #expect(new.end == .exited(isNew ? 0 : 4), "\(fault): \(text)")
      if !isNew { #expect(try household.bucket(words, input: input).end == .exited(0)) }
      #expect(try household.names() == ["Baikal"])
    }
  }

  @Test(arguments: ["EIO", "ENOSPC"], [false, true])
  func `an export is whole or not at all`(error: String, replaces: Bool) throws {
    let household = try Household()
    _ = try household.bucket(["add", "Baikal"])
    let file = household.home + "/places.geojson"
    if replaces { _ = try household.shell("echo before >'\(file)'") }
    try household.keepCopy()
    let words = ["export", "-o", file] + (replaces ? ["--force"] : [])
    let calls = try heardCalls(of: words, in: household)
    let after = try household.shell("cat '\(file)'").outputText
    for call in calls {
      try household.putBack()
      let fault = Interference(.error(error), at: call)
      let run = try fault.run(words, in: household)
      let found = try household.shell("cat '\(file)'").outputText
      let isThere = run.end == .exited(0) || run.errorText.contains("the file is there")
      #expect(
        found == (isThere ? after : replaces ? "before\n" : ""), "\(fault): \(run.errorText)")
      #expect(run.end == .exited(0) || run.end == .exited(1), "\(fault): \(run.errorText)")
      #expect(
        run.end == .exited(0) || run.errorText.contains(Self.reasons[error]!),
        "\(fault): \(run.errorText)")
      let left = try household.shell("ls -A \"$HOME\"").outputText
      #expect([".local\nplaces.geojson\n", ".local\n"].contains(left), "\(fault): \(left)")
    }
  }

  /// A household with two places, and the calls of a change that a disk could refuse.
  private func prepare(
    _ scenario: KillTests.Scenario
  ) throws -> (Household, [Interference.Call]) {
    let household = try KillTests.household(for: scenario)
    return (household, try refusableCalls(of: scenario.words, in: household))
  }

  /// The calls of a run that a disk could refuse.
  private func refusableCalls(
    of words: [String], in household: Household, input: String = ""
  ) throws -> [Interference.Call] {
    try Interference.calls(of: words, in: household, input: input).filter { call in
      Self.calls.contains(call.name) && call.changes
    }
  }

  /// The same without those that say things on standard error, of which nobody hears.
  private func heardCalls(
    of words: [String], in household: Household, input: String = ""
  ) throws -> [Interference.Call] {
    try refusableCalls(of: words, in: household, input: input).filter { call in
      !call.text.hasPrefix("write(2")
    }
  }

  /// The drafts that were kept and told of; nothing else may be left.
  private func drafts(_ household: Household, _ run: ProgramRun) throws -> [String] {
    guard run.errorText.contains("your text is kept as a sealed draft") else { return [] }
    let left = try KillTests.leftovers(household)
    #expect(left.count == 1 && left[0].contains("/draft-"))
    return left
  }
}
