@testable import BucketCommand

/// A command line, each word ended by a zero byte as in the memory of a process.
enum CommandLineTarget: FuzzTarget {
  static let name = "command-line"

  static func check(_ bytes: [UInt8]) throws {
    let words = bytes.split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    let completion = Completion(of: words, in: Commands.table)
    try Violation.unless(completion.answer.hasSuffix("\n"), "a completion has no end")
    do throws(UsageError) {
      _ = try Commands.table.request(for: words)
    } catch {
      let failure = Failure.usage(error, of: nil)
      try Violation.unless(
        !failure.message.isEmpty && failure.hints.allSatisfy { !$0.isEmpty },
        "nothing is said about \(error)")
    }
  }
}
