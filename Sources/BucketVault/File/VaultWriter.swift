import Glibc

/// The vault file in the hands of the one process that may write to it.
///
/// Writers exclude each other by `flock(2)` on the file itself; since a file can be replaced while
/// one waits, the path is looked at again under the lock.
struct VaultWriter: ~Copyable {
  let file: VaultFile

  /// How long a writer waits for another one.
  static let patience = Duration.seconds(10)

  /// Waits for the lock.
  ///
  /// - Parameter isWaiting: Told once, when another process holds the lock.
  static func open(
    _ path: String, within patience: Duration = patience, isWaiting: (LockHolder?) -> Void
  ) throws(VaultError) -> VaultWriter {
    let start = ContinuousClock.now
    var told = false
    while true {
      let file = try VaultFile.open(path, flags: O_RDWR)
      let identity: FileStatus.Identity
      do throws(SystemError) {
        identity = try file.descriptor.status().identity
        if try file.descriptor.tryLock(exclusively: true) {
          if try FileStatus.of(path).identity == identity { return VaultWriter(file: file) }
          continue
        }
      } catch {
        throw error.code == ENOENT ? .missing : .unwritable(error)
      }
      let waited = ContinuousClock.now - start
      guard waited < patience else { throw .busy(LockHolder.of(identity)) }
      if !told, waited > .milliseconds(500) {
        isWaiting(LockHolder.of(identity))
        told = true
      }
      usleep(UInt32.random(in: 1_000...8_000))
    }
  }

  /// Appends frames and has them reach the disk; when that fails, the file is cut back.
  ///
  /// Where that fails too, ``SystemError/comesAfterTheChange`` tells whether readers find the frames.
  ///
  /// - Parameter frames: Given a function that writes frames, writes all of them, in order.
  func append(
    at offset: Int,
    frames: ((_ frame: [UInt8]) throws(SystemError) -> Void) throws(SystemError) -> Void
  ) throws(VaultError) {
    do throws(SystemError) {
      try withSignalsHeld { () throws(SystemError) in
        var isWhole = false
        do throws(SystemError) {
          var end = offset
          try frames { frame throws(SystemError) in
            try file.descriptor.write(frame, at: end)
            end += frame.count
          }
          isWhole = true
          try file.descriptor.syncData()
        } catch {
          let cut = Result { () throws(SystemError) in
            try file.descriptor.truncate(to: offset)
          }
          // A part of them is an interrupted write, which readers leave out.
          guard isWhole, case .failure = cut else { throw error }
          throw SystemError(code: error.code, call: SystemError.uncutSync)
        }
      }
    } catch {
      throw .unwritable(error)
    }
  }

  /// Cuts off what an interrupted writer left behind the last whole batch, keeping a copy.
  ///
  /// - Returns: Where the copy is.
  func cutTornTail(from offset: Int, keepingCopyIn state: StateFolder) throws(VaultError) -> String
  {
    let torn: [UInt8]
    do throws(SystemError) {
      let size = try file.descriptor.status().size
      torn = try file.descriptor.read(count: size - offset, at: offset)
    } catch {
      throw .unreadable(error)
    }
    let copy: String
    do throws(SystemError) {
      copy = try state.keep(torn, as: StateFolder.interruptedWritePrefix)
    } catch {
      throw .notKept(.interruptedWrite, StateFileError(state.path, .folder(error)))
    }
    do throws(SystemError) { try file.descriptor.truncate(to: offset) } catch {
      throw .unwritable(error)
    }
    return copy
  }

  /// Puts a new header before the frames, in a new file that takes the place of this one.
  ///
  /// - Parameter framesEnd: Where the last whole batch ends, in bytes.
  func replaceHeader(
    by header: VaultHeader, under key: borrowing DataKey, framesEnd: Int
  ) throws(VaultError) {
    try replace(header: header.bytes(under: key)) { draft throws(SystemError) in
      var offset = file.framesStart
      while offset < framesEnd {
        let piece = try file.descriptor.read(
          count: min(1 << 20, framesEnd - offset), at: offset)
        guard !piece.isEmpty else { throw SystemError(code: EIO, call: "pread") }
        try draft.write(piece)
        offset += piece.count
      }
    }
  }

  /// Puts a new file in the place of this one.
  ///
  /// - Parameter writeFrames: Writes what comes behind the header.
  func replace(
    header: [UInt8], writeFrames: (borrowing Descriptor) throws(SystemError) -> Void
  ) throws(VaultError) {
    do throws(SystemError) {
      let path = try File.resolved(file.path)
      let status = try file.descriptor.status()
      File.removeDrafts(beside: path)
      try File.replace(
        path, mode: status.permissions, owner: (status.owner, status.group)
      ) { draft throws(SystemError) in
        // Other writers wait until the new file can't be lost any more.
        _ = try draft.tryLock(exclusively: true)
        try draft.write(header)
        try writeFrames(draft)
      }
    } catch {
      throw .unwritable(error)
    }
  }
}
