public import FoundationEssentials

/// Changes that take effect together or not at all: what one run of a command made.
public struct Batch<Record: Codable & Identifiable & Sendable>: Sendable
where Record.ID: Codable & Sendable {
  public let id: UUID
  public let changes: [Change<Record>]
  /// The batch that these changes take back.
  public let undoes: UUID?
  /// Set where the changes were made in another copy of the vault and brought in together.
  public let merged: Merged?
  /// The ids of changes that were purged from before this batch, so that no other copy brings them
  /// back.
  public let purged: [UUID]

  /// When changes of another copy were brought in, and by whom.
  public struct Merged: Codable, Hashable, Sendable {
    public let at: Date
    public let by: String?

    public init(at: Date, by: String?) { (self.at, self.by) = (at, by) }
  }

  public init(
    id: UUID = UUID(), _ changes: [Change<Record>], undoes: UUID? = nil, merged: Merged? = nil,
    purged: [UUID] = []
  ) {
    (self.id, self.changes, self.undoes) = (id, changes, undoes)
    (self.merged, self.purged) = (merged, purged)
  }
}
