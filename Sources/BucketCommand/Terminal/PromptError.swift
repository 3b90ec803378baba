import BucketVault
import Glibc

/// Why a question has no answer.
enum PromptError: Error, Equatable {
  /// There is no terminal to ask on.
  case noTerminal
  /// The input ended before an answer.
  case endOfInput
  /// A signal came; the terminal is as it was, and the signal is to be raised again when
  /// everything else is put right.
  case interrupted(CInt)
  case timedOut
  /// An answer has more bytes than the limit.
  case tooLong(limit: Int)
  /// An answer holds a NUL, which no password can have.
  case containsNUL
  case system(SystemError)
}

extension PromptError {
  /// Runs calls to the terminal, and makes their failure one of the question.
  static func catching<Result: ~Copyable>(
    _ body: () throws(SystemError) -> Result
  ) throws(PromptError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      // The terminal hung up, or belongs to another session by now.
      throw error.code == EIO ? .noTerminal : .system(error)
    }
  }
}
