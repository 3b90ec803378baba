import Glibc

/// A control group that limits memory, for one test.
public final class ControlGroup {
  private let path: String

  private static let root: (folder: String, limit: String) = {
    if unsafe access("/sys/fs/cgroup/cgroup.controllers", F_OK) == 0 {
      return ("/sys/fs/cgroup", "memory.max")
    }
    return ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
  }()

  /// Whether one can be made here, which takes more than being root in a container.
  public static let canBeMade: Bool = {
    guard geteuid() == 0 else { return false }
    return (try? ControlGroup(memory: 1 << 30)) != nil
  }()

  /// - Throws: `ProgramError`.
  public init(memory bytes: Int) throws {
    path = "\(Self.root.folder)/bucket-test-\(getpid())-\(UInt32.random(in: 0...(.max)))"
    let run = try ProgramRun.of([
      "sh", "-c", "mkdir '\(path)' && echo \(bytes) > '\(path)/\(Self.root.limit)'",
    ])
    guard run.end == .exited(0) else { throw ProgramError.system("mkdir", code: EPERM) }
  }

  deinit { _ = unsafe rmdir(path) }

  /// What is put in front of a program to run it in this group.
  public var within: [String] {
    ["sh", "-c", "echo $$ > '\(path)/cgroup.procs' && exec \"$@\"", "sh"]
  }
}
