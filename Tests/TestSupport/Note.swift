/// A record that a vault can hold, as plain as can be.
public struct Note: Codable, Hashable, Identifiable, Sendable {
  public let id: String
  public var text: String

  public init(_ id: String, _ text: String = "") {
    (self.id, self.text) = (id, text)
  }
}
