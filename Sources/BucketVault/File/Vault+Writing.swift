public import FoundationEssentials

/// Adding to a vault, and changing the ways to its key.
///
/// Source: docs/vault-format.md, “Writing”.
extension Vault {
  /// Adds changes that take effect together or not at all, and has them reach the disk.
  ///
  /// What other processes added since the ledger was read is read first.
  ///
  /// - Parameters:
  ///   - ledger: What was read of this vault; afterwards it has the changes.
  ///   - unchangedSince: For records that were looked at, the change that was the last one then.
  ///   - undoes: The batch that the changes take back, by a ledger that keeps the past; if that was
  ///     purged meanwhile, nothing brings it back.
  ///   - attachments: Those that were stored for the changes.
  ///   - author: Who makes the changes, as user@host.
  public func append(
    _ actions: consuming [Change<Record>.Action], to ledger: inout Ledger<Record>,
    unchangedSince: [Record.ID: UUID] = [:], undoing undoes: UUID? = nil,
    attaching attachments: [UUID] = [], author: String?
  ) throws(VaultError) {
    let changes = Self.changes(actions, by: author)
    try append(
      Batch(changes, undoes: undoes), to: &ledger, unchangedSince: unchangedSince.mapValues { $0 },
      attaching: attachments)
  }

  /// Adds changes that depend on all that the vault holds.
  ///
  /// - Parameters:
  ///   - ledger: What was read of this vault; afterwards it has the changes.
  ///   - actions: Given everything as it stands in the file now, and whether that is more than what
  ///     was read, says what to change; nothing is written if that is nothing.
  public func append(
    to ledger: inout Ledger<Record>, author: String?,
    _ actions: (_ ledger: Ledger<Record>, _ hasMore: Bool) -> [Change<Record>.Action]
  ) throws(VaultError) {
    try withWriter { writer, key throws(VaultError) in
      let before = ledger.tail
      try catchUp(&ledger, with: writer, key)
      let batch = Batch(Self.changes(actions(ledger, ledger.tail != before), by: author))
      if batch.changes.isEmpty { return }
      try write(batch, behind: &ledger, with: writer, key)
      ledger.apply(batch)
      remember(ledger.tail, revision: writer.file.header.revision, key)
    }
  }

  private static func changes(
    _ actions: [Change<Record>.Action], by author: String?
  ) -> [Change<Record>] {
    let now = Date()
    // One generator for all: a UUID by itself opens the system's source of random numbers anew.
    var generator = SystemRandomNumberGenerator()
    return actions.map {
      Change<Record>(id: UUID.random(using: &generator), at: now, by: author, action: $0)
    }
  }

  /// Adds a batch that was put together elsewhere.
  ///
  /// - Parameter unchangedSince: For records that were looked at, the change that was the last one
  ///   then; `nil` for those of which there was none.
  func append(
    _ batch: Batch<Record>, to ledger: inout Ledger<Record>, unchangedSince: [Record.ID: UUID?],
    attaching attachments: [UUID] = []
  ) throws(VaultError) {
    try withWriter { writer, key throws(VaultError) in
      try catchUp(&ledger, with: writer, key)
      if !attachments.isEmpty {
        // By its name: after a new data key, what was stored under the old one doesn't count.
        let store = AttachmentStore(beside: file.path, of: writer.file.header, key: key)
        for attachment in attachments where !store.holds(attachment) { throw .attachmentGone }
      }
      for (id, change) in unchangedSince where ledger.lastChange(of: id) != change {
        throw .changedMeanwhile
      }
      if let undoes = batch.undoes,
        !ledger.history.holds(undoes, for: batch.changes.map(\.action.subject))
      {
        throw .changedMeanwhile
      }
      try write(batch, behind: &ledger, with: writer, key)
      ledger.apply(batch)
      remember(ledger.tail, revision: writer.file.header.revision, key)
    }
  }

  private func write(
    _ batch: Batch<Record>, behind ledger: inout Ledger<Record>, with writer: borrowing VaultWriter,
    _ key: borrowing DataKey
  ) throws(VaultError) {
    var tail = ledger.tail
    // All of them before the first is written, since a record may be too large.
    let texts = try Batch.texts(of: [batch]) { report(.writing(part: $0, changes: $1)) }
    try writer.append(at: writer.file.framesStart + ledger.tail.offset) {
      (write) throws(SystemError) in
      for text in texts { try write(tail.seal(text, key: key.frameKey)) }
    }
    ledger.tail = tail
    ledger.textCount += texts.reduce(0) { $0 + $1.count }
  }

  /// Changes the ways to the key; the frames stay as they are.
  ///
  /// - Parameter change: Given the slots as they stand in the file now, makes the new ones.
  public func replaceSlots(
    _ change: (inout SlotSet) throws(SlotSet.Refusal) -> Void
  ) throws(VaultError) {
    try withWriter { writer, key throws(VaultError) in
      var ledger = Ledger<Record>(from: Tail(of: writer.file.header))
      try catchUp(&ledger, with: writer, key)
      var slots = SlotSet(key: DataKey(key.secret.prefix(DataKey.count)), writer.file.header)
      do throws(SlotSet.Refusal) { try change(&slots) } catch { throw .slotRefused(error) }
      let header = try slots.header(following: writer.file.header)
      try writer.replaceHeader(
        by: header, under: key, framesEnd: writer.file.framesStart + ledger.tail.offset)
      remember(ledger.tail, revision: header.revision, key)
    }
  }

  func withWriter<Result: ~Copyable>(
    within patience: Duration = VaultWriter.patience,
    _ body: (borrowing VaultWriter, borrowing DataKey) throws(VaultError) -> Result
  ) throws(VaultError) -> Result {
    let writer = try VaultWriter.open(file.path, within: patience) { report(.waiting($0)) }
    guard writer.file.header.vault == file.header.vault else { throw .replaced }
    return try withKey(of: writer.file) { file, key throws(VaultError) in
      try file.check(under: key, against: seen)
      return try body(writer, key)
    }
  }

  /// Reads what was added since the ledger was read, and cuts off an interrupted write.
  func catchUp(
    _ ledger: inout Ledger<Record>, with writer: borrowing VaultWriter, _ key: borrowing DataKey
  ) throws(VaultError) {
    let holds = try reading { () throws(SystemError) in try writer.file.holds(ledger.tail) }
    if ledger.tail.epoch != writer.file.header.epoch || !holds {
      ledger = ledger.restarted(from: Tail(of: writer.file.header))
    }
    if try extend(&ledger, from: writer.file, key) > 0 {
      report(
        .cutOff(
          copy: try writer.cutTornTail(
            from: writer.file.framesStart + ledger.tail.offset, keepingCopyIn: state)))
    }
  }
}
