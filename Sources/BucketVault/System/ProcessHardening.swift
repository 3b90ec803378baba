import CLinux
import Glibc

/// What keeps the memory of this process from other processes and from core dumps.
public enum ProcessHardening {
  /// Forbids core dumps and tracing by other processes of the user; to be done before the first
  /// secret is read.
  ///
  /// - Returns: What the system refused.
  public static func apply() -> [SystemError] {
    leaveCrashesToTheSystem()
    // A limit on the size of files is told by EFBIG then, as a full disk is told by ENOSPC.
    signal(SIGXFSZ, SIG_IGN)
    var refused: [SystemError] = []
    do throws(SystemError) {
      try system("prctl") { bucket_prctl(PR_SET_DUMPABLE, 0) }
    } catch {
      refused.append(error)
    }
    do throws(SystemError) {
      let none = rlimit(rlim_cur: 0, rlim_max: 0)
      try system("setrlimit") {
        unsafe withUnsafePointer(to: none) {
          unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), $0)
        }
      }
    } catch {
      refused.append(error)
    }
    return refused
  }

  /// Takes the handlers of crashes away that Swift's runtime installs: they have another program
  /// read the memory of this one and show it, and even offer to look around in it.
  private static func leaveCrashesToTheSystem() {
    for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP]
    where bucket_ignores(number) == 0 {
      signal(number, SIG_DFL)
    }
  }
}
