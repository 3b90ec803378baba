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
  /// Set where the text decides between two copies of the vault.
  public let choice: Choice?
  public let at: Date

  /// What a text decides about a record that another copy of the vault changed too.
  public struct Choice: Codable, Hashable, Sendable {
    /// The last change of the record in the other copy.
    public let against: UUID
    /// How many signs the marks have that stand around what there is to choose; `nil` where there
    /// was nothing.
    public let markLength: Int?

    public init(against: UUID, markLength: Int?) {
      (self.against, self.markLength) = (against, markLength)
    }
  }

  public init(
    of subject: String?, text: String, base: String? = nil, choice: Choice? = nil,
    at: Date = Date()
  ) {
    (self.subject, self.text, self.base) = (subject, text, base)
    (self.choice, self.at) = (choice, at)
  }
}
