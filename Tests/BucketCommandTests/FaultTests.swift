import BucketVault
import Glibc
import TestSupport
import Testing

/// Whatever goes wrong at whichever of the calls by which a command changes files: the change is made
/// or not, what is said fits, and nothing is left that isn't told of.
@Suite(
  .enabled(if: FaultShim.isThere, "the fault shim was not built"),
  .enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct FaultTests {
  static let errors: [Fault.Deed] = [
    .fails(EIO), .fails(ENOSPC), .fails(EDQUOT), .goesOnFailing(ENOSPC),
  ]

  /// What is only said where nothing was changed, and only where something was.
  private static let denials = [
    "nothing was changed", "as it was", "nothing was written", "there is no vault",
    "nothing was made", "opens nothing",
  ]
  private static let claims = ["the change is made", "is saved", "the file is there"]

  @Test(arguments: FaultScenario.table)
  func `a refused call leaves what was before or what is after, and is explained`(
    scenario: FaultScenario
  ) throws {
    try FaultTrials(scenario).forEach(of: Self.errors) { trial in
      let text = trial.text
      if trial.run.end == .exited(0) {
        let isWarnedOf = scenario.isBesides && text.contains("bucket: warning: ")
        #expect(trial.isChanged || isWarnedOf, "\(trial)")
      } else {
        #expect(trial.run.end == .exited(1), "\(trial)")
        #expect(text.contains("bucket: error: ") && text.contains("bucket: hint: "), "\(trial)")
        let reason = SystemError(code: trial.fault.deed.error!, call: "").text
        #expect(text.contains(reason), "\(trial)")
        for words in trial.isChanged ? Self.denials : Self.claims {
          #expect(!trial.complaints.contains(words), "\(trial)")
        }
      }
      for path in trial.leftovers { #expect(trial.tells(of: path), "\(trial): left \(path)") }
    }
  }

  @Test(arguments: FaultScenario.table)
  func `an interrupted call is made again, and a short one gone on with`(
    scenario: FaultScenario
  ) throws {
    let trials = try FaultTrials(scenario)
    let whole = trials.whole
    try trials.forEach(of: [.fails(EINTR), .isShort]) { trial in
      #expect(trial.run.end == .exited(0) && trial.isChanged, "\(trial)")
      #expect(!trial.text.contains("bucket: "), "\(trial)")
      #expect(trial.run.output.count == whole.output.count, "\(trial)")
      #expect(trial.run.errors.count == whole.errors.count, "\(trial)")
      #expect(trial.leftovers.isEmpty, "\(trial): left \(trial.leftovers)")
    }
  }

  @Test(arguments: FaultScenario.table)
  func `a killed command has happened or not, and what it left is found`(
    scenario: FaultScenario
  ) throws {
    let trials = try FaultTrials(scenario)
    var outcomes: Set<Bool> = []
    try trials.forEach(of: [.killsBefore, .killsAfter]) { trial in
      outcomes.insert(trial.isChanged)
      #expect(trial.run.end == .killed(9), "\(trial)")
      if !trial.leftovers.isEmpty { try trials.household.expectFound(trial) }
    }
    #expect(outcomes == [false, true])
  }
}
