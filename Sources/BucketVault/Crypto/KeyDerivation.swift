import Glibc

/// How a slot's key is derived from what the person knows.
///
/// Source: docs/vault-format.md, “Key slots”.
public enum KeyDerivation: Hashable, Sendable {
  /// Argon2id, version 1.3, for secrets that a person chose; memory in bytes.
  case argon2id(passes: Int, memory: Int)
  /// BLAKE2b, for 256 random bits, which need no slow derivation.
  case blake2b

  /// What bounds the cost that a vault may ask for, checked before anything runs.
  public static let passesAllowed = 3...64
  /// The working memory that a vault may ask for, in bytes.
  public static let memoryAllowed = (64 << 20)...(4 << 30)
  /// The cheapest derivation that is ever used.
  public static let floor = KeyDerivation.argon2id(
    passes: passesAllowed.lowerBound, memory: memoryAllowed.lowerBound)

  /// A cost outside of what is allowed.
  public enum CostProblem: Error, Hashable, Sendable {
    case passes(Int)
    case memory(Int)
  }

  /// What is wrong with the cost, if anything.
  public var costProblem: CostProblem? {
    guard case .argon2id(let passes, let memory) = self else { return nil }
    if !Self.passesAllowed.contains(passes) { return .passes(passes) }
    if !Self.memoryAllowed.contains(memory) { return .memory(memory) }
    return nil
  }

  /// The cost that falls below neither of two.
  public func raised(to other: KeyDerivation) -> KeyDerivation {
    guard case .argon2id(let passes, let memory) = self,
      case .argon2id(let otherPasses, let otherMemory) = other
    else { return self }
    return .argon2id(passes: max(passes, otherPasses), memory: max(memory, otherMemory))
  }

  /// Derives the key of 32 bytes; `nil` when the system refused the working memory.
  ///
  /// - Parameter salt: 16 bytes.
  func key(from secret: borrowing Secret, salt: [UInt8]) -> Secret? {
    precondition(costProblem == nil, "a cost that was never checked")
    switch self {
    case .argon2id(let passes, let memory):
      return Sodium.argon2id(secret, salt: salt, passes: passes, memory: memory)
    case .blake2b:
      return Sodium.hash(secretly: Array("bucket-vault 1 recovery".utf8) + salt, key: secret)
    }
  }

  /// Chooses the cost that takes about `target` on this machine, never below the floor.
  ///
  /// Memory is raised first, since it is what an attacker's hardware has least of, up to 256 MiB
  /// and a quarter of what may be used here; then passes.
  ///
  /// - Returns: `nil` when not even the floor's memory can be had.
  public static func calibrated(to target: Duration, available: Int) -> KeyDerivation? {
    // Where there isn't as much memory, the kernel would not refuse it, but kill.
    guard case .argon2id(let leastPasses, let leastMemory) = floor, leastMemory <= available
    else { return nil }
    let secret = Secret(count: 16)
    let salt = [UInt8](repeating: 0, count: 16)
    func duration(memory: Int) -> Duration? {
      let clock = ContinuousClock()
      var derived = true
      let time = clock.measure {
        derived =
          Sodium.argon2id(secret, salt: salt, passes: leastPasses, memory: memory) != nil
      }
      return derived ? time : nil
    }
    guard var time = duration(memory: leastMemory) else { return nil }
    var memory = leastMemory
    while memory < 256 << 20, memory * 2 <= available / 4, time * 2 <= target {
      guard let longer = duration(memory: memory * 2) else { break }
      memory *= 2
      time = longer
    }
    let passes = Int((target / time * Double(leastPasses)).rounded())
    return .argon2id(
      passes: min(max(passes, leastPasses), passesAllowed.upperBound), memory: memory)
  }
}
