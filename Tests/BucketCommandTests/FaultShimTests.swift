import Glibc
import TestSupport
import Testing

/// What the tests of faults rely on.
@Suite(
  .enabled(if: FaultShim.isThere, "the fault shim was not built"),
  .enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct FaultShimTests {
  @Test(.enabled(if: Trace.isPossible, "strace is missing, or may not trace here"))
  func `no call that changes a file goes past the shim`() throws {
    let household = try Household()
    household.useEditor("printf 'name: Hut\\n\\nno road\\n' >\"$1\"")
    let words = ["add", "Hut", "--edit"]
    let start = try HomeCopy(of: [household.home, household.memory.path])
    let seen = try FaultShim(over: household).run(words, in: household)
    #expect(seen.run.end == .exited(0))
    let watched = seen.calls.filter { $0.traits.contains(.changes) && $0.target.hasPrefix("/") }
    #expect(watched.count > 20)
    try start.putBack()
    #expect(try watched.map(\.name) == Trace.changes(of: words, in: household))
  }

  @Test func `the editor finds nothing of the shim`() throws {
    let household = try Household()
    household.useEditor("env >'\(household.beside)/variables'")
    _ = try FaultShim(over: household).run(["add", "Hut", "--edit"], in: household)
    let variables = try household.shell("cat '\(household.beside)/variables'").outputText
    #expect(variables.contains("EDITOR="))
    #expect(!variables.contains("FAULT_") && !variables.contains("LD_PRELOAD"))
  }

  @Test func `a program can be stopped when it has just written`() throws {
    let household = try Household()
    _ = try household.bucket(["add", "Baikal"])
    let shim = FaultShim(streams: [1], calls: ["write"])
    let terminal = try PseudoTerminal(
      [BuiltProgram.bucket, "show", "Baikal"],
      environment: household.environment.merging(
        shim.environment(with: Fault(.stopsAfter, at: 1))
      ) { $1 })
    try terminal.expect("Baikal")
    let state = "until grep -q '^State:.T' /proc/\(terminal.processID)/status; do sleep 0.01; done"
    #expect(try household.shell("timeout 10 bash -c \"\(state)\"").end == .exited(0))
    kill(terminal.processID, SIGCONT)
    #expect(try terminal.wait() == .exited(0))
  }
}
