import BucketPlaces
import BucketVault
import FoundationEssentials

extension Context {
  /// Reads the vault.
  func ledger(of vault: borrowing Vault<Place>) throws(Failure) -> Ledger<Place> {
    do throws(VaultError) {
      return try vault.read()
    } catch {
      throw .vault(error, at: try shownVaultPath())
    }
  }

  /// Makes changes that take effect together.
  ///
  /// - Parameter unchangedSince: For places that were looked at, the change that was the last then.
  func save(
    _ actions: [Change<Place>.Action], in vault: borrowing Vault<Place>,
    ledger: inout Ledger<Place>, unchangedSince: [Place.ID: UUID] = [:]
  ) throws(Failure) {
    do throws(VaultError) {
      try vault.append(actions, to: &ledger, unchangedSince: unchangedSince, author: author)
    } catch {
      throw .vault(error, at: try shownVaultPath())
    }
  }

  /// Asks before something that is not taken back easily.
  ///
  /// - Throws: A failure unless the answer is yes.
  func confirm(_ question: String) throws(Failure) {
    do throws(Silence) {
      if try person.confirms(question) { return }
    } catch {
      guard case .interrupted = error else { throw .declined }
      throw .unlock(UnlockRefusal(error), at: try shownVaultPath())
    }
    throw .declined
  }
}

extension PlaceBook {
  /// The one place that a person means.
  func place(_ reference: String) throws(Failure) -> Place {
    switch find(reference) {
    case .one(let place): return place
    case .several(let places):
      throw .severalFit(reference, places.map { (shortID(of: $0.id), $0.name) })
    case .none(let nearest): throw .noSuchPlace(reference, nearest: nearest)
    }
  }
}
