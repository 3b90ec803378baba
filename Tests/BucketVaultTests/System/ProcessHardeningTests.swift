import Glibc
import Testing

@testable import BucketVault

@Suite struct ProcessHardeningTests {
  @Test func `a hardened process leaves no core and can't be looked into`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      if Person.isRoot { Person.nobody.become() }
      guard ProcessHardening.apply().isEmpty else { exit(1) }
      var limit = rlimit()
      unsafe getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
      guard limit.rlim_cur == 0, limit.rlim_max == 0 else { exit(2) }
      // What isn't dumpable belongs to root in /proc.
      exit(try FileStatus.of("/proc/self/mem").owner == 0 ? 7 : 3)
    }
  }
}
