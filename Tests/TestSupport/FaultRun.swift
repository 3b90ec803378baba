/// What became of a program that ran with the fault shim.
public struct FaultRun: Sendable {
  public let run: ProgramRun
  /// The watched calls, in their order.
  public let calls: [WatchedCall]
  /// The watched call at which the fault struck first.
  public let struck: WatchedCall?

  init(run: ProgramRun, log: String) {
    self.run = run
    var calls: [WatchedCall] = []
    var struck: WatchedCall?
    for line in log.split(separator: "\n") {
      if let call = WatchedCall(line: line) { calls.append(call) }
      if line == "struck" { struck = struck ?? calls.last }
    }
    (self.calls, self.struck) = (calls, struck)
  }
}
