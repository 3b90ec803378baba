import CLinux
import Glibc

/// What a program did that ran without a terminal of its own.
public struct ProgramRun: Sendable {
  public let end: ProgramEnd
  public let output: [UInt8]
  public let errors: [UInt8]

  /// What was written to standard output, as text.
  public var outputText: String { String(decoding: output, as: UTF8.self) }
  /// What was written to standard error, as text.
  public var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - arguments: The program, looked for on the path if it has no slash, and what it is given.
  ///   - environment: All of its environment; ours is not handed on.
  ///   - input: What it reads from standard input.
  ///   - closing: Standard streams that are closed when it starts.
  ///   - startsSession: Whether it is cut off from any terminal.
  ///   - timeout: When to kill it.
  /// - Throws: `ProgramError`.
  public static func of(
    _ arguments: [String], environment: [String: String] = ["PATH": "/usr/bin:/bin"],
    input: [UInt8] = [], closing: Set<CInt> = [], startsSession: Bool = true,
    timeout: Duration = .seconds(30)
  ) throws -> ProgramRun {
    let (inputEnd, inputStart) = try pipe()
    let (outputEnd, outputStart) = try pipe()
    let (errorEnd, errorStart) = try pipe()
    var open: Set<CInt> = [
      inputEnd, inputStart, outputEnd, outputStart, errorEnd, errorStart,
    ]
    func shut(_ number: CInt) { if open.remove(number) != nil { close(number) } }
    defer { for number in open { close(number) } }
    let ends = [inputEnd, outputStart, errorStart]
    let streams = ends.enumerated().map { number, end -> (CInt, Launch.Stream) in
      (CInt(number), closing.contains(CInt(number)) ? .closed : .descriptor(end))
    }
    let id = try Launch(
      arguments: arguments, environment: environment, streams: streams,
      startsSession: startsSession
    ).start()
    for number in ends { shut(number) }
    var collected: [CInt: [UInt8]] = [outputEnd: [], errorEnd: []]
    var rest = input[...]
    let deadline = ContinuousClock.now + timeout
    signal(SIGPIPE, SIG_IGN)
    if rest.isEmpty { shut(inputStart) }
    while open.contains(outputEnd) || open.contains(errorEnd) {
      guard ContinuousClock.now < deadline else {
        kill(id, SIGKILL)
        _ = waitpid(id, nil, 0)
        let written = collected.values.joined()
        throw ProgramError.tookTooLong(written: String(decoding: written, as: UTF8.self))
      }
      var watched = open.map { number in
        pollfd(fd: number, events: Int16(number == inputStart ? POLLOUT : POLLIN), revents: 0)
      }
      guard unsafe poll(&watched, nfds_t(watched.count), 100) > 0 else { continue }
      for entry in watched where entry.revents != 0 {
        if entry.fd == inputStart {
          let written = unsafe Array(rest.prefix(4096)).withUnsafeBytes {
            unsafe write(inputStart, $0.baseAddress, $0.count)
          }
          if written > 0 { rest = rest.dropFirst(written) }
          if written <= 0 || rest.isEmpty { shut(inputStart) }
        } else {
          var buffer = [UInt8](repeating: 0, count: 1 << 16)
          let got = unsafe read(entry.fd, &buffer, buffer.count)
          if got > 0 { collected[entry.fd]!.append(contentsOf: buffer[..<got]) }
          if got <= 0 { shut(entry.fd) }
        }
      }
    }
    var status: CInt = 0
    _ = unsafe waitpid(id, &status, 0)
    return ProgramRun(
      end: ProgramEnd(waitStatus: status), output: collected[outputEnd]!,
      errors: collected[errorEnd]!)
  }

  private static func pipe() throws -> (CInt, CInt) {
    var ends: [CInt] = [0, 0]
    guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else {
      throw ProgramError.system("pipe2", code: errno)
    }
    return (ends[0], ends[1])
  }
}
