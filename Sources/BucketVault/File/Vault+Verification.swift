/// What is known of a vault once all of it was read.
extension Vault {
  /// What verifying everything came to.
  public struct Verification: Sendable {
    /// All that is whole, with its past: up to the first fault where there is one.
    public let ledger: Ledger<Record>
    /// The first fault.
    public let fault: VaultError?
    /// How many bytes of the file verify, the header included.
    public let byteCount: Int
    /// How many bytes at the end are no whole batch.
    public let tornCount: Int
  }

  /// Reads everything, as far as it is whole.
  ///
  /// - Throws: What is no fault of the frames.
  public func verify() throws(VaultError) -> Verification {
    do throws(VaultError) {
      return try verification(of: try read(keepingPast: true), fault: nil)
    } catch {
      switch error {
      case .damaged, .tampered, .older, .olderThanVault, .newerFormat:
        var ledger = Ledger<Record>(from: Tail(of: file.header), keepsPast: true)
        // It stops at the same fault, with all that comes before.
        _ = try? extend(&ledger, from: file, key)
        return try verification(of: ledger, fault: error)
      default: throw error
      }
    }
  }

  private func verification(
    of ledger: Ledger<Record>, fault: VaultError?
  ) throws(VaultError) -> Verification {
    let end = file.framesStart + ledger.tail.offset
    let size = try reading { () throws(SystemError) in try file.descriptor.status().size }
    return Verification(
      ledger: ledger, fault: fault, byteCount: end, tornCount: fault == nil ? size - end : 0)
  }

  /// How a copy stands to what this machine has seen of the vault.
  public enum Standing: Hashable, Sendable {
    /// It has all that was seen.
    case newest
    /// Nothing was seen here.
    case unknown
    case older(VaultError.OlderCopy)
  }

  /// Compares a copy, which was read, with what this machine has seen of the vault.
  ///
  /// - Throws: ``VaultError/damaged(_:)`` where it ends within a frame that was seen whole.
  public func standing(of ledger: Ledger<Record>) throws(VaultError) -> Standing {
    guard let seen = state.lastSeen() else { return .unknown }
    if file.header.epoch < seen.epoch { return .older(.superseded) }
    if file.header.epoch == seen.epoch {
      if ledger.tail.sequence < seen.sequence {
        let end = file.framesStart + ledger.tail.offset
        let size = try reading { () throws(SystemError) in try file.descriptor.status().size }
        guard size <= end else {
          throw .damaged(.cutShort(frame: ledger.tail.sequence + 1, offset: end))
        }
        return .older(.behind(frames: ledger.tail.sequence, seen: seen.sequence))
      }
      if let tail = seen.tail(in: file.header, key: key),
        try !reading({ () throws(SystemError) in try file.holds(tail) })
      {
        return .older(.diverged)
      }
    }
    return file.header.revision < seen.revision ? .older(.superseded) : .newest
  }
}
