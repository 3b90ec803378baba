/// Why an attachment can't be stored or had back.
public enum AttachmentError: Error, Hashable, Sendable {
  /// Nothing is where it should be.
  case missing
  /// Something is there that is no regular file.
  case notAFile
  case unreadable(SystemError)
  /// It has a format that this version doesn't know.
  case newerFormat
  case damaged(Damage)
  /// It could not be written, and nothing is left of it.
  case unwritable(SystemError)
  /// What was to be stored can't be read.
  case sourceUnreadable(SystemError)
  /// What was to be stored changed while it was read.
  case sourceChanged

  /// Where a file differs from what was written.
  public enum Damage: Hashable, Sendable {
    /// It doesn't begin as an attachment does.
    case magic
    /// Its header isn't that of this attachment.
    case header
    /// No attachment can be so long, or this one isn't.
    case length
    /// The chunk with this number, from 1, doesn't verify.
    case chunk(Int)
    /// It ends where a chunk should follow.
    case cutShort(chunk: Int)
    /// Something follows its end.
    case trailing
  }
}
