import Foundation
import TestSupport
import Testing

/// How an unlock was refused, as it was told to a script and to a person.
struct Refusal: Equatable {
  let reason: String
  let message: String
  let hints: [String]
  let status: Int

  /// What a script reads.
  private struct Report: Decodable {
    struct Failure: Decodable {
      let reason: String
      let message: String
      let hints: [String]
      let status: Int
    }
    let error: Failure
  }

  init(_ reason: String, _ message: String, hints: [String], status: Int = 4) {
    (self.reason, self.message, self.hints, self.status) = (reason, message, hints, status)
  }

  /// Reads what a run with `--json` wrote, and sees to it that the person was told the same.
  init(_ run: ProgramRun) throws {
    let failure = try JSONDecoder().decode(Report.self, from: Data(run.output)).error
    self.init(failure.reason, failure.message, hints: failure.hints, status: failure.status)
    #expect(run.end == .exited(CInt(status)))
    #expect(run.errorText.hasSuffix(transcript), "\(run.errorText)")
  }

  private var transcript: String {
    "bucket: error: \(message)\n" + hints.map { "bucket: hint: \($0)\n" }.joined()
  }

  static let recoveryHint = "if you have the recovery key: bucket unlock --recovery-key"
}

extension BucketHome {
  /// Tries to unlock, and returns how it was refused.
  func refusal(
    _ words: String..., answers: [String]? = [BucketHome.password], outside: [String] = [],
    inside: [String] = []
  ) throws -> Refusal {
    let words = ["unlock", "--json"] + words + (answers == nil ? [] : ["--password-stdin"])
    return try Refusal(
      ProgramRun.of(
        command(words, outside: outside, inside: inside), environment: environment,
        input: Array((answers ?? []).map { $0 + "\n" }.joined().utf8), timeout: .seconds(60)))
  }

  /// How many failed attempts an unlock tells of, which are read with the vault's key.
  func toldAttempts(answers: [String]) throws -> Int {
    struct Report: Decodable {
      let failedAttempts: Int
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let run = try run("unlock", "--json", answers: answers)
    try #require(run.end == .exited(0), "\(run.errorText)")
    return try decoder.decode(Report.self, from: Data(run.output)).failedAttempts
  }
}
