public import FoundationEssentials
import Glibc

/// A vault with its key: what it holds can be read, and added to.
public struct Vault<Record: Codable & Identifiable & Sendable>: ~Copyable
where Record.ID: Codable & Sendable {
  public let file: VaultFile
  public let state: StateFolder
  public let key: DataKey
  private let accepting: Acceptance
  let report: (VaultNotice) -> Void
  /// Finds the key of a file that has taken the place of this one under a new key.
  private let newerKey: (VaultHeader) -> DataKey?

  /// Whether a copy older than what this machine has seen may be used.
  public enum Acceptance: Sendable {
    case newestOnly
    /// What is in the file is taken for the newest state from now on.
    case olderToo
    /// A copy beside the vault: nothing is compared with what was seen, and nothing remembered.
    case copy
  }

  /// Checks the header under the key.
  ///
  /// - Parameters:
  ///   - newerKey: Asked for the key where another process gives the vault a new one meanwhile.
  ///   - report: Told of what doesn't stop the work, but should be known.
  public init(
    _ file: consuming VaultFile, key: consuming DataKey, state: StateFolder,
    accepting: Acceptance = .newestOnly,
    newerKey: @escaping (VaultHeader) -> DataKey? = { _ in nil },
    report: @escaping (VaultNotice) -> Void
  ) throws(VaultError) {
    let seen = accepting == .newestOnly ? state.lastSeen() : nil
    do throws(VaultError) {
      try file.check(under: key, against: seen)
    } catch {
      guard error == .replaced else { throw error }
      let successor = try file.successor()
      if successor.header.notesKey != file.header.notesKey {
        guard let newer = newerKey(successor.header) else { throw .rekeyed }
        key = newer
      }
      try successor.check(under: key, against: seen)
      file = successor
    }
    self.file = file
    self.key = key
    self.state = state
    self.accepting = accepting
    self.newerKey = newerKey
    self.report = report
  }

  /// The key, for another copy of the vault.
  public var copyOfKey: DataKey { key.copy }

  /// Reads everything, after checking all of it.
  ///
  /// An interrupted write at the end is left out, and reported unless it may still be going on.
  ///
  /// - Parameter keepsPast: Whether to keep all that was before, for ``Ledger/history``.
  public func read(keepingPast keepsPast: Bool = false) throws(VaultError) -> Ledger<Record> {
    do throws(VaultError) {
      return try read(file, key, keepsPast)
    } catch {
      guard error == .replaced else { throw error }
      return try withKey(of: try file.successor()) { file, key throws(VaultError) in
        try file.check(under: key, against: seen)
        return try read(file, key, keepsPast)
      }
    }
  }

  private func read(
    _ file: borrowing VaultFile, _ key: borrowing DataKey, _ keepsPast: Bool
  ) throws(VaultError) -> Ledger<Record> {
    var ledger = Ledger<Record>(from: Tail(of: file.header), keepsPast: keepsPast)
    var torn = 0
    var failure: VaultError?
    do throws(VaultError) { torn = try extend(&ledger, from: file, key) } catch { failure = error }
    // Only under the lock is it sure that what was read has reached the disk and will stay. What
    // can't be read may only be in the midst of being written, and is worth waiting for.
    let isLocked = try reading { () throws(SystemError) in
      try file.descriptor.lock(
        exclusively: false, within: failure == nil ? .zero : VaultWriter.patience)
    }
    guard isLocked else {
      if let failure { throw failure }
      return ledger
    }
    defer { file.descriptor.unlock() }
    let stays = try reading { () throws(SystemError) in try file.holds(ledger.tail) }
    if failure != nil || torn > 0 || !stays {
      ledger = ledger.restarted(from: Tail(of: file.header))
      torn = try extend(&ledger, from: file, key)
    }
    if torn > 0 { report(.interruptedWrite(bytes: torn)) }
    remember(ledger.tail, revision: file.header.revision, key)
    return ledger
  }

  /// A ledger that knows no record, but stands where this machine last saw the vault end.
  ///
  /// Appending to it costs the same however much the vault holds. Where nothing is remembered, or
  /// the file doesn't fit what is, all of it is read.
  public func ledgerAtLastSeen() throws(VaultError) -> Ledger<Record> {
    if accepting != .copy, let tail = state.lastSeen()?.tail(in: file.header, key: key),
      try reading({ () throws(SystemError) in try file.holds(tail) })
    {
      return Ledger(from: tail)
    }
    return try read()
  }

  /// Adds changes that take effect together or not at all, and has them reach the disk.
  ///
  /// What other processes added since the ledger was read is read first.
  ///
  /// - Parameters:
  ///   - ledger: What was read of this vault; afterwards it has the changes.
  ///   - unchangedSince: For records that were looked at, the change that was the last one then.
  ///   - undoes: The batch that the changes take back, by a ledger that keeps the past; if that was
  ///     purged meanwhile, nothing brings it back.
  ///   - author: Who makes the changes, as user@host.
  public func append(
    _ actions: [Change<Record>.Action], to ledger: inout Ledger<Record>,
    unchangedSince: [Record.ID: UUID] = [:], undoing undoes: UUID? = nil, author: String?
  ) throws(VaultError) {
    let now = Date()
    let changes = actions.map { Change<Record>(at: now, by: author, action: $0) }
    try append(
      Batch(changes, undoes: undoes), to: &ledger, unchangedSince: unchangedSince.mapValues { $0 })
  }

  /// Adds a batch that was put together elsewhere.
  ///
  /// - Parameter unchangedSince: For records that were looked at, the change that was the last one
  ///   then; `nil` for those of which there was none.
  func append(
    _ batch: Batch<Record>, to ledger: inout Ledger<Record>, unchangedSince: [Record.ID: UUID?]
  ) throws(VaultError) {
    try withWriter { writer, key throws(VaultError) in
      try catchUp(&ledger, with: writer, key)
      for (id, change) in unchangedSince where ledger.lastChange(of: id) != change {
        throw .changedMeanwhile
      }
      if let undoes = batch.undoes,
        !ledger.history.holds(undoes, for: batch.changes.map(\.action.subject))
      {
        throw .changedMeanwhile
      }
      var tail = ledger.tail
      var frames: [UInt8] = []
      let texts = try Batch.texts(of: [batch])
      for text in texts { frames += tail.seal(text, key: key.frameKey) }
      try writer.append(frames, at: writer.file.framesStart + ledger.tail.offset)
      ledger.tail = tail
      ledger.textCount += texts.reduce(0) { $0 + $1.count }
      ledger.apply(batch)
      remember(tail, revision: writer.file.header.revision, key)
    }
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
      let header = slots.header(following: writer.file.header)
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

  /// Lends the key of a file at the vault's path, which may have been given a new one.
  private func withKey<Result: ~Copyable>(
    of current: borrowing VaultFile,
    _ body: (borrowing VaultFile, borrowing DataKey) throws(VaultError) -> Result
  ) throws(VaultError) -> Result {
    if current.header.notesKey == file.header.notesKey { return try body(current, key) }
    guard let newer = newerKey(current.header) else { throw .rekeyed }
    return try body(current, newer)
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

  /// Reads and checks the frames behind a ledger's tail.
  ///
  /// - Returns: How many bytes at the end are no whole batch.
  func extend(
    _ ledger: inout Ledger<Record>, from file: borrowing VaultFile, _ key: borrowing DataKey
  ) throws(VaultError) -> Int {
    // What was seen is asked for before the size: a writer that comes between makes the file longer
    // than it has to be, never shorter.
    let seen = seen
    let size = try reading { () throws(SystemError) in try file.descriptor.status().size }
    var reader = FrameReader(size: size)
    var tail = ledger.tail
    var open: [BatchPiece<Record>] = []
    var textCount = ledger.textCount
    let frameKey = key.frameKey
    var finding = FrameReader.Finding.end
    while true {
      let offset = file.framesStart + tail.offset
      finding = try reading { () throws(SystemError) in
        try reader.frame(at: offset, of: file.descriptor)
      }
      guard case .frame(let frame) = finding else { break }
      let number = tail.sequence + 1
      guard let text = Frame.open(frame, after: tail, key: frameKey) else {
        throw .damaged(.frame(number: number, offset: offset))
      }
      tail.advance(over: frame)
      textCount += text.count
      for piece in try BatchPiece<Record>.pieces(of: text, frame: number, after: open) {
        open.append(piece)
        if piece.more != true {
          ledger.apply(Batch(open))
          open = []
        }
      }
      if open.isEmpty {
        ledger.tail = tail
        ledger.textCount = textCount
      }
      if let seen, seen.epoch == tail.epoch, seen.sequence == tail.sequence,
        seen.tag.bytes != tail.tag
      {
        throw file.fallingBehind(.diverged)
      }
    }
    let offset = file.framesStart + tail.offset
    if case .incomplete = finding,
      try reading({ () throws(SystemError) in
        try reader.isLengthFlipped(at: offset, of: file.descriptor) {
          Frame.open($0, after: tail, key: frameKey) != nil
        }
      })
    {
      finding = .damage
    }
    if case .damage = finding { throw .damaged(.frame(number: tail.sequence + 1, offset: offset)) }
    let torn = size - file.framesStart - ledger.tail.offset
    if let seen, seen.epoch == tail.epoch, ledger.tail.sequence < seen.sequence {
      throw torn > 0
        ? .damaged(.cutShort(frame: tail.sequence + 1, offset: offset))
        : file.fallingBehind(.behind(frames: ledger.tail.sequence, seen: seen.sequence))
    }
    return torn
  }

  /// What the file may not fall behind.
  private var seen: LastSeen? { accepting == .newestOnly ? state.lastSeen() : nil }

  func reading<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(VaultError) -> Result {
    do throws(SystemError) { return try body() } catch { throw .unreadable(error) }
  }

  func remember(_ tail: Tail, revision: Int, _ key: borrowing DataKey) {
    if accepting == .copy { return }
    let now = LastSeen(tail, revision: revision, key: key)
    if let before = state.lastSeen() {
      if before == now || (accepting == .newestOnly && before.isNewer(than: now)) { return }
    }
    do throws(StateFileError) {
      try state.remember(now)
    } catch {
      report(.stateNotKept(error))
    }
  }
}
