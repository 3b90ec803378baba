import BucketVault
import CLinux
import Glibc

/// Shows a picture at the terminal by the program chafa, which is given it through a pipe.
struct PictureViewer {
  /// How a terminal is given a picture; what chafa calls it.
  enum Format: String { case kitty, iterm, sixels }

  /// Why a picture can't be shown.
  enum Refusal: Error {
    case noProtocol, noProgram, failed, hung
    case system(SystemError)
  }

  private let program: String
  private let format: Format
  private let environment: Environment

  /// How long chafa may take nothing of a picture, or go on after it has all of it.
  private static let patience = Duration.seconds(10)
  /// So much can be written at once to a pipe that has room.
  private static let pieceCount = 4_096

  /// Finds out whether pictures can be shown.
  init(_ environment: Environment) throws(Refusal) {
    self.environment = environment
    guard let format = Self.format(environment) else { throw .noProtocol }
    guard let program = SearchPath(environment["PATH"]).program(named: "chafa") else {
      throw .noProgram
    }
    (self.format, self.program) = (format, program)
  }

  /// Shows a picture.
  ///
  /// - Parameter feed: Hands over the picture bit by bit, as long as it is taken.
  func show(_ feed: (_ take: @escaping ([UInt8]) -> Bool) -> Void) throws(Refusal) {
    var ends: [CInt] = [0, 0]
    do throws(SystemError) {
      try system("pipe2") { unsafe pipe2(&ends, O_CLOEXEC) }
    } catch {
      throw .system(error)
    }
    let child = try start(reading: Descriptor(owning: ends[0]))
    // A chafa that ended is told of by how it ended.
    let before = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, before) }
    var isStuck = false
    do {
      let pipe = Descriptor(owning: ends[1])
      feed { [number = pipe.number] bytes in
        for start in stride(from: 0, to: bytes.count, by: Self.pieceCount) {
          guard Self.hasRoom(number) else {
            isStuck = true
            return false
          }
          let piece = bytes[start..<min(start + Self.pieceCount, bytes.count)]
          if (try? StandardStreams.write(Array(piece), to: number)) == nil { return false }
        }
        return true
      }
    }
    if isStuck { child.send(SIGKILL) }
    switch try Self.end(of: child) {
    case _ where isStuck: throw .hung
    case .exited(0): return
    default: throw .failed
    }
  }

  private func start(reading picture: consuming Descriptor) throws(Refusal) -> ChildProcess {
    ChildProcess.expectEndings()
    do throws(SystemError) {
      let nothing = try Descriptor.open("/dev/null", O_WRONLY)
      return try ChildProcess(
        [program, "--format", format.rawValue, "--animate", "off", "-"],
        environment: [
          "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": environment["TERM"] ?? "dumb",
        ],
        streams: [picture.number, 1, nothing.number])
    } catch {
      throw .system(error)
    }
  }

  /// Waits until a pipe takes something, for as long as is bearable.
  private static func hasRoom(_ pipe: CInt) -> Bool {
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline {
      var watched = pollfd(fd: pipe, events: Int16(POLLOUT), revents: 0)
      if unsafe poll(&watched, 1, 100) > 0 { return true }
    }
    return false
  }

  private static func end(of child: ChildProcess) throws(Refusal) -> ChildProcess.State {
    let deadline = ContinuousClock.now + patience
    do throws(SystemError) {
      while ContinuousClock.now < deadline {
        let state = try child.state()
        if state != .running { return state }
        usleep(5_000)
      }
      child.send(SIGKILL)
      while try child.state() == .running { usleep(5_000) }
    } catch {
      throw .system(error)
    }
    throw .hung
  }
}
