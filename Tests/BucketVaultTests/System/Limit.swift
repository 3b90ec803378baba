import Glibc

@testable import BucketVault

/// A limit on the resources of this process, for children that a test starts.
enum Limit {
  case addressSpace, memoryLock, fileSize

  /// Lowers the limit to this many bytes, for good.
  func set(_ bytes: Int) {
    let resource =
      switch self {
      case .addressSpace: RLIMIT_AS
      case .memoryLock: __RLIMIT_MEMLOCK
      case .fileSize: RLIMIT_FSIZE
      }
    let limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
    let done = unsafe withUnsafePointer(to: limit) {
      unsafe setrlimit(__rlimit_resource_t(resource.rawValue), $0)
    }
    precondition(done == 0, "setrlimit refused")
  }

  /// The address space that this process takes now, in bytes.
  static var addressSpaceInUse: Int {
    let pages = SmallFile.text("/proc/self/statm")?.split(separator: " ").first
    return (pages.flatMap { Int($0) } ?? 0) * Int(sysconf(CInt(_SC_PAGESIZE)))
  }
}
