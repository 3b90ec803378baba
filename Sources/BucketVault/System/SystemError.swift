import CLinux
import Glibc

/// What the operating system answered when a call failed.
public struct SystemError: Error, Hashable, Sendable {
  /// The number of the error, as in `errno(3)`.
  public let code: CInt
  /// The call that failed, such as `fdatasync`.
  public let call: String

  public init(code: CInt, call: String) {
    (self.code, self.call) = (code, call)
  }

  static let folderSync = "fsync of the folder"
  static let uncutSync = "fdatasync of what can't be cut off"

  /// Whether all was written and put in place, and only a power cut might still undo it.
  public var comesAfterTheChange: Bool { call == Self.folderSync || call == Self.uncutSync }

  /// The code for a name that is taken.
  public static let alreadyExists = EEXIST

  /// The system's own words for the error.
  public var text: String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}

/// Runs a C call until no signal interrupts it, and turns a result of -1 into an error.
///
/// - Parameter name: The name of the call, kept for the error.
@discardableResult
package func system<Result: SignedInteger>(
  _ name: String, _ call: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result != -1 { return result }
    let code = errno
    if code != EINTR { throw SystemError(code: code, call: name) }
  }
}
