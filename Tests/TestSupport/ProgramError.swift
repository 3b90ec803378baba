/// What went wrong with a program under test, apart from what it did itself.
public enum ProgramError: Error, CustomStringConvertible {
  case notStarted(String, code: CInt)
  /// It was killed after the time was over; what it wrote until then.
  case tookTooLong(written: String)
  /// It never wrote what was expected; what it wrote instead.
  case notWritten(String, written: String)
  case system(String, code: CInt)

  public var description: String {
    switch self {
    case .notStarted(let program, let code): "\(program) did not start: error \(code)"
    case .tookTooLong(let written): "took too long, after writing: \(written.debugDescription)"
    case .notWritten(let expected, let written):
      "did not write \(expected.debugDescription), but: \(written.debugDescription)"
    case .system(let call, let code): "\(call) failed: error \(code)"
    }
  }
}
