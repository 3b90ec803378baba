import TestSupport
import Testing

/// `bucket merge` of a copy that has another data key than the vault.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct MergeKeyTests {
  let machines: TwoMachines
  let recoveryKey: String
  var here: Household { machines.here }

  init() throws {
    let household = try Household(hasVault: false)
    let made = try household.bucket(Household.makingVault, input: household.password + "\n")
    recoveryKey = made.outputText.filter { !$0.isWhitespace }
    machines = try TwoMachines(household)
    for name in ["Baikal", "Camp"] { try machines.here("add", name, "-d", "as it was") }
    try machines.part()
    try machines.there("add", "Sea")
    try machines.there("edit", "Camp", "-c", "Park")
    let rotated = try household.bucket(
      ["keys", "rotate", "--password-stdin"], input: household.password + "\n")
    #expect(rotated.end == .exited(0), "\(rotated.errorText)")
  }

  private func merge(_ words: String..., answers: [String]) throws -> ProgramRun {
    try here.bucket(
      ["merge", machines.copy, "--password-stdin"] + words,
      input: answers.map { $0 + "\n" }.joined())
  }

  private func notedAttempts() throws -> Int {
    try here.bucket(["attempts", "--json"]).outputText.count { $0 == "\u{7b}" }
  }

  @Test func `it is opened by the login password`() throws {
    let run = try merge(answers: [here.password])
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(run.errorText.contains("\(machines.copy) has another key than your vault"))
    #expect(try here.names() == ["Baikal", "Camp", "Sea"])
    #expect(!run.errorText.contains("was given a new key since"))
    // The vault keeps its new key.
    try here.lock()
    let old = try here.bucket(
      ["unlock", "--recovery-key", "--password-stdin"], input: recoveryKey + "\n")
    #expect(old.end == .exited(4))
  }

  @Test func `it is opened by the recovery key that it had`() throws {
    let run = try merge("--recovery-key", answers: [recoveryKey])
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(try here.names() == ["Baikal", "Camp", "Sea"])
  }

  @Test func `it is opened by the login password from before`() throws {
    let old = here.password
    here.changePassword(to: "another horse")
    let usual = try merge(answers: [here.password])
    #expect(usual.end == .exited(4))
    #expect(
      usual.errorText.contains("bucket merge \(machines.copy) --old-password"),
      "\(usual.errorText)")
    let run = try merge("--old-password", answers: [here.password, old])
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(try here.names() == ["Baikal", "Camp", "Sea"])
  }

  @Test func `a wrong secret is refused, noted, and changes nothing`() throws {
    let before = try machines.bytes(here.vault)
    let run = try merge(answers: ["wrong"])
    #expect(run.end == .exited(4))
    #expect(run.errorText.contains("that is not \(here.user)'s login password"))
    #expect(
      run.errorText.contains("hint: if you have the recovery key: bucket merge \(machines.copy) "),
      "\(run.errorText)")
    #expect(!run.errorText.contains("bucket unlock"))
    #expect(try notedAttempts() == 1)
    let recovery = try merge("--recovery-key", answers: [String(recoveryKey.reversed())])
    #expect(recovery.end == .exited(4))
    #expect(try machines.bytes(here.vault) == before)
    #expect(try here.names() == ["Baikal", "Camp"])
  }

  @Test func `without anybody to ask it stays locked`() throws {
    let run = try machines.merge()
    #expect(run.end == .exited(3), "\(run.errorText)")
    #expect(run.errorText.contains("there is no terminal to ask for the password on"))
    #expect(try here.names() == ["Baikal", "Camp"])
  }

  @Test func `a copy with a newer key comes into the vault with the older one`() throws {
    let key = here.beside + "/rotated.vault"
    _ = try here.shell("cp \"$VAULT\" '\(key)'")
    here["XDG_STATE_HOME"] = here.beside + "/third"
    here["BUCKET_VAULT"] = machines.copy
    let unlock = try here.bucket(["unlock", "--password-stdin"], input: here.password + "\n")
    #expect(unlock.end == .exited(0))
    let run = try here.bucket(
      ["merge", key, "--password-stdin"], input: here.password + "\n")
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(run.errorText.contains("nothing new in"))
    #expect(run.errorText.contains("was given a new key since"), "\(run.errorText)")
  }

  @Test func `a place is decided with no key of either at hand`() throws {
    try machines.here("edit", "Camp", "-d", "here")
    here.useEditor("grep -q '^category: Park$' \"$1\"")
    let run = try merge(answers: [here.password])
    #expect(run.end == .exited(0), "\(run.errorText)")
    let shown = try machines.here("show", "Camp").outputText
    #expect(shown.contains("Park") && shown.contains("here"))
  }
}
