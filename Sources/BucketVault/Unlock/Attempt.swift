public import FoundationEssentials

/// A failed unlock.
public struct Attempt: Codable, Hashable, Sendable {
  public let at: Date
  /// The name of the reason.
  public let reason: String
  /// The PAM service.
  public let service: String
  /// The terminal, where there was one.
  public private(set) var terminal: String?
  /// The address that it came from over the network, as the environment had it.
  public let from: String?

  public init(at: Date = Date(), reason: String, terminal: String?, from: String? = nil) {
    (self.at, self.reason, self.terminal, self.from) = (at, reason, terminal, from)
    service = Login.service
  }

  /// The text that is sealed: with as much of the terminal's name as fits into one block.
  var text: [UInt8] {
    var attempt = self
    while true {
      let text = CanonicalJSON.encode(attempt)
      guard text.count >= SealedNote.block, let terminal = attempt.terminal, !terminal.isEmpty
      else { return text }
      // A character may take many bytes, so that how much is too much isn't known before.
      attempt.terminal = String(terminal.dropLast(max(1, (text.count - SealedNote.block) / 6)))
    }
  }
}
