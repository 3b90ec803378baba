import Glibc
import TestSupport
import Testing

@testable import BucketVault

@Suite struct VaultWriterTests {
  @Test func `a writer waits no longer than it should for another one, and says who it is`() throws
  {
    let vault = try VaultSample()
    let holder = try Descriptor.open(vault.path, O_RDWR)
    let locked = try holder.tryLock(exclusively: true)
    #expect(locked)
    let notices = Notices()
    let me = LockHolder(process: Int(getpid()), program: LockHolderTests.program)
    #expect(throws: VaultError.busy(me)) { try vault.put("a", notices: notices) }
    #expect(notices.all == [.waiting(me)])
    holder.unlock()
    try vault.put("a")
    #expect(try vault.texts() == ["a"])
  }

  @Test func `a file that may not grow is cut back to what it was, with the system's reason`() async
  {
    await #expect(processExitsWith: .exitCode(7)) {
      signal(SIGXFSZ, SIG_IGN)
      let vault = try VaultSample()
      try vault.put("a")
      let before = try vault.bytes
      // Half of the next frame fits.
      Limit.fileSize.set(before.count + 500)
      do throws(VaultError) { try vault.put("b") } catch {
        guard error == .unwritable(SystemError(code: EFBIG, call: "write")) else { exit(1) }
        exit(try vault.bytes == before ? 7 : 2)
      }
      exit(3)
    }
  }
}
