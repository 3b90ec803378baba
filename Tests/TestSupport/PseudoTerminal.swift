import CLinux
import Glibc

/// A program at a terminal of its own, with somebody to type and to read.
public final class PseudoTerminal {
  private var master: CInt
  private let id: pid_t
  private var end: ProgramEnd?
  private var bytes: [UInt8] = []
  private var position = 0
  private var isHungUp = false

  /// Starts a program as the leader of a session whose terminal this is.
  ///
  /// - Parameters:
  ///   - arguments: The program, looked for on the path if it has no slash, and what it is given.
  ///   - environment: All of its environment, but for TERM.
  ///   - redirecting: Standard streams that lead to a path instead of the terminal.
  /// - Throws: `ProgramError`.
  public init(
    _ arguments: [String], environment: [String: String] = ["PATH": "/usr/bin:/bin"],
    redirecting: [CInt: String] = [:], columns: UInt16 = 80, rows: UInt16 = 24
  ) throws {
    master = unsafe bucket_openat(AT_FDCWD, "/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC, 0)
    let number = bucket_terminal_number(master)
    guard number >= 0 else { throw ProgramError.system("/dev/ptmx", code: errno) }
    let path = "/dev/pts/\(number)"
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    unsafe bucket_set_window_size(master, &size)
    // Opening the terminal makes it the controlling one, so that has to come first even where no
    // stream of the program leads to it.
    var streams: [(CInt, Launch.Stream)] = [
      (0, .path(path, flags: O_RDWR)), (1, .descriptor(0)), (2, .descriptor(0)),
    ]
    for (number, other) in redirecting {
      let flags = number == 0 ? O_RDONLY : O_WRONLY | O_CREAT
      streams.append((number, .path(other, flags: flags | O_NOCTTY)))
    }
    var variables = environment
    variables["TERM"] = variables["TERM"] ?? "xterm"
    id = try Launch(
      arguments: arguments, environment: variables, streams: streams, startsSession: true
    ).start()
  }

  deinit {
    if end == nil {
      kill(id, SIGKILL)
      _ = waitpid(id, nil, 0)
    }
    hangUp()
  }

  /// All that was written until now, by the program and by the terminal's echo.
  public var transcript: String { String(decoding: bytes, as: UTF8.self) }

  /// The process that was started.
  public var processID: CInt { id }

  /// Waits until a text is written after what was expected last, and returns what came until then,
  /// the text included.
  ///
  /// - Throws: `ProgramError.notWritten` when the time is over, or the program ended.
  @discardableResult
  public func expect(_ text: String, within timeout: Duration = .seconds(20)) throws -> String {
    let wanted = Array(text.utf8)
    let deadline = ContinuousClock.now + timeout
    while true {
      if let found = Self.range(of: wanted, in: bytes[position...]) {
        defer { position = found.upperBound }
        return String(decoding: bytes[position..<found.upperBound], as: UTF8.self)
      }
      guard ContinuousClock.now < deadline, read(for: 50) || !hasEnded || drain() else {
        throw ProgramError.notWritten(
          text, written: String(decoding: bytes[position...], as: UTF8.self))
      }
    }
  }

  /// Types text.
  public func send(_ text: String) {
    _ = unsafe Array(text.utf8).withUnsafeBytes { unsafe write(master, $0.baseAddress, $0.count) }
  }

  /// Types a letter with the control key held down.
  public func sendControl(_ letter: Character) {
    send(String(UnicodeScalar(letter.asciiValue! & 0x1f)))
  }

  /// Sends a signal to the program alone.
  public func signal(_ number: CInt) { kill(id, number) }

  /// Hangs up, as a window does that is closed; nothing more can be read then.
  public func hangUp() {
    if master >= 0 { close(master) }
    master = -1
    isHungUp = true
  }

  /// Whether the terminal shows what is typed.
  public var isEchoing: Bool { localFlags & tcflag_t(ECHO) != 0 }

  /// Whether the terminal hands on whole lines.
  public var isReadingLines: Bool { localFlags & tcflag_t(ICANON) != 0 }

  private var localFlags: tcflag_t {
    var flags = termios()
    _ = unsafe tcgetattr(master, &flags)
    return flags.c_lflag
  }

  /// Waits until a condition holds; false if it doesn't in time.
  public func eventually(
    within timeout: Duration = .seconds(10), _ condition: () -> Bool
  ) -> Bool {
    let deadline = ContinuousClock.now + timeout
    while !condition() {
      guard ContinuousClock.now < deadline else { return false }
      _ = read(for: 20)
    }
    return true
  }

  /// Waits until the program ends.
  ///
  /// - Throws: `ProgramError.tookTooLong`, after killing it.
  @discardableResult
  public func wait(within timeout: Duration = .seconds(20)) throws -> ProgramEnd {
    let deadline = ContinuousClock.now + timeout
    while !hasEnded {
      if ContinuousClock.now >= deadline {
        kill(id, SIGKILL)
        while !hasEnded { usleep(1000) }
        throw ProgramError.tookTooLong(written: transcript)
      } else {
        _ = read(for: 20)
      }
    }
    drain()
    return end!
  }

  private var hasEnded: Bool {
    var status: CInt = 0
    if end == nil, unsafe waitpid(id, &status, WNOHANG) == id {
      end = ProgramEnd(waitStatus: status)
    }
    return end != nil
  }

  /// Takes in what an ended program wrote, which may still be on its way to us; true if there was
  /// something.
  @discardableResult
  private func drain() -> Bool {
    let count = bytes.count
    // A child that it left may hold the terminal open, so the wait has to have an end.
    let deadline = ContinuousClock.now + .milliseconds(300)
    while !isHungUp, ContinuousClock.now < deadline { _ = read(for: 10) }
    return bytes.count > count
  }

  /// Takes in what is written; false if nothing was in time.
  private func read(for milliseconds: CInt) -> Bool {
    guard master >= 0 else {
      usleep(UInt32(milliseconds) * 1000)
      return false
    }
    var watched = [pollfd(fd: master, events: Int16(POLLIN), revents: 0)]
    guard unsafe poll(&watched, 1, milliseconds) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let got = unsafe Glibc.read(master, &buffer, buffer.count)
    if got > 0 { bytes.append(contentsOf: buffer[..<got]) }
    // Nobody has the terminal open: not yet, for a moment, or any more.
    isHungUp = got <= 0
    if isHungUp { usleep(UInt32(milliseconds) * 1000) }
    return got > 0
  }

  private static func range(of wanted: [UInt8], in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    guard bytes.count >= wanted.count else { return nil }
    for start in bytes.startIndex...(bytes.endIndex - wanted.count)
    where bytes[start..<(start + wanted.count)].elementsEqual(wanted) {
      return start..<(start + wanted.count)
    }
    return nil
  }
}
