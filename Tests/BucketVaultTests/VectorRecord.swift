import FoundationEssentials

/// A small record for vaults under test.
struct VectorRecord: Codable, Identifiable, Hashable, Sendable {
  let id: UUID
  var name: String
  var description: String
}
