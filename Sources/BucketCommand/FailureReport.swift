import FoundationEssentials

/// A failure as scripts read it.
///
/// An object `error` with `reason`, the stable name, `message`, `hints` and `status`, the exit status.
struct FailureReport: Encodable {
  private struct Report: Encodable {
    let reason: String
    let message: String
    let hints: [String]
    let status: Int32
  }

  private let error: Report

  init(_ failure: Failure) {
    error = Report(
      reason: failure.name, message: failure.message, hints: failure.hints + failure.choices,
      status: failure.status.code)
  }

  /// One line of JSON.
  var json: String { JSONLine.text(self) }
}
