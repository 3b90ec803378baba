/// Why a vault can't be made, opened, read or written.
public enum VaultError: Error, Hashable, Sendable {
  /// Nothing is at the path.
  case missing
  /// Something is already at the path where a vault was to be made.
  case exists
  case notAVault(NotAVault)
  case unreadable(SystemError)
  /// The file belongs to another user, with this uid.
  case foreignOwner(UInt32)
  case newerFormat(NewerFormat)
  case damaged(Damage)
  case tampered(Tampering)
  case older(OlderCopy)
  /// It is older than the vault, of which it is a copy, and which is at this path.
  case olderThanVault(OlderCopy, at: String)
  /// Another process has been writing for longer than one waits.
  case busy(LockHolder?)
  /// The file can be read, but not be opened for writing.
  case readOnly(SystemError)
  /// Writing failed; the file is as it was before.
  case unwritable(SystemError)
  /// A record needs more bytes than one frame can hold.
  case recordTooLarge(bytes: Int, limit: Int)
  /// A number of the vault is as high as it can be, so that no further change can be counted.
  case countedOut(Counter)
  /// Another process changed the same record since it was read.
  case changedMeanwhile
  /// The slots can't be changed like this.
  case slotRefused(SlotSet.Refusal)
  /// A sealed draft, which would be lost by the change, can't be read.
  case draftUnreadable(path: String, SystemError)
  /// Something could not be kept in the state folder without which the file isn't changed.
  case notKept(Kept, StateFileError)
  /// An attachment that a change refers to is no more where it was stored just now.
  case attachmentGone
  /// An attachment could not be sealed for a new key.
  case attachmentNotResealed(path: String, AttachmentError)
  /// The folder of the attachments can't be looked into.
  case attachmentsUnreadable(SystemError)
  /// Another vault has taken the place of the one that was opened.
  case replaced
  /// The vault was given a new data key since it was opened, and this process doesn't have it.
  case rekeyed

  /// What a path names instead of a vault.
  public enum NotAVault: Hashable, Sendable {
    case empty
    case folder
    /// A FIFO, a socket or a device.
    case special
    case otherContent
  }

  /// What this version of the program doesn't know.
  public enum NewerFormat: Hashable, Sendable {
    case version(String)
    case feature(String)
    /// A record that can't be decoded, in the frame with this number.
    case record(frame: Int)
  }

  /// Where the file differs from what was written.
  public enum Damage: Hashable, Sendable {
    case magic
    /// The file ends within the header; offset in bytes.
    case truncated(at: Int)
    case header
    /// A frame doesn't verify; numbers count from 1, offsets are in bytes.
    case frame(number: Int, offset: Int)
    /// The file ends within a frame that this machine has seen whole.
    case cutShort(frame: Int, offset: Int)
  }

  /// What was changed on purpose, by somebody without a key.
  public enum Tampering: Hashable, Sendable {
    /// The header has a right checksum, but is not written as this format demands.
    case malformedHeader
    /// The header doesn't verify under the key.
    case header
    /// A slot's secret is right, but its wrapped key doesn't verify.
    case slot(String)
    /// A frame verifies, but doesn't hold what this format demands.
    case malformedFrame(number: Int)
  }

  /// What has to be kept in the state folder before a file is changed.
  public enum Kept: Hashable, Sendable {
    /// The sealed drafts, for a new key.
    case drafts
    /// The failed unlocks, for a new key.
    case attempts
    /// What an interrupted write left behind.
    case interruptedWrite
  }

  /// What counts the changes of a vault.
  public enum Counter: Hashable, Sendable {
    case revision, epoch
  }

  /// How the file falls behind what this machine has seen of it.
  public enum OlderCopy: Hashable, Sendable {
    /// Fewer frames than were seen.
    case behind(frames: Int, seen: Int)
    /// An older header or an older rewriting of the frames.
    case superseded
    /// As many frames, but not the ones that were seen.
    case diverged
  }
}

extension VaultError {
  /// Whether the new file is in its place all the same, and only a power cut might undo it.
  public var comesAfterTheChange: Bool {
    if case .unwritable(let error) = self { error.comesAfterTheChange } else { false }
  }
}
