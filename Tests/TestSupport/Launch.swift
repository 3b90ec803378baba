import CLinux
import Glibc
import Synchronization

/// A program about to be started with streams of its own.
struct Launch {
  /// Where one of its streams leads to.
  enum Stream {
    case descriptor(CInt)
    /// Opened by the program itself, which makes the first terminal its controlling one.
    case path(String, flags: CInt)
    case closed
  }

  var arguments: [String]
  var environment: [String: String]
  /// What becomes of which descriptor, one after the other.
  var streams: [(number: CInt, stream: Stream)]
  var startsSession: Bool

  /// Held while a program starts and while a file is written: a program that starts in between
  /// would hold the file open, and one that is being written can't be run.
  static let lock = Mutex(())

  /// Starts the program with no signal blocked.
  ///
  /// - Throws: `ProgramError.notStarted`.
  func start() throws -> pid_t {
    var attributes = posix_spawnattr_t()
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawnattr_init(&attributes)
    unsafe posix_spawn_file_actions_init(&actions)
    defer {
      unsafe posix_spawnattr_destroy(&attributes)
      unsafe posix_spawn_file_actions_destroy(&actions)
    }
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe posix_spawnattr_setsigmask(&attributes, &set)
    unsafe sigfillset(&set)
    unsafe posix_spawnattr_setsigdefault(&attributes, &set)
    let flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    unsafe posix_spawnattr_setflags(
      &attributes, startsSession ? flags | bucket_spawn_session : flags)
    for (number, stream) in streams {
      switch stream {
      case .descriptor(let from):
        unsafe posix_spawn_file_actions_adddup2(&actions, from, number)
      case .path(let path, let flags):
        unsafe posix_spawn_file_actions_addopen(&actions, number, path, flags, 0)
      case .closed: unsafe posix_spawn_file_actions_addclose(&actions, number)
      }
    }
    var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for index in unsafe words.indices { unsafe free(words[index]) }
      for index in unsafe variables.indices { unsafe free(variables[index]) }
    }
    var started: pid_t = 0
    let code = Self.lock.withLock { _ in
      unsafe posix_spawnp(&started, arguments[0], &actions, &attributes, &words, &variables)
    }
    guard code == 0 else { throw ProgramError.notStarted(arguments[0], code: code) }
    return started
  }
}
