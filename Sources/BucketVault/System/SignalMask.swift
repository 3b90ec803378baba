import CLinux
import Glibc

/// Does a piece of work that no signal which can be caught shall cut in two.
///
/// Signals that arrive meanwhile are delivered after it.
func withSignalsHeld<Result: ~Copyable, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  var held = sigset_t()
  var before = sigset_t()
  unsafe sigemptyset(&held)
  for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] { unsafe sigaddset(&held, signal) }
  unsafe pthread_sigmask(SIG_BLOCK, &held, &before)
  defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
  return try body()
}
