@testable import BucketVault

/// A recovery key as it is typed, and any 32 bytes as one that was written down.
enum RecoveryKeyTarget: FuzzTarget {
  static let name = "recovery-key"

  static func check(_ bytes: [UInt8]) throws {
    let typed = KnownVault.secret(bytes)
    switch reading(typed) {
    case .success(let key):
      try Violation.unless(!RecoveryKey.isIncomplete(typed), "a whole key counts as incomplete")
      try checkWriting(key)
    case .failure(.length(let count, let expected, _)):
      try Violation.unless(
        RecoveryKey.isIncomplete(typed) == (count < expected), "a length is told in two ways")
    case .failure: break
    }
    if bytes.count >= 32 { try checkWriting(Array(bytes.prefix(32))) }
  }

  /// Holds the letters of a key to be read as that key, and as no other when two are exchanged.
  private static func checkWriting(_ key: [UInt8]) throws(Violation) {
    var letters = RecoveryKey.text(of: KnownVault.secret(key))
    guard case .success(let again) = reading(letters) else {
      throw Violation(description: "a key isn't read that was written")
    }
    try Violation.unless(again == key, "a key is read as another one")
    (letters[0], letters[1]) = (letters[1], letters[0])
    if letters[0] != letters[1], case .success(let other) = reading(letters) {
      // Two bytes of checksum let one slip in 65,536 pass.
      try Violation.unless(other != key, "exchanged letters are read as the same key")
    }
  }

  private static func reading(_ text: borrowing Secret) -> Result<[UInt8], RecoveryKey.Slip> {
    do throws(RecoveryKey.Slip) {
      let key = try RecoveryKey.key(from: text)
      return .success((0..<key.count).map { key[$0] })
    } catch {
      return .failure(error)
    }
  }
}
