import BucketVault
import CLinux
import Glibc

/// A program that was started from this one and shares its process group, and so its terminal.
struct ChildProcess {
  enum State: Equatable {
    case running, stopped
    case exited(CInt)
    case killed(CInt)
  }

  private let id: pid_t

  /// Starts a program with no signal blocked, and with files of its making readable by us alone.
  ///
  /// - Parameters:
  ///   - arguments: The path of the program and what it is given.
  ///   - streams: The descriptors that become its standard input, output and error.
  ///   - other: A descriptor that it has as well, under the same number.
  init(
    _ arguments: [String], environment: [String: String], streams: [CInt],
    inheriting other: CInt? = nil
  ) throws(SystemError) {
    var attributes = posix_spawnattr_t()
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawnattr_init(&attributes)
    unsafe posix_spawn_file_actions_init(&actions)
    defer {
      unsafe posix_spawnattr_destroy(&attributes)
      unsafe posix_spawn_file_actions_destroy(&actions)
    }
    var mask = sigset_t()
    unsafe sigemptyset(&mask)
    unsafe posix_spawnattr_setsigmask(&attributes, &mask)
    unsafe sigaddset(&mask, SIGPIPE)
    unsafe sigaddset(&mask, SIGCHLD)
    unsafe sigaddset(&mask, SIGXFSZ)
    unsafe posix_spawnattr_setsigdefault(&attributes, &mask)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    // A stream that stays where it is loses its close-on-exec flag by this as well.
    for (stream, number) in streams.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, number, CInt(stream))
    }
    if let other { unsafe posix_spawn_file_actions_adddup2(&actions, other, other) }
    var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for index in unsafe words.indices { unsafe free(words[index]) }
      for index in unsafe variables.indices { unsafe free(variables[index]) }
    }
    let before = umask(0o077)
    var started: pid_t = 0
    let code = unsafe posix_spawn(
      &started, arguments[0], &actions, &attributes, &words, &variables)
    umask(before)
    guard code == 0 else { throw SystemError(code: code, call: "posix_spawn") }
    id = started
  }

  /// What has become of the program since it was asked last.
  ///
  /// It isn't to be asked again after the program ended.
  func state() throws(SystemError) -> State {
    var status: CInt = 0
    let changed = try system("waitpid") { unsafe waitpid(id, &status, WNOHANG | WUNTRACED) }
    if changed == 0 { return .running }
    if bucket_exited(status) != 0 { return .exited(bucket_exit_status(status)) }
    return bucket_stopped(status) != 0 ? .stopped : .killed(bucket_termination_signal(status))
  }

  func send(_ signal: CInt) { kill(id, signal) }

  /// Makes sure that the end of a program is told of, even if we were started to ignore that.
  static func expectEndings() { signal(SIGCHLD, SIG_DFL) }
}
