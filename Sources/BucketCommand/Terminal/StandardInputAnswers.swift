import BucketVault

/// Answers from standard input, a line for each question, for scripts and tests.
///
/// A line is everything before its newline, a carriage return too. Nothing is read ahead, so what
/// follows the last answer is left for others.
struct StandardInputAnswers {
  private let number: CInt

  /// - Parameter number: The descriptor to read.
  init(number: CInt = 0) { self.number = number }

  /// Reads the next line.
  ///
  /// - Throws: `endOfInput`, `tooLong`, `containsNUL` or `system`.
  func next() throws(PromptError) -> Secret {
    var line = SecretLine()
    var step = SecretLine.Step.incomplete
    while step == .incomplete {
      do throws(SystemError) {
        step = try line.readByte(from: number)
      } catch {
        throw .system(error)
      }
    }
    guard step == .complete else { throw .endOfInput }
    return try line.secret()
  }
}
