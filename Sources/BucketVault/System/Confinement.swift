import CLinux
import Glibc

/// Work with a secret by a library that leaves copies of it in ordinary memory, done in a child
/// process.
///
/// Whatever the work leaves behind goes with the child, whose memory the kernel clears before anybody
/// gets it. This process keeps what the work wrote, and nothing else.
public enum Confinement {
  /// Why nothing came of the work.
  public enum Failure: Error, Hashable, Sendable {
    /// There is no child, or the work failed in it.
    case failed(SystemError)
    /// A signal with this number ended the child: `SIGALRM` when the work took too long.
    case killed(CInt)
  }

  /// The seconds that the work may take: a library may ask a service of the system that hangs.
  private static let patience: CUnsignedInt = 10

  /// Does the work and waits for its end. Only for a process of one thread.
  ///
  /// The standard streams of the work lead nowhere. What it throws is thrown here as well, as the
  /// code of the error and the name given here.
  ///
  /// - Parameters:
  ///   - name: The call that the work is made for.
  ///   - limit: The bytes that are taken of what it writes.
  ///   - work: Is lent the descriptor to write to.
  /// - Returns: What was written.
  package static func run(
    _ name: String, limit: Int, _ work: (borrowing Descriptor) throws(SystemError) -> Void
  ) throws(Failure) -> Secret {
    var written = Secret(count: limit)
    let count: Int
    let status: CInt
    do throws(SystemError) {
      (count, status) = try end(of: work, writingTo: &written)
    } catch {
      throw .failed(error)
    }
    guard bucket_exited(status) != 0 else { throw .killed(bucket_termination_signal(status)) }
    let code = bucket_exit_status(status)
    if code != 0 { throw .failed(SystemError(code: code, call: name)) }
    return written.prefix(count)
  }

  /// Has a child do the work, and tells how much it wrote and how it ended.
  private static func end(
    of work: (borrowing Descriptor) throws(SystemError) -> Void, writingTo written: inout Secret
  ) throws(SystemError) -> (count: Int, status: CInt) {
    var ends: [CInt] = [0, 0]
    try system("pipe2") { unsafe pipe2(&ends, O_CLOEXEC) }
    let reader = Descriptor(owning: ends[0])
    let writer = Descriptor(owning: ends[1])
    let child = try start(work, reader: ends[0], writer)
    _ = consume writer
    var count = 0
    let outcome = Result { () throws(SystemError) in
      while count < written.count {
        let got = try reader.read(into: &written, at: count)
        if got == 0 { break }
        count += got
      }
    }
    // Else a child that writes more than that would never end.
    _ = consume reader
    var status: CInt = 0
    try system("waitpid") { unsafe waitpid(child, &status, 0) }
    try outcome.get()
    return (count, status)
  }

  private static func start(
    _ work: (borrowing Descriptor) throws(SystemError) -> Void, reader: CInt,
    _ writer: borrowing Descriptor
  ) throws(SystemError) -> pid_t {
    // Where endings are ignored, nobody could wait for one.
    signal(SIGCHLD, SIG_DFL)
    let child = try system("fork") { bucket_fork() }
    if child != 0 { return child }
    close(reader)
    end(after: work, writer)
  }

  /// Does the work in the child, and ends it without a trace in the files and streams it shares.
  private static func end(
    after work: (borrowing Descriptor) throws(SystemError) -> Void, _ writer: borrowing Descriptor
  ) -> Never {
    do throws(SystemError) {
      var none = sigset_t()
      unsafe sigemptyset(&none)
      unsafe sigprocmask(SIG_SETMASK, &none, nil)
      signal(SIGALRM, SIG_DFL)
      alarm(patience)
      let nowhere = try Descriptor.open("/dev/null", O_RDWR)
      for stream: CInt in 0...2 { try system("dup2") { dup2(nowhere.number, stream) } }
      try work(writer)
    } catch {
      // The numbers of errors fit into a status.
      _exit(error.code)
    }
    _exit(0)
  }
}
