public import FoundationEssentials

/// A failed unlock.
public struct Attempt: Codable, Hashable, Sendable {
  public let at: Date
  /// The name of the reason.
  public let reason: String
  /// The PAM service.
  public let service: String
  /// The terminal, where there was one.
  public let terminal: String?

  public init(at: Date = Date(), reason: String, terminal: String?) {
    (self.at, self.reason, self.terminal) = (at, reason, terminal)
    service = Login.service
  }
}
