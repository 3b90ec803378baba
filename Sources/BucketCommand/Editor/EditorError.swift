import BucketVault

/// Why a text could not be edited; it is then as it was.
enum EditorError: Error, Equatable {
  /// No editor is named, and none of the usual ones is there.
  case noEditor
  /// The editor that is named isn't there, or can't be run.
  case missing(program: String, EditorCommand.Source)
  /// A quote, or a backslash at the end, leaves the command open.
  case unfinishedCommand(EditorCommand.Source)
  /// No folder in memory is there to put the text in: a disk would have to be used.
  case noMemoryFolder
  /// A folder in memory at this path has no room for the text, or can't be written otherwise.
  case noRoom(path: String, SystemError)
  /// The folder can be tampered with by others, or is none.
  case unfitFolder(path: String)
  /// The editor said that it failed.
  case failed(status: CInt)
  /// A signal ended the editor.
  case killed(signal: CInt)
  /// The editor took the file away.
  case fileGone
  /// Something that isn't a file of ours stands where the file was.
  case notAFile
  /// The text is longer than can be read; it stays at this path.
  case tooLarge(limit: Int, keptAt: String?)
  case system(SystemError)
}

extension EditorError {
  /// Whether a folder on a disk would do.
  var isForWantOfMemory: Bool {
    switch self {
    case .noMemoryFolder, .noRoom: true
    default: false
    }
  }

  /// Runs calls to the system, and makes their failure one of editing.
  static func catching<Result: ~Copyable>(
    _ body: () throws(SystemError) -> Result
  ) throws(EditorError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw .system(error)
    }
  }
}
