/// What went wrong with a program under test, apart from what it did itself.
public enum ProgramError: Error, CustomStringConvertible {
  case notStarted(String, code: CInt)
  /// It was killed after the time was over; what it wrote until then.
  case tookTooLong(written: String)
  /// It never wrote what was expected; what it wrote instead.
  case notWritten(String, written: String)
  case system(String, code: CInt)
  /// A program that a test rests on; what it said.
  case failed(String, written: String)

  public var description: String {
    switch self {
    case .notStarted(let program, let code): "\(program) did not start: error \(code)"
    case .tookTooLong(let written): "took too long, after writing: \(written.debugDescription)"
    case .notWritten(let expected, let written):
      "did not write \(expected.debugDescription), but: \(written.debugDescription)"
    case .system(let call, let code): "\(call) failed: error \(code)"
    case .failed(let program, let written): "\(program) failed: \(written)"
    }
  }
}
