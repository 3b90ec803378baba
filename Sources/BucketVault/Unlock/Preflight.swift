import CLinux
import Glibc

/// What can be seen of this process and machine before PAM is asked, to explain a refusal by it.
///
/// PAM's codes alone don't tell a wrong password from a helper that has lost its privileges.
public struct Preflight: Sendable {
  /// Why the helper by which PAM checks passwords can't do its work.
  public enum HelperProblem: Hashable, Sendable {
    /// The process may not gain privileges (no_new_privs), so neither may the helper.
    case noNewPrivileges
    /// The helper at this path can't be run, or not with the rights to read the passwords.
    case notPrivileged(String)
    /// The process is in a user namespace in which nobody has the helper's rights.
    case foreignNamespace
    /// The helper at this path is on a file system mounted nosuid.
    case mountedNosuid(String)
    case missing(String)
  }

  /// The login name of the real uid; `nil` where it has no entry.
  public let user: String?
  let stack: ServiceStack
  public let helperProblem: HelperProblem?
  /// Whether pam_faillock had as many failures of the user on record as it allows.
  let hasTooManyFailures: Bool

  /// The folder of service files that was asked for instead of the system's.
  public let configuration: String?

  public init(configuration: String?) {
    self.configuration = configuration
    user = Self.loginName
    let stack = ServiceStack(service: Login.service, configuration: configuration)
    self.stack = stack
    let asksHelper = !stack.modules(named: "pam_unix.so").isEmpty
    hasTooManyFailures = user.map { Self.hasTooManyFailures(of: $0, stack) } ?? false
    helperProblem =
      asksHelper && !Self.isAccessible("/etc/shadow", R_OK) ? Self.findHelperProblem() : nil
  }

  /// The service file, and whether it is there.
  public var service: (path: String, exists: Bool) { (stack.path, stack.exists) }
  /// The modules that the service names and that are not installed.
  public var missingModules: [String] { stack.missingModules }

  /// The login name of the real user.
  public static var loginName: String? {
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    guard unsafe getpwuid_r(getuid(), &entry, &buffer, buffer.count, &found) == 0,
      unsafe found != nil, let name = unsafe entry.pw_name
    else { return nil }
    return unsafe String(cString: name)
  }

  private static func findHelperProblem() -> HelperProblem? {
    let status = SmallFile.text("/proc/thread-self/status")?.split(separator: "\n")
    if status?.contains("NoNewPrivs:\t1") == true { return .noNewPrivileges }
    let paths = ["/usr/sbin/unix_chkpwd", "/sbin/unix_chkpwd"]
    guard let path = paths.first(where: { isAccessible($0, F_OK) }) else {
      return .missing(paths[0])
    }
    if let status = try? FileStatus.of(path) {
      let overflow = SmallFile.number("/proc/sys/kernel/overflowgid") ?? 65_534
      if status.group == overflow { return .foreignNamespace }
      let isRoot = status.permissions & 0o4000 != 0 && status.owner == 0
      let readsShadow =
        status.permissions & 0o2000 != 0
        && status.group == (try? FileStatus.of("/etc/shadow").group) ?? status.group
      if !(isRoot || readsShadow) || !isAccessible(path, X_OK) { return .notPrivileged(path) }
    }
    var mount = statvfs()
    if unsafe statvfs(path, &mount) == 0, mount.f_flag & UInt(ST_NOSUID) != 0 {
      return .mountedNosuid(path)
    }
    return nil
  }

  private static func isAccessible(_ path: String, _ mode: CInt) -> Bool {
    unsafe access(path, mode) == 0
  }
}
