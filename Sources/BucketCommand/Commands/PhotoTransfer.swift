import BucketPlaces
import BucketVault
import FoundationEssentials

/// The photos that a vault refers to, or is about to, brought from beside another copy of it.
struct PhotoTransfer {
  private let ids: Set<UUID>

  init(_ ids: Set<UUID>) { self.ids = ids }

  /// Brings those that are missing, sealed for the key of this vault, and says how many came, and
  /// how many are in neither.
  ///
  /// - Returns: Those that came.
  @discardableResult
  func bring(
    from other: borrowing OtherCopy, to vault: borrowing Vault<Place>, isDryRun: Bool = false,
    _ context: borrowing Context
  ) throws(Failure) -> [UUID] {
    let here = vault.attachments
    let missing = ids.filter { !here.holds($0) }
    var brought: [UUID] = []
    var broken: [String] = []
    for id in missing.sorted(by: { $0.uuidString < $1.uuidString })
    where other.attachments.holds(id) {
      do throws(AttachmentError) {
        let photo = try other.attachments.open(id)
        if !isDryRun { try here.store(id, from: photo) }
        brought.append(id)
      } catch {
        switch error {
        case .damaged, .notAFile, .newerFormat, .missing:
          broken.append(context.environment.abbreviated(other.attachments.path(of: id)))
        default:
          context.discard(brought, of: vault)
          throw .photoNotBrought(
            context.environment.abbreviated(other.attachments.path(of: id)), error)
        }
      }
    }
    for path in broken {
      context.output.warn("\(DisplayText.neutralised(path)) is damaged, and is not brought")
    }
    if !brought.isEmpty {
      let photos = Count.of(brought.count, "photo", "photos")
      context.output.say(isDryRun ? "\(photos) would come along" : "brought \(photos)")
    }
    let left = missing.count - brought.count - broken.count
    if left > 0 {
      context.output.warn(
        context.output.naming(
          "\(Count.of(left, "photo is", "photos are")) in neither copy's folder; which ones: bucket check"
        ))
    }
    return brought
  }
}
