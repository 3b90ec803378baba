import Glibc
import Testing

@testable import BucketVault

@Suite struct MemoryLimitTests {
  @Test func `some memory is left here`() {
    let limit = MemoryLimit.current()
    #expect(limit.bytes > 1 << 20)
    #expect(limit.bytes < Int.max)
  }

  @Test func `a limit on the address space is noticed, less what is in use`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let room = 48 << 20
      Limit.addressSpace.set(Limit.addressSpaceInUse + room)
      let limit = MemoryLimit.current()
      exit(limit.source == .addressSpace && limit.bytes <= room && limit.bytes > 0 ? 7 : 1)
    }
  }
}
