import Testing

@testable import BucketVault

@Suite struct TailTests {
  @Test func `the associated data is written as laid down`() {
    let tail = Tail.sample(vault: 0xAB, epoch: 0x0102)
    #expect(
      tail.associatedData == Array("bucket-vault 1 frame".utf8)
        + [UInt8](repeating: 0xAB, count: 16) + [2, 1, 0, 0, 0, 0, 0, 0]
        + [5, 0, 0, 0, 0, 0, 0, 0] + Array(1...16))
  }

  @Test func `behind a frame the tail has its tag`() {
    var tail = Tail.sample
    tail.advance(over: [UInt8](repeating: 1, count: 100) + [UInt8](repeating: 2, count: 16))
    #expect(tail.sequence == 5)
    #expect(tail.offset == 4 * 1068 + 116)
    #expect(tail.tag == [UInt8](repeating: 2, count: 16))
  }
}
