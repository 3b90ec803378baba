/// The notes in the state folder while a vault is given a new data key: sealed for both, until it is
/// settled which one stays.
///
/// Source: docs/vault-format.md, “Writing”.
struct NotesTransfer {
  private let drafts: SealedDrafts
  /// The drafts as they were, and as they are sealed anew.
  private let former: [SealedDrafts.Kept]
  private let copies: [SealedDrafts.Kept]
  private let log: AttemptLog
  private let report: (VaultNotice) -> Void

  /// Seals everything that the key opens for another header too.
  ///
  /// - Parameter report: Told of attempts that can't follow; drafts that can't are an error.
  init(
    in state: StateFolder, from header: VaultHeader, _ key: borrowing DataKey,
    to next: VaultHeader, report: @escaping (VaultNotice) -> Void
  ) throws(VaultError) {
    self.report = report
    drafts = SealedDrafts(of: header, state: state)
    former = try drafts.drafts(with: key)
    log = AttemptLog(of: next, state: state)
    var copies: [SealedDrafts.Kept] = []
    do throws(SystemError) {
      let newDrafts = SealedDrafts(of: next, state: state)
      for kept in former { copies.append(try newDrafts.keep(kept.draft)) }
    } catch {
      // Copies that stay are of no use, and no harm.
      for copy in copies { try? drafts.remove(copy) }
      throw .unwritable(error)
    }
    self.copies = copies
    reseal { (log) throws(StateFileError) in try log.addResealed(from: key) }
  }

  /// The new key is in its place: what is sealed for the old one goes.
  func finish(from key: borrowing DataKey, to newKey: borrowing DataKey) {
    for kept in former { remove(kept) }
    reseal { (log) throws(StateFileError) in try log.reseal(from: key, to: newKey) }
  }

  /// The old key stays: what is sealed for the new one goes.
  func cancel(to key: borrowing DataKey) {
    for copy in copies { remove(copy) }
    reseal { (log) throws(StateFileError) in try log.keepOnly(those: key) }
  }

  private func remove(_ kept: SealedDrafts.Kept) {
    do throws(SystemError) {
      try drafts.remove(kept)
    } catch {
      report(.draftNotRemoved(path: kept.path, error))
    }
  }

  private func reseal(_ body: (AttemptLog) throws(StateFileError) -> Void) {
    do throws(StateFileError) { try body(log) } catch { report(.attemptsNotResealed(error)) }
  }
}
