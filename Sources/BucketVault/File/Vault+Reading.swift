/// Reading the frames of a vault.
///
/// Source: docs/vault-format.md, “Reading”.
extension Vault {
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
    var changeCount = 0
    // What takes so long that somebody may wonder is told of.
    let step = 1 << 20
    var nextReport = tail.offset + step
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
        changeCount += piece.changes.count
        if piece.more != true {
          ledger.apply(Batch(open))
          open = []
        }
      }
      if open.isEmpty {
        ledger.tail = tail
        ledger.textCount = textCount
      }
      if tail.offset >= nextReport {
        nextReport = tail.offset + step
        let part = Double(tail.offset) / Double(max(size - file.framesStart, 1))
        report(.reading(part: part, changes: changeCount))
      }
      if let seen, seen.epoch == tail.epoch, seen.sequence == tail.sequence,
        seen.tag.bytes != tail.tag
      {
        throw file.fallingBehind(seen, .diverged)
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
        : file.fallingBehind(seen, .behind(frames: ledger.tail.sequence, seen: seen.sequence))
    }
    return torn
  }
}
