import BucketVault
import Testing

struct VectorTests {
  @Test(arguments: Vector.all)
  func `a vector opens or is refused as it says`(_ vector: Vector) throws {
    let (name, opened) = try OpenedVector.outcome(of: vector)
    #expect(name == vector.expected)
    switch try vector.content {
    case .records(let records): #expect(opened?.records == records)
    case .count(let count): #expect(opened?.records.count == count)
    case nil: #expect(opened == nil)
    }
    guard let opened else { return }
    #expect(opened.notices == vector.leftOut.map { [.interruptedWrite(bytes: $0)] } ?? [])
  }

  @Test func `there is a vector for every reason that a file alone gives`() {
    let reasons: Set = [
      "opens", "not-a-vault", "newer-format", "damaged", "tampered", "older-copy", "cost-refused",
      "no-such-slot", "wrong-password", "wrong-passphrase", "wrong-recovery-key",
      "mistyped-recovery-key",
    ]
    #expect(Set(Vector.all.map(\.expected)) == reasons)
  }
}
