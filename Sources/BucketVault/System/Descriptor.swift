import CLinux
import Glibc

/// An open file descriptor, closed when it goes away and never handed to a child.
public struct Descriptor: ~Copyable, Sendable {
  package let number: CInt

  /// Takes over a descriptor that nothing else will close.
  package init(owning number: CInt) { self.number = number }

  deinit { close(number) }

  /// Leaves the descriptor open, for whoever it belongs to.
  package consuming func release() { discard self }

  /// Opens a path; `flags` are those of `open(2)`, to which O_CLOEXEC is added.
  ///
  /// - Parameter mode: The permissions of a file that the call makes.
  package static func open(_ path: String, _ flags: CInt, mode: UInt32 = 0) throws(SystemError)
    -> Descriptor
  {
    Descriptor(
      owning: try system("open") {
        unsafe bucket_openat(AT_FDCWD, path, flags | O_CLOEXEC, mode)
      })
  }

  /// Whether a number stands for an open descriptor, whoever it belongs to.
  package static func isOpen(_ number: CInt) -> Bool {
    var status = stat()
    return unsafe fstat(number, &status) == 0
  }

  /// What the system knows of the open file.
  package func status() throws(SystemError) -> FileStatus {
    var status = stat()
    try system("fstat") { unsafe fstat(number, &status) }
    return FileStatus(status)
  }

  /// Reads up to `count` bytes from where the descriptor stands; none at the end of the input.
  package func read(count: Int) throws(SystemError) -> [UInt8] {
    try unsafe bytes(count: count) { buffer throws(SystemError) in
      try system("read") { unsafe Glibc.read(number, buffer.baseAddress, buffer.count) }
    }
  }

  /// Reads from where the descriptor stands to the end of the input, or at least a byte more than the
  /// limit.
  ///
  /// - Parameter expected: How many bytes there probably are.
  package func readAll(limit: Int, expecting expected: Int = 0) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(max(expected, 0), limit))
    while bytes.count <= limit {
      let piece = try read(count: 1 << 16)
      if piece.isEmpty { break }
      bytes += piece
    }
    return bytes
  }

  /// Reads bytes into a secret, from an offset on as many as there is room for, or fewer.
  ///
  /// - Returns: How many were read; none at the end of the input.
  package func read(into secret: inout Secret, at offset: Int) throws(SystemError) -> Int {
    try secret.withMutableBytes { bytes throws(SystemError) in
      try unsafe bytes.withUnsafeMutableBytes { buffer throws(SystemError) in
        try system("read") {
          unsafe Glibc.read(number, buffer.baseAddress! + offset, buffer.count - offset)
        }
      }
    }
  }

  /// Reads `count` bytes at an offset in bytes, fewer only where the file ends.
  package func read(count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    try unsafe bytes(count: count) { buffer throws(SystemError) in
      var done = 0
      while done < buffer.count {
        let got = try system("pread") {
          unsafe pread(
            number, buffer.baseAddress! + done, buffer.count - done, off_t(offset + done))
        }
        if got == 0 { break }
        done += got
      }
      return done
    }
  }

  private func bytes(
    count: Int, fill: (UnsafeMutableRawBufferPointer) throws(SystemError) -> Int
  ) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemError) {
        filled = try unsafe fill(UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes all the bytes from where the descriptor stands.
  package func write(_ bytes: some Collection<UInt8>) throws(SystemError) {
    try unsafe write(bytes) { start, count, _ in unsafe Glibc.write(number, start, count) }
  }

  /// Writes all the bytes of a secret that is meant to be seen.
  package func write(_ secret: borrowing Secret) throws(SystemError) {
    try secret.withBytes { bytes throws(SystemError) in
      try unsafe bytes.withUnsafeBytes { buffer throws(SystemError) in
        var done = 0
        while done < buffer.count {
          done += try system("write") {
            unsafe Glibc.write(number, buffer.baseAddress! + done, buffer.count - done)
          }
        }
      }
    }
  }

  /// Writes all the bytes at an offset in bytes.
  package func write(_ bytes: some Collection<UInt8>, at offset: Int) throws(SystemError) {
    try unsafe write(bytes) { start, count, done in
      unsafe pwrite(number, start, count, off_t(offset + done))
    }
  }

  private func write(
    _ bytes: some Collection<UInt8>, by call: (UnsafeRawPointer, Int, Int) -> Int
  ) throws(SystemError) {
    let bytes = Array(bytes)
    var done = 0
    while done < bytes.count {
      done += try system("write") {
        unsafe bytes.withUnsafeBytes { buffer in
          unsafe call(buffer.baseAddress! + done, buffer.count - done, done)
        }
      }
    }
  }

  /// Has the file's data, and what is needed to find it, reach the disk.
  func syncData() throws(SystemError) {
    try system("fdatasync") { fdatasync(number) }
  }

  /// Has the file or folder reach the disk with all that is known of it.
  func sync() throws(SystemError) {
    try system("fsync") { fsync(number) }
  }

  /// Cuts the file to a length in bytes.
  func truncate(to length: Int) throws(SystemError) {
    try system("ftruncate") { ftruncate(number, off_t(length)) }
  }

  /// Takes the lock of `flock(2)` at once, or tells that somebody else holds it.
  package func tryLock(exclusively: Bool) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try system("flock") { flock(number, (exclusively ? LOCK_EX : LOCK_SH) | LOCK_NB) }
      return true
    } catch {
      if error.code == EWOULDBLOCK { return false }
      throw error
    }
  }

  /// Takes the lock of `flock(2)`, or tells that somebody else holds it all the time.
  func lock(exclusively: Bool, within patience: Duration) throws(SystemError) -> Bool {
    let start = ContinuousClock.now
    while true {
      if try tryLock(exclusively: exclusively) { return true }
      if ContinuousClock.now - start >= patience { return false }
      usleep(2_000)
    }
  }

  /// Lets go of the lock of `flock(2)`.
  func unlock() { flock(number, LOCK_UN) }
}
