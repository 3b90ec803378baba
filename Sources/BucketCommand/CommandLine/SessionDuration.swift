import BucketVault

/// The length of a session, as `--for` gives it.
enum SessionDuration {
  /// - Throws: A usage error when a session can't be so short or so long.
  static func checked(
    _ argument: DurationArgument?, of form: String
  ) throws(UsageError) -> Duration {
    guard let argument else { return KeySession.usualDuration }
    guard KeySession.durationsAllowed.contains(argument.duration) else {
      throw .unreadable(
        argument.text, Declaration(form, ""),
        ArgumentError(reason: "it is out of range", hint: "a vault stays open for 1s to 7d"))
    }
    return argument.duration
  }
}
