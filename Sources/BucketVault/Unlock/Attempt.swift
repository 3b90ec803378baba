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

  public init(at: Date = Date(), reason: String, service: String = "bucket", terminal: String?) {
    (self.at, self.reason, self.service, self.terminal) = (at, reason, service, terminal)
  }
}
