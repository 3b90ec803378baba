import BucketVault

/// The file that `-o` names, which appears whole or not at all, readable by its owner alone.
struct OutputFile {
  let path: String
  /// Whether a file that is there may be written over.
  let force: Bool

  /// - Parameter argument: `-` and nothing stand for standard output, which is no file.
  init?(_ argument: FileArgument?, force: Bool) {
    guard let argument, argument.path != "-" else { return nil }
    (path, self.force) = (argument.path, force)
  }

  /// Refuses what can't be written before anybody is asked for a password.
  func check() throws(Failure) {
    guard File.exists(path) else { return }
    let isFile = (try? FileStatus.of(path).kind) == .regular
    guard isFile else { throw .notAFile(path) }
    if !force { throw .fileExists(path) }
  }

  /// Writes the file.
  ///
  /// - Parameter body: Writes what it holds; where it throws, there is no file.
  func write(
    _ body: (borrowing Descriptor) throws(SystemError) -> Void
  ) throws(Failure) {
    do throws(SystemError) {
      if force, File.exists(path) {
        try File.replace(try File.resolved(path), write: body)
      } else {
        try File.create(path, write: body)
      }
    } catch {
      throw .exportFile(path, error)
    }
  }
}
