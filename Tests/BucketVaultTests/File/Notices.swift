import Synchronization

@testable import BucketVault

/// What a vault reported, but for how far it was.
final class Notices: Sendable {
  private let list = Mutex<[VaultNotice]>([])

  var all: [VaultNotice] { list.withLock(\.self) }

  func add(_ notice: VaultNotice) {
    switch notice {
    case .reading, .writing: break
    default: list.withLock { $0.append(notice) }
    }
  }
}
