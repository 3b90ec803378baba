import BucketVault
import Glibc

/// A line of input on its way into guarded memory, byte by byte, with no copy on the way.
struct SecretLine: ~Copyable {
  /// What one more byte made of the line.
  enum Step {
    case incomplete, complete, endOfInput
  }

  /// The bytes that a line may have.
  ///
  /// A terminal cuts off lines of 4,096 bytes without a word, so the limit has to be well below
  /// to notice; the longest answer that PAM takes is 512.
  static let limit = 1024

  private var bytes = Secret(count: SecretLine.limit + 1)
  private var count = 0
  private var containsNUL = false

  /// Reads one byte, and nothing beyond it: the rest belongs to whoever reads next.
  ///
  /// A line that the input ends in counts as complete, an empty one as the end of the input. A
  /// line that has become too long counts as complete.
  mutating func readByte(from number: CInt) throws(SystemError) -> Step {
    let position = count
    let byte = try bytes.withMutableBytes { bytes throws(SystemError) -> UInt8? in
      try unsafe bytes.withUnsafeMutableBytes { buffer throws(SystemError) -> UInt8? in
        let got = try system("read") {
          unsafe Glibc.read(number, buffer.baseAddress! + position, 1)
        }
        return unsafe got == 1 ? buffer[position] : nil
      }
    }
    guard let byte else { return count == 0 ? .endOfInput : .complete }
    if byte == UInt8(ascii: "\n") { return .complete }
    if byte == 0 { containsNUL = true }
    count += 1
    return count > Self.limit ? .complete : .incomplete
  }

  /// The line without its newline.
  ///
  /// - Throws: `tooLong` or `containsNUL`.
  consuming func secret() throws(PromptError) -> Secret {
    guard count <= Self.limit else { throw .tooLong(limit: Self.limit) }
    guard !containsNUL else { throw .containsNUL }
    return bytes.prefix(count)
  }
}
