/// The notes in the state folder while a vault is given a new data key: sealed for both, until it is
/// settled which one stays.
///
/// Source: docs/vault-format.md, “Writing”.
struct NotesTransfer {
  private let drafts: SealedDrafts
  private let newDrafts: SealedDrafts
  /// The drafts as they were, and as they are sealed anew.
  private let former: [SealedDrafts.Kept]
  private let copies: [SealedDrafts.Kept]
  private let log: AttemptLog
  /// Whether the attempts are sealed for both.
  private let hasAttempts: Bool
  private let report: (VaultNotice) -> Void

  /// Seals everything that the key opens for another header too.
  ///
  /// - Parameter report: Told of attempts that couldn't follow, in the end; drafts that can't are an
  ///   error, and so are attempts that only can't be got at.
  init(
    in state: StateFolder, from header: VaultHeader, _ key: borrowing DataKey,
    to next: VaultHeader, report: @escaping (VaultNotice) -> Void
  ) throws(VaultError) {
    self.report = report
    drafts = SealedDrafts(of: header, state: state)
    try drafts.removeTwins(of: key, report: report)
    former = try drafts.drafts(with: key)
    log = AttemptLog(of: next, state: state)
    newDrafts = SealedDrafts(of: next, state: state)
    var copies: [SealedDrafts.Kept] = []
    do throws(SystemError) {
      for kept in former { copies.append(try newDrafts.keepTwin(of: kept)) }
    } catch {
      // Copies that stay are of no use, and no harm.
      for copy in copies { try? drafts.removeFile(of: copy) }
      throw .notKept(.drafts, StateFileError(state.path, .folder(error)))
    }
    self.copies = copies
    do throws(StateFileError) {
      try log.addResealed(from: key)
      hasAttempts = true
    } catch {
      guard !error.isOfAccess else {
        for copy in copies { try? drafts.removeFile(of: copy) }
        throw .notKept(.attempts, error)
      }
      // Why not is told once it is settled that they don't follow.
      hasAttempts = false
    }
  }

  /// The new key is in its place: what is sealed for the old one goes.
  func finish(from key: borrowing DataKey, to newKey: borrowing DataKey) {
    for kept in former { remove(kept) }
    followLateDrafts(of: key)
    do throws(StateFileError) { try log.reseal(from: key, to: newKey) } catch {
      report(hasAttempts ? .attemptsLeft(error) : .attemptsNotResealed(error))
    }
  }

  /// Seals drafts anew that somebody kept for the old key while the new one was put in its place.
  private func followLateDrafts(of key: borrowing DataKey) {
    let known = Set(former.map(\.path))
    guard let late = try? drafts.drafts(with: key).filter({ !known.contains($0.path) }) else {
      return
    }
    for kept in late {
      do throws(SystemError) {
        _ = try newDrafts.keepTwin(of: kept)
        remove(kept)
      } catch {
        report(.draftNotResealed(path: kept.path, error))
      }
    }
  }

  /// The old key stays: what is sealed for the new one goes.
  func cancel(to key: borrowing DataKey) {
    for copy in copies { remove(copy) }
    guard hasAttempts else { return }
    do throws(StateFileError) { try log.keepOnly(those: key) } catch {
      report(.attemptsLeft(error))
    }
  }

  private func remove(_ kept: SealedDrafts.Kept) {
    do throws(SystemError) {
      try drafts.removeFile(of: kept)
    } catch {
      report(.draftNotRemoved(path: kept.path, error))
    }
  }
}
