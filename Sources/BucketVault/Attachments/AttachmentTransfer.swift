import FoundationEssentials
import Glibc

/// The attachments while a vault is given a new data key: sealed for both, until it is settled which
/// one stays.
final class AttachmentTransfer {
  private let old: AttachmentStore
  private let new: AttachmentStore
  private let report: (VaultNotice) -> Void
  private var done: [UUID] = []

  /// - Parameter report: Told of those that can't follow, since nothing whole is there of them, and of
  ///   files that stay.
  init(
    from old: consuming AttachmentStore, to new: consuming AttachmentStore,
    report: @escaping (VaultNotice) -> Void
  ) {
    self.old = old
    self.new = new
    self.report = report
  }

  /// Seals attachments for the new key.
  ///
  /// - Throws: ``VaultError/attachmentNotResealed(path:_:)`` where another time may do better.
  func reseal(_ ids: Set<UUID>) throws(VaultError) {
    for id in ids {
      do throws(AttachmentError) {
        try new.store(id, from: try old.open(id))
        done.append(id)
      } catch {
        switch error {
        case .missing, .damaged, .notAFile, .newerFormat:
          report(.attachmentLeft(path: old.path(of: id), error))
        case .unreadable, .unwritable, .sourceUnreadable, .sourceChanged:
          throw .attachmentNotResealed(path: old.path(of: id), error)
        }
      }
    }
  }

  /// The new key is in its place: what is sealed for the old one goes.
  func finish() { for id in done { remove(id, from: old) } }

  /// The old key stays: what is sealed for the new one goes.
  func cancel() { for id in done { remove(id, from: new) } }

  private func remove(_ id: UUID, from store: borrowing AttachmentStore) {
    do throws(SystemError) {
      try store.remove(id)
    } catch {
      report(.attachmentNotRemoved(path: store.path(of: id), error))
    }
  }
}
