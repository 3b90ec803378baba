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
  }

  /// Tells this change from every other, also in another copy of the vault.
  public let id: UUID
  public let at: Date
  /// Who made it, as user@host.
  public let by: String?
  public let action: Action
}

extension Change: Codable {
  private enum CodingKeys: String, CodingKey { case id, at, by, put, remove }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(UUID.self, forKey: .id)
    at = try container.decode(Date.self, forKey: .at)
    by = try container.decodeIfPresent(String.self, forKey: .by)
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
  }
}

/// The text of one frame: changes that take effect together with the other frames of their batch.
struct Batch<Record: Codable & Identifiable & Sendable>: Decodable
where Record.ID: Codable & Sendable {
  let batch: UUID
  let changes: [Change<Record>]
  /// Whether the next frame belongs to the batch as well.
  let more: Bool?

  /// Reads the text of the frame with this number, which has been verified.
  init(text: [UInt8], frame number: Int) throws(VaultError) {
    if let batch = CanonicalJSON.decode(Self.self, from: text) {
      self = batch
    } else if CanonicalJSON.decode(Shape.self, from: text) != nil {
      throw .newerFormat(.record(frame: number))
    } else {
      throw .tampered(.malformedFrame(number: number))
    }
  }

  private struct Shape: Decodable {
    struct AnyChange: Decodable { let id: UUID }
    let batch: UUID
    let changes: [AnyChange]
  }

  /// The size that the frames of a large batch are kept to, in bytes of text.
  private static var pieceCount: Int { 1 << 16 - 1 }

  /// Writes changes as the texts of frames, in order.
  static func texts(of changes: [Change<Record>]) throws(VaultError) -> [[UInt8]] {
    let batch = UUID().uuidString
    var pieces: [[UInt8]] = [[]]
    for change in changes {
      let text = CanonicalJSON.encode(change)
      let wrapping = 128
      if Frame.paddedCount(text.count + wrapping) > Frame.textLimit {
        throw .recordTooLarge(bytes: text.count, limit: Frame.textLimit - wrapping)
      }
      let last = pieces.count - 1
      if pieces[last].isEmpty {
        pieces[last] = text
      } else if pieces[last].count + text.count + wrapping <= pieceCount {
        pieces[last] += [UInt8(ascii: ",")] + text
      } else {
        pieces.append(text)
      }
    }
    return pieces.enumerated().map { number, piece in
      let more = number + 1 < pieces.count ? #","more":true"# : ""
      return Array(#"{"batch":"\#(batch)","changes":["#.utf8) + piece + Array("]\(more)}".utf8)
    }
  }
}
