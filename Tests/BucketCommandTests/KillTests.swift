import TestSupport
import Testing

/// Whatever `bucket` is doing, and at whichever of its system calls it is killed, the vault is as it
/// was before or after.
@Suite(
  .enabled(if: Interference.isPossible, "strace is missing, or may not trace here"),
  .enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct KillTests {
  struct Scenario: Sendable, CustomTestStringConvertible {
    let words: [String]
    var editor: String?
    /// The names and descriptions that are there afterwards.
    let after: [String]
    /// Of the calls that change nothing, every so many are tried.
    var step = 20

    var testDescription: String { words.joined(separator: " ") }
  }

  static let before = ["Baikal: deep and clear", "Camp: "]
  static let changes = [
    Scenario(
      words: ["add", "Hut", "-d", "without a road"], after: before + ["Hut: without a road"]),
    Scenario(
      words: ["add", "Hut", "--edit"], editor: "printf 'name: Hut\\n\\nno road\\n' >\"$1\"",
      after: before + ["Hut: no road"]),
    Scenario(
      words: ["edit", "Camp", "-d", "by the lake"], after: [before[0], "Camp: by the lake"]),
    Scenario(
      words: ["edit", "Camp"], editor: "printf 'name: Tent\\n\\nby the sea\\n' >\"$1\"",
      after: [before[0], "Tent: by the sea"]),
    Scenario(words: ["remove", "Camp", "Baikal", "--yes"], after: []),
    Scenario(words: ["undo"], after: [before[0]]),
    Scenario(words: ["purge", "--history", "--yes"], after: before),
  ]

  @Test(arguments: changes)
  func `a killed change has happened or not, and its leftovers are found`(
    scenario: Scenario
  ) throws {
    let household = try Self.household(for: scenario)
    let calls = try Interference.calls(of: scenario.words, in: household)
    #expect(try Self.contents(of: household) == scenario.after)
    var kills = 0
    for call in Interference.Call.selected(from: calls, every: scenario.step) {
      try household.putBack()
      let kill = Interference(.kill, at: call)
      if try kill.run(scenario.words, in: household).end == .killed(9) { kills += 1 }
      let found = try Self.contents(of: household)
      #expect(found == Self.before || found == scenario.after, "\(kill)")
      try expectNoHiddenLeftovers(household, kill)
    }
    print("\(kills) kills of bucket \(scenario.words.joined(separator: " "))")
    #expect(kills >= 30)
  }

  @Test func `a killed init has made no vault or a whole one`() throws {
    let household = try Household(hasVault: false)
    let password = household.password + "\n"
    try household.keepCopy()
    let calls = try Interference.calls(
      of: Household.makingVault, in: household, input: password)
    var kills = 0
    for call in Interference.Call.selected(from: calls, every: 40) {
      try household.putBack()
      let kill = Interference(.kill, at: call)
      let run = try kill.run(Household.makingVault, in: household, input: password)
      if run.end == .killed(9) { kills += 1 }
      #expect(
        try Self.leftovers(household).allSatisfy { $0.contains("/.session.bucket-") }, "\(kill)")
      if try household.shell("test -e \"$VAULT\"").end == .exited(0) {
        try household.lock()
        let unlock = try household.bucket(["unlock", "--password-stdin"], input: password)
        #expect(unlock.end == .exited(0), "\(kill): \(unlock.errorText)")
        #expect(try Self.contents(of: household) == [], "\(kill)")
        try expectNoHiddenLeftovers(household, kill)
        try household.lock()
      } else {
        #expect(try household.bucket(["status"]).end == .exited(4), "\(kill)")
      }
    }
    print("\(kills) kills of bucket init")
    #expect(kills >= 30)
  }

  @Test func `a killed unlock leaves the vault to the old password or to the new one`() throws {
    let (household, words, input) = try Self.changedPassword()
    let calls = try Interference.calls(of: words, in: household, input: input)
    var kills = 0
    var outcomes: Set<ProgramEnd> = []
    for call in Interference.Call.selected(from: calls, every: 40) {
      try household.lock()
      try household.putBack()
      let kill = Interference(.kill, at: call)
      if try kill.run(words, in: household, input: input).end == .killed(9) { kills += 1 }
      try expectNoHiddenLeftovers(household, kill)
      try household.lock()
      let new = try household.bucket(
        ["unlock", "--password-stdin"], input: household.password + "\n")
      outcomes.insert(new.end)
      if new.end != .exited(0) {
        #expect(new.end == .exited(4), "\(kill)")
        #expect(try household.bucket(words, input: input).end == .exited(0), "\(kill)")
        #expect(try Self.leftovers(household).allSatisfy { !$0.contains(".vault") }, "\(kill)")
      }
      #expect(try household.names() == ["Baikal"], "\(kill)")
    }
    print("\(kills) kills of bucket unlock --old-password")
    #expect(kills >= 30)
    #expect(outcomes == [.exited(0), .exited(4)])
  }

  /// A home with the places before the change, kept as a copy.
  static func household(for scenario: Scenario) throws -> Household {
    let household = try Household()
    _ = try household.bucket(["add", "Baikal", "-d", "deep and clear"])
    _ = try household.bucket(["edit", "Baikal", "--visited", "2024-02-29"])
    _ = try household.bucket(["add", "Camp"])
    #expect(try Self.contents(of: household) == Self.before)
    if let editor = scenario.editor { household.useEditor(editor) }
    try household.keepCopy()
    return household
  }

  /// A home whose vault still follows the old login password, kept as a copy, and the words and the
  /// input by which it follows the new one.
  static func changedPassword() throws -> (Household, words: [String], input: String) {
    let household = try Household()
    _ = try household.bucket(["add", "Baikal"])
    try household.lock()
    let old = household.password
    household.changePassword(to: "new horse")
    try household.keepCopy()
    return (
      household, ["unlock", "--old-password", "--password-stdin"],
      "\(household.password)\n\(old)\n"
    )
  }

  /// The places; `nil` where they can't be listed.
  static func contents(of household: Household) throws -> [String]? {
    try household.places()?.map { "\($0.name): \($0.description ?? "")" }
  }

  /// What a killed process left is told of by `check`, and gone after the next change.
  private func expectNoHiddenLeftovers(_ household: Household, _ kill: Interference) throws {
    let left = try Self.leftovers(household)
    guard !left.isEmpty else { return }
    let check = try household.bucket(["check"]).outputText
    for path in left {
      // A draft holds a text, and is told of by its number.
      let name = path.split(separator: "/").last!
      let told = name.hasPrefix("draft-") ? "could not be saved" : String(name)
      #expect(check.contains(told), "\(kill): \(path) isn't found by check: \(check)")
    }
    guard left.contains(where: { $0.hasPrefix(household.memory.path) }) else { return }
    let next = try household.bucket(["edit", "Baikal"])
    #expect(next.errorText.contains("removed what an interrupted edit left in "), "\(kill)")
    #expect(try ProgramRun.of(["ls", household.memory.path]).output.isEmpty, "\(kill)")
  }

  /// Files and folders other than those of a vault at rest.
  static func leftovers(_ household: Household) throws -> [String] {
    try household.shell(
      """
      cd "$HOME"; find .local -type f | grep -vE '/(places.vault|last-seen|session)$'
      find "$XDG_RUNTIME_DIR" -mindepth 1 -maxdepth 1
      """
    ).outputText.split(separator: "\n").map(String.init)
  }
}
