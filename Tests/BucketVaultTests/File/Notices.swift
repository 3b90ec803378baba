import Synchronization

@testable import BucketVault

/// What a vault reported.
final class Notices: Sendable {
  private let list = Mutex<[VaultNotice]>([])

  var all: [VaultNotice] { list.withLock(\.self) }

  func add(_ notice: VaultNotice) { list.withLock { $0.append(notice) } }
}
