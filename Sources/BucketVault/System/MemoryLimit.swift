import CLinux
import Glibc

/// How much more memory this process may use, and what sets the limit.
public struct MemoryLimit: Hashable, Sendable {
  /// What sets the limit.
  public enum Source: Hashable, Sendable {
    /// What the machine has left (MemAvailable of /proc/meminfo).
    case machine
    /// A control group of the process.
    case controlGroup
    /// The limit on the process's address space (RLIMIT_AS).
    case addressSpace
  }

  public let bytes: Int
  public let source: Source

  /// The tightest limit that holds now.
  public static func current() -> MemoryLimit {
    var limits: [MemoryLimit] = []
    if let available = meminfo("MemAvailable:") {
      limits.append(MemoryLimit(bytes: available, source: .machine))
    }
    if let left = controlGroupBytes() {
      limits.append(MemoryLimit(bytes: left, source: .controlGroup))
    }
    if let left = addressSpaceBytes() {
      limits.append(MemoryLimit(bytes: left, source: .addressSpace))
    }
    return limits.min { $0.bytes < $1.bytes } ?? MemoryLimit(bytes: .max, source: .machine)
  }

  private static func meminfo(_ field: String) -> Int? {
    let line = SmallFile.text("/proc/meminfo")?.split(separator: "\n").first {
      $0.hasPrefix(field)
    }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
  }

  /// What the process's control groups leave, looking from its own group up to the root.
  private static func controlGroupBytes() -> Int? {
    var least: Int?
    for line in SmallFile.text("/proc/self/cgroup")?.split(separator: "\n") ?? [] {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      let names: (root: String, limit: String, usage: String)
      if fields[1].isEmpty {
        names = ("/sys/fs/cgroup", "memory.max", "memory.current")
      } else if fields[1].split(separator: ",").contains("memory") {
        names = ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes")
      } else {
        continue
      }
      var folder = fields[2]
      while true {
        let path = names.root + folder + "/"
        if let limit = SmallFile.number(path + names.limit) {
          let left = max(0, limit - (SmallFile.number(path + names.usage) ?? 0))
          least = min(least ?? left, left)
        }
        guard let slash = folder.lastIndex(of: "/") else { break }
        folder = folder[..<slash]
      }
    }
    return least
  }

  private static func addressSpaceBytes() -> Int? {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
      limit.rlim_cur != rlim_t.max
    else { return nil }
    let pages = SmallFile.text("/proc/self/statm")?.split(separator: " ").first.flatMap { Int($0) }
    return max(0, Int(limit.rlim_cur) - (pages ?? 0) * Int(sysconf(CInt(_SC_PAGESIZE))))
  }
}
