public import FoundationEssentials

/// What happened to one record, and when.
public struct Change<Record: Codable & Identifiable & Sendable>: Sendable
where Record.ID: Codable & Sendable {
  /// A record is put as it is from now on, or taken away.
  public enum Action: Sendable {
    case put(Record)
    case remove(Record.ID)

    /// The record that it happens to.
    public var subject: Record.ID {
      switch self {
      case .put(let record): record.id
      case .remove(let id): id
      }
    }

    /// The record as it is from then on; `nil` where it is taken away.
    var record: Record? {
      if case .put(let record) = self { record } else { nil }
    }
  }

  /// Tells this change from every other, also in another copy of the vault.
  public let id: UUID
  public let at: Date
  /// Who made it, as user@host.
  public let by: String?
  public let action: Action
  /// Whether what the record was before is purged, so that the change can't be taken back.
  public let isBase: Bool

  public init(
    id: UUID = UUID(), at: Date, by: String?, action: Action, isBase: Bool = false
  ) {
    (self.id, self.at, self.by, self.action, self.isBase) = (id, at, by, action, isBase)
  }

  /// The same change with nothing before it.
  var asBase: Change { Change(id: id, at: at, by: by, action: action, isBase: true) }

  /// The same change as one that can be taken back.
  var asUndoable: Change { Change(id: id, at: at, by: by, action: action) }
}

extension Change: Codable {
  private enum CodingKeys: String, CodingKey { case id, at, by, put, remove, base }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(UUID.self, forKey: .id)
    at = try container.decode(Date.self, forKey: .at)
    by = try container.decodeIfPresent(String.self, forKey: .by)
    isBase = try container.decodeIfPresent(Bool.self, forKey: .base) ?? false
    let put = try container.decodeIfPresent(Record.self, forKey: .put)
    let remove = try container.decodeIfPresent(Record.ID.self, forKey: .remove)
    switch (put, remove) {
    case (let record?, nil): action = .put(record)
    case (nil, let id?): action = .remove(id)
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .put, in: container, debugDescription: "neither one of put and remove")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(at, forKey: .at)
    try container.encodeIfPresent(by, forKey: .by)
    switch action {
    case .put(let record): try container.encode(record, forKey: .put)
    case .remove(let id): try container.encode(id, forKey: .remove)
    }
    if isBase { try container.encode(true, forKey: .base) }
  }
}
