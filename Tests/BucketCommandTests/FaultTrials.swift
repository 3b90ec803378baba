import TestSupport
import Testing

/// One command, tried with a fault at each of its calls.
struct FaultTrials {
  let household: FaultHousehold
  /// The run without faults.
  let whole: ProgramRun
  private let calls: [WatchedCall]
  private let before: String
  private let after: String
  private let expectedPaths: Set<String>

  init(_ scenario: FaultScenario) throws {
    household = try FaultHousehold(scenario)
    before = try household.look()
    try household.reset()
    let pathsBefore = try household.paths()
    let run = try household.run()
    (whole, calls) = (run.run, Self.selected(from: run.calls))
    #expect(whole.end == .exited(0), "\(whole.errorText)")
    #expect(!whole.errorText.contains("bucket: "), "\(whole.errorText)")
    expectedPaths = try pathsBefore.union(household.paths())
    after = try household.look()
    #expect(before != after)
  }

  /// All calls that change something; of those that read the same again and again, the first and the
  /// last.
  private static func selected(from calls: [WatchedCall]) -> [WatchedCall] {
    func isLikeOne(of others: ArraySlice<WatchedCall>, _ call: WatchedCall) -> Bool {
      others.contains { $0.name == call.name && $0.target == call.target }
    }
    return calls.indices.filter { index in
      let call = calls[index]
      return call.traits.contains(.changes)
        || !isLikeOne(of: calls[..<index], call) || !isLikeOne(of: calls[(index + 1)...], call)
    }.map { calls[$0] }
  }

  /// Has each of the faults happen at every call to which it can happen, and looks at each.
  func forEach(of deeds: [Fault.Deed], _ body: (FaultTrial) throws -> Void) throws {
    let scenario = household.scenario
    for deed in deeds {
      var outcomes: [String: Int] = [:]
      for call in calls where deed.happens(to: call) {
        let trial = try trial(Fault(deed, at: call.number), at: call)
        outcomes[trial.outcome, default: 0] += 1
        #expect(trial.isChanged || ([before] + scenario.between).contains(trial.found), "\(trial)")
        try body(trial)
        try household.expectNextChange(after: trial)
      }
      let counts = outcomes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      print("bucket \(scenario.testDescription): \(deed): \(counts.joined(separator: ", "))")
    }
    try household.reset()
  }

  private func trial(_ fault: Fault, at call: WatchedCall) throws -> FaultTrial {
    let run = try run(with: fault, at: call)
    let left = try household.paths().subtracting(expectedPaths)
    try household.takeAwayText(toldIn: run.run.errorText)
    let found = try household.look()
    return FaultTrial(
      fault: fault, call: call, run: run.run, found: found, isChanged: found == after,
      leftovers: left.filter { path in
        !left.contains { path != $0 && path.hasPrefix($0 + "/") }
      }.sorted())
  }

  /// Runs the command until the fault strikes the call that is meant. While a text of another test
  /// is kept in `/dev/shm`, which all share, a command that edits tells of it: the calls after that
  /// have other numbers.
  private func run(with fault: Fault, at call: WatchedCall) throws -> FaultRun {
    var patience = 3
    while true {
      try household.reset()
      let run = try household.run(with: fault)
      if run.struck?.name == call.name { return run }
      patience -= 1
      let strayed = "\(fault) did not strike \(call), but: \(run.calls)"
      guard patience > 0 else {
        Issue.record("\(strayed)")
        return run
      }
      print(strayed)
    }
  }
}
