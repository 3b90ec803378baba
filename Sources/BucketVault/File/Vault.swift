public import FoundationEssentials
import Glibc

/// A vault with its key: what it holds can be read, and added to.
public struct Vault<Record: Codable & Identifiable & Sendable>: ~Copyable
where Record.ID: Codable & Sendable {
  public let file: VaultFile
  public let state: StateFolder
  public let key: DataKey
  private let accepting: Acceptance
  private let report: (VaultNotice) -> Void

  /// Whether a copy older than what this machine has seen may be used.
  public enum Acceptance: Sendable {
    case newestOnly
    /// What is in the file is taken for the newest state from now on.
    case olderToo
  }

  /// Checks the header under the key.
  ///
  /// - Parameter report: Told of what doesn't stop the work, but should be known.
  public init(
    _ file: consuming VaultFile, key: consuming DataKey, state: StateFolder,
    accepting: Acceptance = .newestOnly, report: @escaping (VaultNotice) -> Void
  ) throws(VaultError) {
    let seen = accepting == .newestOnly ? state.lastSeen() : nil
    self.file = try file.checked(under: key, against: seen)
    self.key = key
    self.state = state
    self.accepting = accepting
    self.report = report
  }

  /// Reads everything, after checking all of it.
  ///
  /// An interrupted write at the end is left out, and reported unless it may still be going on.
  public func read() throws(VaultError) -> Ledger<Record> {
    do throws(VaultError) {
      return try read(file)
    } catch {
      guard error == .replaced else { throw error }
      return try read(try file.successor(under: key, against: seen))
    }
  }

  private func read(_ file: borrowing VaultFile) throws(VaultError) -> Ledger<Record> {
    var ledger = Ledger<Record>(from: Tail(of: file.header))
    var torn = 0
    var failure: VaultError?
    do throws(VaultError) { torn = try extend(&ledger, from: file) } catch { failure = error }
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
      ledger = Ledger(from: Tail(of: file.header))
      torn = try extend(&ledger, from: file)
    }
    if torn > 0 { report(.interruptedWrite(bytes: torn)) }
    remember(ledger.tail, revision: file.header.revision)
    return ledger
  }

  /// A ledger that knows no record, but stands where this machine last saw the vault end.
  ///
  /// Appending to it costs the same however much the vault holds. Where nothing is remembered, or
  /// the file doesn't fit what is, all of it is read.
  public func ledgerAtLastSeen() throws(VaultError) -> Ledger<Record> {
    if let tail = state.lastSeen()?.tail(in: file.header, key: key),
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
  ///   - author: Who makes the changes, as user@host.
  public func append(
    _ actions: [Change<Record>.Action], to ledger: inout Ledger<Record>,
    unchangedSince: [Record.ID: UUID] = [:], author: String?
  ) throws(VaultError) {
    try withWriter { writer throws(VaultError) in
      try catchUp(&ledger, with: writer)
      for (id, change) in unchangedSince where ledger.lastChange(of: id) != change {
        throw .changedMeanwhile
      }
      let now = Date()
      let changes = actions.map {
        Change<Record>(id: UUID(), at: now, by: author, action: $0)
      }
      var tail = ledger.tail
      var frames: [UInt8] = []
      let frameKey = key.frameKey
      for text in try Batch.texts(of: changes) {
        let frame = Frame.seal(text, after: tail, key: frameKey)
        tail.advance(over: frame)
        frames += frame
      }
      try writer.append(frames, at: writer.file.framesStart + ledger.tail.offset)
      ledger.tail = tail
      for change in changes { ledger.apply(change) }
      remember(tail, revision: writer.file.header.revision)
    }
  }

  /// Changes the ways to the key; the frames stay as they are.
  ///
  /// - Parameter change: Given the slots as they stand in the file now, makes the new ones.
  public func replaceSlots(
    _ change: (inout SlotSet) throws(KeySlot.Refusal) -> Void
  ) throws(VaultError) {
    try withWriter { writer throws(VaultError) in
      var ledger = Ledger<Record>(from: Tail(of: writer.file.header))
      try catchUp(&ledger, with: writer)
      var slots = SlotSet(key: DataKey(key.secret.prefix(DataKey.count)), writer.file.header)
      do throws(KeySlot.Refusal) { try change(&slots) } catch { throw .slotRefused(error) }
      let header = slots.nextHeader
      try writer.replaceHeader(
        by: header, under: key, framesEnd: writer.file.framesStart + ledger.tail.offset)
      remember(ledger.tail, revision: header.revision)
    }
  }

  private func withWriter<Result>(
    _ body: (borrowing VaultWriter) throws(VaultError) -> Result
  ) throws(VaultError) -> Result {
    let writer = try VaultWriter.open(file.path) { report(.waiting($0)) }
    guard writer.file.header.vault == file.header.vault else { throw .replaced }
    try writer.file.check(under: key, against: seen)
    return try body(writer)
  }

  /// Reads what was added since the ledger was read, and cuts off an interrupted write.
  private func catchUp(
    _ ledger: inout Ledger<Record>, with writer: borrowing VaultWriter
  ) throws(VaultError) {
    let holds = try reading { () throws(SystemError) in try writer.file.holds(ledger.tail) }
    if ledger.tail.epoch != writer.file.header.epoch || !holds {
      ledger = Ledger(from: Tail(of: writer.file.header))
    }
    if try extend(&ledger, from: writer.file) > 0 {
      report(
        .cutOff(
          copy: try writer.cutTornTail(
            from: writer.file.framesStart + ledger.tail.offset, keepingCopyIn: state)))
    }
  }

  /// Reads and checks the frames behind a ledger's tail.
  ///
  /// - Returns: How many bytes at the end are no whole batch.
  private func extend(
    _ ledger: inout Ledger<Record>, from file: borrowing VaultFile
  ) throws(VaultError) -> Int {
    // What was seen is asked for before the size: a writer that comes between makes the file longer
    // than it has to be, never shorter.
    let seen = seen
    let size = try reading { () throws(SystemError) in try file.descriptor.status().size }
    var reader = FrameReader(size: size)
    var tail = ledger.tail
    var pending: [Change<Record>] = []
    var open: UUID?
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
      let batch = try Batch<Record>(text: text, frame: number)
      guard open == nil || open == batch.batch else {
        throw .tampered(.malformedFrame(number: number))
      }
      pending += batch.changes
      open = batch.batch
      if batch.more != true {
        for change in pending { ledger.apply(change) }
        pending = []
        open = nil
        ledger.tail = tail
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

  private func reading<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(VaultError) -> Result {
    do throws(SystemError) { return try body() } catch { throw .unreadable(error) }
  }

  private func remember(_ tail: Tail, revision: Int) {
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
