import CLinux

/// How a program ended.
public enum ProgramEnd: Hashable, Sendable, CustomStringConvertible {
  case exited(CInt)
  case killed(CInt)

  init(waitStatus: CInt) {
    self =
      bucket_exited(waitStatus) != 0
      ? .exited(bucket_exit_status(waitStatus)) : .killed(bucket_termination_signal(waitStatus))
  }

  public var description: String {
    switch self {
    case .exited(let status): "exit status \(status)"
    case .killed(let signal): "signal \(signal)"
    }
  }
}
