public import FoundationEssentials

/// Writing all frames anew, in a file that takes the place of the old one.
///
/// Source: docs/vault-format.md, “Writing”.
extension Vault {
  /// What writing anew did to the size of the file, in bytes.
  public struct Rewriting: Hashable, Sendable {
    public let before: Int
    public let after: Int
  }

  /// Takes the past of records out of the file; it can't be had back.
  ///
  /// - Parameter subjects: Given everything as it stands in the file now, says whose past is to go.
  /// - Throws: ``VaultError/changedMeanwhile`` where that is nobody's.
  public func purge(
    _ subjects: (Ledger<Record>) -> Set<Record.ID>
  ) throws(VaultError) -> Rewriting {
    try withWriter { writer, key throws(VaultError) in
      try rewrite(with: writer, key) { ledger throws(VaultError) in
        let subjects = subjects(ledger)
        if subjects.isEmpty { throw .changedMeanwhile }
        return ledger.history.purged(of: subjects)
      }
    }
  }

  /// Packs the batches of many small frames into few large ones, if that halves the file at least.
  ///
  /// All batches stay as they are. Whoever is writing isn't waited for, since the next occasion will
  /// do; only a reader, who is done at once.
  ///
  /// - Returns: `nil` where nothing was done.
  public func pack(_ ledger: Ledger<Record>) throws(VaultError) -> Rewriting? {
    guard ledger.isWorthPacking else { return nil }
    do throws(VaultError) {
      return try withWriter(within: .milliseconds(200)) {
        (writer, key) throws(VaultError) -> Rewriting? in
        // Somebody else may have done it since it was read.
        guard writer.file.header.epoch == ledger.tail.epoch else { return nil }
        return try rewrite(with: writer, key) { (ledger) throws(VaultError) in
          ledger.history.batches
        }
      }
    } catch {
      if case .busy = error { return nil }
      throw error
    }
  }

  /// Gives the vault a new data key, and seals everything under it.
  ///
  /// - Parameters:
  ///   - slots: The ways to the new key, made for the slots that the vault has now.
  ///   - attachments: Given all that the vault holds, says which attachments it refers to.
  ///   - handOver: Given the new header and key before the new file is in its place.
  /// - Throws: ``VaultError/changedMeanwhile`` where the slots have changed since.
  public func rotate(
    to slots: borrowing SlotSet,
    attachments: (History<Record>) -> Set<UUID> = { _ in [] },
    handOver: (VaultHeader, borrowing DataKey) throws(VaultError) -> Void
  ) throws(VaultError) -> Rewriting {
    try withWriter { writer, key throws(VaultError) in
      let current = writer.file.header
      guard current.slots == slots.former else { throw .changedMeanwhile }
      let header = try slots.header(following: current)
      let notes = try NotesTransfer(in: state, from: current, key, to: header, report: report)
      let transfer = AttachmentTransfer(
        from: AttachmentStore(beside: file.path, of: current, key: key),
        to: AttachmentStore(beside: file.path, of: header, key: slots.key), report: report)
      do throws(VaultError) {
        let done = try rewrite(
          with: writer, key, header: header, newKey: slots.key,
          prepare: { (ledger) throws(VaultError) in
            try transfer.reseal(attachments(ledger.history))
            try handOver(header, slots.key)
          },
          batches: { (ledger) throws(VaultError) in ledger.history.batches })
        notes.finish(from: key, to: slots.key)
        transfer.finish()
        return done
      } catch {
        let isInPlace = error.comesAfterTheChange
        if isInPlace { notes.finish(from: key, to: slots.key) } else { notes.cancel(to: key) }
        if isInPlace { transfer.finish() } else { transfer.cancel() }
        throw error
      }
    }
  }

  private func rewrite(
    with writer: borrowing VaultWriter, _ key: borrowing DataKey,
    batches: (Ledger<Record>) throws(VaultError) -> [Batch<Record>]
  ) throws(VaultError) -> Rewriting {
    var header = writer.file.header
    try header.raiseRevision()
    return try rewrite(
      with: writer, key, header: header, newKey: key, prepare: { _ throws(VaultError) in },
      batches: batches)
  }

  private func rewrite(
    with writer: borrowing VaultWriter, _ key: borrowing DataKey, header: VaultHeader,
    newKey: borrowing DataKey, prepare: (Ledger<Record>) throws(VaultError) -> Void,
    batches: (Ledger<Record>) throws(VaultError) -> [Batch<Record>]
  ) throws(VaultError) -> Rewriting {
    var ledger = Ledger<Record>(from: Tail(of: writer.file.header), keepsPast: true)
    try catchUp(&ledger, with: writer, key)
    var header = header
    try header.raiseEpoch()
    let headerBytes = header.bytes(under: newKey)
    var tail = Tail(of: header)
    let texts = try Batch.texts(of: try batches(ledger)) {
      report(.writing(part: $0, changes: $1))
    }
    try prepare(ledger)
    let frameKey = newKey.frameKey
    try writer.replace(header: headerBytes) { draft throws(SystemError) in
      for text in texts { try draft.write(tail.seal(text, key: frameKey)) }
    }
    remember(tail, revision: header.revision, newKey)
    return Rewriting(
      before: writer.file.framesStart + ledger.tail.offset,
      after: headerBytes.count + tail.offset)
  }
}

extension Ledger {
  /// The fewest frames that are worth packing.
  private static var packingThreshold: Int { 256 }

  /// Whether the frames would take half their room or less in large ones, of which a sixteenth may
  /// be padding, and of the last one half.
  var isWorthPacking: Bool {
    isWhole && frameCount >= Self.packingThreshold
      && 2 * (textCount / 16 * 17 + 1 << 15) <= tail.offset
  }
}
