import Glibc
import Testing

@testable import BucketVault

@Suite struct KeyDerivationTests {
  @Test(arguments: [
    (3, 64 << 20), (64, 64 << 20), (3, 4 << 30), (64, 4 << 30), (3, (64 << 20) + 1),
  ])
  func `a cost within the bounds is no problem`(passes: Int, memory: Int) {
    #expect(KeyDerivation.argon2id(passes: passes, memory: memory).costProblem == nil)
  }

  @Test(arguments: [
    (2, 64 << 20, KeyDerivation.CostProblem.passes(2)),
    (0, 64 << 20, .passes(0)), (-1, 64 << 20, .passes(-1)), (65, 64 << 20, .passes(65)),
    (4_294_967_295, 64 << 20, .passes(4_294_967_295)), (Int.max, 1 << 30, .passes(Int.max)),
    (3, (64 << 20) - 1, .memory((64 << 20) - 1)), (3, 0, .memory(0)), (3, -1, .memory(-1)),
    (3, (4 << 30) + 1, .memory((4 << 30) + 1)), (3, 4 << 40, .memory(4 << 40)),
    (3, Int.max, .memory(Int.max)), (3, Int.min, .memory(Int.min)),
  ])
  func `a cost outside of the bounds is named`(
    passes: Int, memory: Int, problem: KeyDerivation.CostProblem
  ) {
    #expect(KeyDerivation.argon2id(passes: passes, memory: memory).costProblem == problem)
  }

  @Test func `a key of random bits has no cost`() {
    #expect(KeyDerivation.blake2b.costProblem == nil)
  }

  // hashlib.blake2b(b"bucket-vault 1 recovery" + bytes(16), key=bytes(range(32)), digest_size=32).
  @Test func `the slot key of a recovery key is the known one`() {
    let key = KeyDerivation.blake2b.key(from: .counting, salt: [UInt8](repeating: 0, count: 16))
    #expect(
      (key?.revealed).map { HexBytes($0).text }
        == "9c7e75933a2450655567aad11629fd86545e3693950c896617071e606f320ba3")
  }

  @Test func `where there isn't the floor's memory, no cost is chosen`() {
    #expect(KeyDerivation.calibrated(to: .seconds(1), available: (64 << 20) - 1) == nil)
  }

  @Test func `calibrating never goes below the floor, however little time and memory there is`() {
    #expect(KeyDerivation.calibrated(to: .nanoseconds(1), available: 64 << 20) == .floor)
    #expect(KeyDerivation.calibrated(to: .seconds(-1), available: Int.max) == .floor)
  }

  @Test func `calibrating to more time costs more, within the bounds`() throws {
    let chosen = try #require(
      KeyDerivation.calibrated(to: .seconds(3600), available: 128 << 20))
    // An hour would be thousands of passes, and a quarter of this memory is below the floor.
    #expect(chosen == .argon2id(passes: 64, memory: 64 << 20))
    let roomy = try #require(
      KeyDerivation.calibrated(to: .seconds(3600), available: 512 << 20))
    #expect(roomy == .argon2id(passes: 64, memory: 128 << 20))
  }

  @Test func `where the floor's memory can't be had, calibrating says so`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      _ = Secret(count: 1)
      Limit.addressSpace.set(Limit.addressSpaceInUse + 32 << 20)
      exit(KeyDerivation.calibrated(to: .seconds(1), available: 1 << 30) == nil ? 7 : 1)
    }
  }
}
