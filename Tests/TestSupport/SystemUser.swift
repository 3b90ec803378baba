import Glibc
import Synchronization

/// A user of this machine with a login password, there for one test; only root can make one.
public final class SystemUser {
  public let name: String
  public let uid: UInt32
  public let group: UInt32
  public static let password = "login of a test"

  private static let namePrefix = "bucket-test-"
  /// How many were made, which also has them made one after the other.
  private static let count = Mutex(0)

  /// Why tests that need one are left out.
  public static let needsRoot = "only root can make users and change their accounts"
  public static var canBeMade: Bool { geteuid() == 0 }

  /// - Throws: `ProgramError`.
  public init() throws {
    name = try Self.count.withLock { count in
      if count == 0 { Self.removeLeftovers() }
      count += 1
      let name = "\(Self.namePrefix)\(getpid())-\(count)"
      try Self.run([
        "useradd", "--no-create-home", "--home-dir", "/nonexistent", "--user-group",
        "--shell", "/bin/sh", name,
      ])
      return name
    }
    guard let entry = unsafe getpwnam(name) else {
      throw ProgramError.system("getpwnam", code: errno)
    }
    (uid, group) = unsafe (entry.pointee.pw_uid, entry.pointee.pw_gid)
    try setPassword(Self.password)
  }

  deinit {
    // The keyring outlives the user, and the next one may get the same uid.
    _ = try? ProgramRun.of(asUser + ["keyctl", "clear", "@u"])
    Self.count.withLock { _ in
      _ = try? Self.run(["userdel", "--force", name])
    }
  }

  /// What is put in front of a program for this user to run it.
  public var asUser: [String] {
    ["setpriv", "--reuid", "\(uid)", "--regid", "\(group)", "--init-groups"]
  }

  public func setPassword(_ password: String) throws {
    try Self.run(["chpasswd"], input: "\(name):\(password)\n")
  }

  /// Changes when the account or its password ends, as `chage(1)` is told to.
  public func change(_ options: String...) throws { try Self.run(["chage"] + options + [name]) }

  /// Locks the password, as an administrator does.
  public func lock() throws { try Self.run(["passwd", "--lock", name]) }

  /// Programs that change accounts give up at once while another one does.
  private static func run(_ arguments: [String], input: String = "") throws {
    var attempts = 0
    while true {
      let run = try ProgramRun.of(
        arguments, environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"], input: Array(input.utf8))
      if run.end == .exited(0) { return }
      attempts += 1
      guard run.errorText.contains("lock"), attempts < 100 else {
        throw ProgramError.tookTooLong(written: "\(arguments): \(run.errorText)")
      }
      usleep(50_000)
    }
  }

  /// Removes the users of test runs that were killed.
  private static func removeLeftovers() {
    let names = (try? ProgramRun.of(["getent", "passwd"]).outputText) ?? ""
    for line in names.split(separator: "\n") where line.hasPrefix(namePrefix) {
      let name = line.prefix { $0 != ":" }
      let process = name.dropFirst(namePrefix.count).prefix { $0 != "-" }
      guard let process = pid_t(process), kill(process, 0) != 0 else { continue }
      _ = try? run(["userdel", "--force", String(name)])
    }
  }
}
