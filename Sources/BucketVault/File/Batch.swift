import FoundationEssentials

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
