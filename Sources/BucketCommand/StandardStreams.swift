import BucketVault
import Glibc

/// The three descriptors that every program starts with, or should.
enum StandardStreams {
  /// Puts something that fails in the place of a stream that is closed: else the next file to be
  /// opened, such as the vault, would get its number, and be written to as if it were the stream.
  static func occupy() {
    for number: CInt in 0...2 {
      guard !Descriptor.isOpen(number) else { continue }
      // Reading from one that is open for writing alone fails, and the other way round.
      try? Descriptor.open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY).release()
    }
  }

  /// Lends a stream, which stays open.
  static func with<Value>(
    _ number: CInt, _ body: (borrowing Descriptor) throws(SystemError) -> Value
  ) throws(SystemError) -> Value {
    let stream = Descriptor(owning: number)
    let outcome = Result { () throws(SystemError) in try body(stream) }
    stream.release()
    return try outcome.get()
  }

  /// Reads standard input to its end, or at least a byte more than the limit.
  static func read(limit: Int) throws(SystemError) -> [UInt8] {
    try with(0) { stream throws(SystemError) in try stream.readAll(limit: limit) }
  }

  /// Writes to a stream.
  static func write(_ bytes: [UInt8], to number: CInt) throws(SystemError) {
    try with(number) { stream throws(SystemError) in try stream.write(bytes) }
  }

  /// Writes a secret to a stream without a copy of it in ordinary memory.
  static func write(_ secret: borrowing Secret, to number: CInt) throws(SystemError) {
    try with(number) { stream throws(SystemError) in try stream.write(secret) }
  }
}
