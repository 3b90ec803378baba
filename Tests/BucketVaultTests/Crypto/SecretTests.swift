import Glibc
import Testing

@testable import BucketVault

@Suite struct SecretTests {
  @Test(arguments: [0, 1, 15, 16, 17, 4096, 100_000])
  func `a new secret is all zero and of the length asked for`(count: Int) {
    let secret = Secret(count: count)
    #expect(secret.count == count)
    #expect(secret.revealed == [UInt8](repeating: 0, count: count))
  }

  @Test func `random secrets differ`() {
    let one = Secret.random(count: 32)
    let other = Secret.random(count: 32)
    let areEqual = one.equals(other)
    #expect(!areEqual)
    #expect(one.revealed != other.revealed)
  }

  @Test(arguments: [
    ("", "", true), ("a", "a", true), ("a", "b", false), ("a", "ab", false), ("ab", "a", false),
    ("", "a", false), ("a\0", "a", false), ("\0", "\0\0", false),
    ("long enough", "long enougH", false),
  ])
  func `secrets are equal when all their bytes are`(one: String, other: String, equal: Bool) {
    let areEqual = Secret(text: one).equals(Secret(text: other))
    #expect(areEqual == equal)
  }

  @Test func `bytes are lent as they are, and what is written into them stays`() {
    var secret = Secret(text: "abc")
    let lent = secret.withBytes { unsafe $0.withUnsafeBytes { unsafe Array($0) } }
    #expect(lent == Array("abc".utf8))
    secret.withMutableBytes {
      $0.storeBytes(of: UInt8(ascii: "x"), toByteOffset: 1, as: UInt8.self)
    }
    #expect(secret.revealedText == "axc")
    secret[2] = UInt8(ascii: "y")
    #expect(secret.revealedText == "axy")
  }

  @Test func `a copy is independent of what it was made of`() {
    var whole = Secret(text: "abcdef")
    let part = whole.prefix(3)
    whole[0] = 0
    #expect(part.revealedText == "abc")
    #expect(whole.prefix(0).count == 0)
    #expect(part.followed(by: Secret(text: "x")).revealedText == "abcx")
    #expect(Secret(count: 0).followed(by: part).revealedText == "abc")
  }

  @Test(arguments: [-1, 3, Int.max, Int.min])
  func `reading outside of a secret stops the program`(offset: Int) async {
    await #expect(processExitsWith: .failure) { [offset = offset as Int] in
      let secret = Secret(text: "abc")
      _ = secret[offset]
    }
  }

  @Test(arguments: [-1, 3])
  func `writing outside of a secret stops the program`(offset: Int) async {
    await #expect(processExitsWith: .failure) { [offset = offset as Int] in
      var secret = Secret(text: "abc")
      secret[offset] = 1
    }
  }

  @Test func `where nothing may be locked, a secret says so and works all the same`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      // Root may lock as much as it likes.
      Limit.memoryLock.set(0)
      if getuid() == 0 { Person.nobody.become() }
      let secret = Secret(text: "abc")
      exit(!secret.isLocked && secret.revealedText == "abc" ? 7 : 1)
    }
  }
}
