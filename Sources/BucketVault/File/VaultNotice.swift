/// What happened on the way that doesn't stop the work, but that the person should know.
public enum VaultNotice: Hashable, Sendable {
  /// Another process is writing; what holds the lock, where that can be told.
  case waiting(LockHolder?)
  /// Much is being read: which part is, from 0 to 1, and how many changes in it.
  case reading(part: Double, changes: Int)
  /// Much is being put into frames to be written: which part is, and how many changes in it.
  case writing(part: Double, changes: Int)
  /// A write was interrupted earlier; this many bytes at the end were left out.
  case interruptedWrite(bytes: Int)
  /// The rest of an interrupted write was cut off, and a copy of it is at this path.
  case cutOff(copy: String)
  /// The state could not be remembered, so that an older copy would not be noticed.
  case stateNotKept(StateFileError)
  /// What was remembered can't be read, so that an older copy is not noticed.
  case stateNotRead(StateFileError)
  /// The log of attempts could not follow a new key, which doesn't open those noted so far.
  case attemptsNotResealed(StateFileError)
  /// The log of attempts still has what was sealed for another key as well.
  case attemptsLeft(StateFileError)
  /// A draft that was kept while the vault was given a new key is sealed for the old one.
  case draftNotResealed(path: String, SystemError)
  /// A draft that is sealed anew elsewhere could not be taken away.
  case draftNotRemoved(path: String, SystemError)
  /// An attachment that is missing or damaged could not follow a new key; where it is, or should be.
  case attachmentLeft(path: String, AttachmentError)
  /// An attachment that nothing refers to any more could not be removed.
  case attachmentNotRemoved(path: String, SystemError)
}
