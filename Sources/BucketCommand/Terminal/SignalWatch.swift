import BucketVault
import CLinux
import Glibc

/// Signals held back while something stands open that must be put right before the program ends.
///
/// They are blocked and read from a descriptor, so nothing ever runs inside a signal handler. When
/// the watch goes away the mask is as before, and a signal that came meanwhile does what it does.
/// A signal that the program was started to ignore, as `nohup` does with HUP, stays ignored.
///
/// The mask belongs to the calling thread: there may be no other.
struct SignalWatch: ~Copyable {
  /// The signals that end a program from outside.
  ///
  /// QUIT is among them although it is meant to leave a core: there is none of a program that
  /// holds secrets, and a terminal without echo is no better after `^\` than after `^C`.
  static let ending: [CInt] = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]

  /// What a wait ended with.
  enum Event: Equatable {
    case readable
    case signal(CInt)
    case timedOut
  }

  private let maskBefore: sigset_t
  private let descriptor: Descriptor

  init(_ signals: [CInt]) throws(SystemError) {
    // Blocked signals queue up even when they are ignored, so the ignored are left alone.
    var watched = Self.set(of: signals.filter { bucket_ignores($0) == 0 })
    descriptor = Descriptor(
      owning: try system("signalfd") {
        unsafe signalfd(-1, &watched, CInt(SFD_CLOEXEC | SFD_NONBLOCK))
      })
    var before = sigset_t()
    unsafe sigprocmask(SIG_BLOCK, &watched, &before)
    maskBefore = before
  }

  deinit {
    var before = maskBefore
    unsafe sigprocmask(SIG_SETMASK, &before, nil)
  }

  /// Waits until a signal comes, the descriptor can be read, or the time is over.
  ///
  /// - Parameters:
  ///   - number: The descriptor to wait for; signals alone if `nil`.
  ///   - deadline: When to give up; never if `nil`.
  func wait(
    for number: CInt? = nil, until deadline: ContinuousClock.Instant? = nil
  ) throws(SystemError) -> Event {
    while true {
      // Signals come first: what was typed after `^C` doesn't count.
      if let signal = try takeSignal() { return .signal(signal) }
      var watched = [pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)]
      if let number { watched.append(pollfd(fd: number, events: Int16(POLLIN), revents: 0)) }
      let milliseconds = deadline.map { Self.milliseconds(until: $0) } ?? -1
      let ready = unsafe poll(&watched, nfds_t(watched.count), milliseconds)
      if ready == -1, errno != EINTR { throw SystemError(code: errno, call: "poll") }
      if let deadline, ready == 0, deadline <= .now { return .timedOut }
      if ready > 0, watched[0].revents == 0 { return .readable }
    }
  }

  /// The next signal that already came, if there is one.
  func takeSignal() throws(SystemError) -> CInt? {
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    do throws(SystemError) {
      try system("read") { unsafe Glibc.read(descriptor.number, &information, size) }
    } catch {
      if error.code == EAGAIN { return nil }
      throw error
    }
    return CInt(information.ssi_signo)
  }

  /// Stops the program as the signal by itself would, and returns when it goes on.
  ///
  /// In a process group that nobody would wake, the kernel lets it run on at once.
  func stop(by signal: CInt) {
    var stopping = Self.set(of: [signal])
    var mask = sigset_t()
    // Raised while it is blocked, so that one which the terminal has sent meanwhile doesn't stop
    // the program a second time: whatever wakes it takes both away.
    raise(signal)
    unsafe sigprocmask(SIG_UNBLOCK, &stopping, &mask)
    unsafe sigprocmask(SIG_SETMASK, &mask, nil)
    // The signal that woke it has done its work.
    var continuing = Self.set(of: [SIGCONT])
    var now = timespec()
    unsafe sigtimedwait(&continuing, nil, &now)
  }

  /// Ends the program by a signal, so that whoever started it sees which.
  ///
  /// Nothing is cleaned up any more: the last thing to call, after all that has a `deinit` is gone.
  static func reraise(_ number: CInt) -> Never {
    signal(number, SIG_DFL)
    var unblocked = set(of: [number])
    unsafe sigprocmask(SIG_UNBLOCK, &unblocked, nil)
    raise(number)
    exit(128 + number)
  }

  private static func set(of signals: [CInt]) -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    return set
  }

  private static func milliseconds(until deadline: ContinuousClock.Instant) -> CInt {
    let left = ContinuousClock.now.duration(to: deadline)
    guard left > .zero else { return 0 }
    // Rounded up, so that the wait doesn't spin through its last millisecond.
    return CInt(clamping: Int64((left / .milliseconds(1)).rounded(.up)))
  }
}
