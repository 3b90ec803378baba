public import FoundationEssentials

/// A text that was edited and could not be saved, kept for its owner alone.
///
/// Keeping one needs no key, so that nothing is lost when the vault was locked in the meantime.
public struct SealedDraft: Codable, Hashable, Sendable {
  /// What the draft is of: a record's id, or nothing for a new record.
  public let subject: String?
  public let text: String
  /// What the editing began with, so that what was changed can be told.
  public let base: String?
  public let at: Date

  public init(of subject: String?, text: String, base: String? = nil, at: Date = Date()) {
    (self.subject, self.text, self.base, self.at) = (subject, text, base, at)
  }
}
