/// What is said about the program as a whole, in its help and its manual.
struct Program: Sendable {
  let version: String
  /// When the version was made, as `2026-03-12`: the date of the manual.
  let date: String
  /// One line without a full stop, which follows the name in the manual.
  let summary: String
  let description: String
  var examples: [Example] = []
  var exitStatuses: [Term] = []
  var environment: [Term] = []
  var files: [Term] = []
  /// Other pages of the manual: `faillock(8)`.
  var seeAlso: [String] = []
}
