import Glibc
import TestSupport
import Testing

@testable import BucketVault

@Suite struct LockHolderTests {
  /// The name of the program that runs the tests, as the kernel has it.
  static let program =
    SmallFile.text("/proc/self/comm")?.split(separator: "\n").first.map(String.init) ?? "?"

  @Test func `who holds a lock is found while it is held`() throws {
    let folder = ScratchFolder()
    let path = folder.path(of: "file")
    let holder = try Descriptor.open(path, O_RDWR | O_CREAT, mode: 0o600)
    let identity = try holder.status().identity
    #expect(LockHolder.of(identity) == nil)
    for exclusively in [true, false] {
      let locked = try holder.tryLock(exclusively: exclusively)
      #expect(locked)
      #expect(
        LockHolder.of(identity) == LockHolder(process: Int(getpid()), program: Self.program))
    }
    holder.unlock()
    #expect(LockHolder.of(identity) == nil)
  }
}
