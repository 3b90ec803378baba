import FoundationEssentials

/// As much of a batch as one frame holds.
///
/// Source: docs/vault-format.md, “Frames”.
struct BatchPiece<Record: Codable & Identifiable & Sendable>: Decodable
where Record.ID: Codable & Sendable {
  let batch: UUID
  let changes: [Change<Record>]
  /// Whether the next frame belongs to the batch as well.
  let more: Bool?
  let undoes: UUID?
  let merged: Batch<Record>.Merged?
  let purged: [UUID]?

  /// Reads the text of the frame with this number, which has been verified: a piece of a batch, or
  /// several whole batches.
  ///
  /// - Parameter open: The pieces of a batch that this frame has to go on with.
  static func pieces(
    of text: [UInt8], frame number: Int, after open: [BatchPiece] = []
  ) throws(VaultError) -> [BatchPiece] {
    let pieces: [BatchPiece]
    let fits: Bool
    if text.first(where: { !Self.whiteSpace.contains($0) }) == UInt8(ascii: "[") {
      pieces = try decode([BatchPiece].self, orShape: [Shape].self, from: text, frame: number)
      fits = open.isEmpty && !pieces.isEmpty && pieces.allSatisfy { $0.more == nil }
    } else {
      pieces = [try decode(BatchPiece.self, orShape: Shape.self, from: text, frame: number)]
      fits = open.isEmpty || open[0].batch == pieces[0].batch
    }
    guard fits else { throw .tampered(.malformedFrame(number: number)) }
    return pieces
  }

  private static var whiteSpace: String.UTF8View { " \t\r\n".utf8 }

  private static func decode<Wanted: Decodable>(
    _ wanted: Wanted.Type, orShape shape: (some Decodable).Type, from text: [UInt8],
    frame number: Int
  ) throws(VaultError) -> Wanted {
    if let found = CanonicalJSON.decode(wanted, from: text) { return found }
    if CanonicalJSON.decode(shape, from: text) != nil {
      throw .newerFormat(.record(frame: number))
    }
    throw .tampered(.malformedFrame(number: number))
  }

  /// All of a batch but what its changes do, which a later version may add to.
  private struct Shape: Decodable {
    struct AnyChange: Decodable {
      let id: UUID
      let at: Date
      let by: String?
      let base: Bool?
    }
    let batch: UUID
    let changes: [AnyChange]
    let more: Bool?
    let undoes: UUID?
    let merged: Batch<Record>.Merged?
    let purged: [UUID]?
  }
}

extension Batch {
  /// The size that frames of several changes are kept to, in bytes of text.
  private static var frameCount: Int { 1 << 16 - 1 }

  /// So many changes are put into frames between two reports of it.
  private static var progressStep: Int { 4096 }

  /// The size that frames of several batches are kept to: what is lost with one is less then.
  private static var sharedFrameCount: Int { 1 << 14 - 1 }

  /// Up to which size a frame that has so much may be filled: twice as much as it should be, or four
  /// times, where more than a sixteenth of it would be padding else.
  private static func limit(of count: Int, adding next: Int) -> Int {
    var limit = sharedFrameCount
    while limit < frameCount, count > limit || (next > limit - count && count < limit / 16 * 15) {
      limit += limit + 1
    }
    return limit
  }

  /// Writes batches as the texts of frames, in order.
  ///
  /// Small batches share frames; one that fits into no frame has several of its own.
  ///
  /// - Parameter progress: Told which part is done, from 0 to 1, and how many changes are, where they
  ///   are many.
  static func texts(
    of batches: [Batch], progress: (Double, Int) -> Void = { _, _ in }
  ) throws(VaultError) -> [[UInt8]] {
    var texts: [[UInt8]] = []
    let all = batches.reduce(0) { $0 + $1.changes.count }
    var (done, nextReport) = (0, progressStep)
    func count() {
      done += 1
      guard done >= nextReport else { return }
      nextReport += progressStep
      progress(Double(done) / Double(all), done)
    }
    var shared: [[UInt8]] = []
    var sharedCount = 0
    func share() {
      if shared.count > 1 {
        let opening = [UInt8(ascii: "[")]
        texts.append(
          opening + Array(shared.joined(separator: [UInt8(ascii: ",")])) + Array("]".utf8))
      } else {
        texts += shared
      }
      (shared, sharedCount) = ([], 0)
    }
    for batch in batches {
      let pieces = try batch.texts(counting: count)
      let next = pieces[0].count + 2
      if pieces.count > 1 || sharedCount + next > limit(of: sharedCount, adding: next) { share() }
      if pieces.count > 1 {
        texts += pieces
      } else {
        shared += pieces
        sharedCount += pieces[0].count + 1
      }
    }
    share()
    return texts
  }

  /// Writes the batch as the texts of frames of its own.
  private func texts(counting count: () -> Void) throws(VaultError) -> [[UInt8]] {
    let about = CanonicalJSON.encode(About(merged: merged, purged: purged, undoes: undoes))
    let members = about.dropFirst().dropLast()
    let wrapping = 128 + members.count
    var pieces: [[UInt8]] = [[]]
    for change in changes {
      let text = CanonicalJSON.encode(change)
      count()
      if Frame.paddedCount(text.count + wrapping) > Frame.textLimit {
        throw .recordTooLarge(bytes: text.count, limit: Frame.textLimit - wrapping)
      }
      let last = pieces.count - 1
      if pieces[last].isEmpty {
        pieces[last] = text
      } else if pieces[last].count + text.count + wrapping <= Self.frameCount {
        pieces[last] += [UInt8(ascii: ",")] + text
      } else {
        pieces.append(text)
      }
    }
    // One after the other in its place: of a large batch, all of them twice would be much.
    for number in pieces.indices {
      let more = number + 1 < pieces.count ? #","more":true"# : ""
      let rest = number == 0 && !members.isEmpty ? [UInt8(ascii: ",")] + members : []
      pieces[number] =
        Array(#"{"batch":"\#(id.uuidString)","changes":["#.utf8) + pieces[number]
        + Array("]\(more)".utf8) + rest + [UInt8(ascii: "}")]
    }
    return pieces
  }

  /// The members of a batch beside its changes.
  private struct About: Encodable {
    let merged: Merged?
    let purged: [UUID]?
    let undoes: UUID?

    init(merged: Merged?, purged: [UUID], undoes: UUID?) {
      (self.merged, self.purged, self.undoes) = (merged, purged.isEmpty ? nil : purged, undoes)
    }
  }

  /// Puts together the pieces of a batch, in order.
  init(_ pieces: [BatchPiece<Record>]) {
    self.init(
      id: pieces[0].batch, pieces.flatMap(\.changes), undoes: pieces[0].undoes,
      merged: pieces[0].merged, purged: pieces[0].purged ?? [])
  }
}
