import FoundationEssentials

extension Date {
  /// The beginning of the second, which is as much as the dates of ISO 8601 in a vault tell.
  var wholeSeconds: Date {
    Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate.rounded(.down))
  }
}
