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

  /// What stands behind the last point of its name.
  var ending: Substring {
    let name = File.name(of: path)
    return name.lastIndex(of: ".").map { name[$0...].dropFirst() } ?? ""
  }

  /// Refuses what can't be written before anybody is asked for a password.
  func check(_ context: borrowing Context) throws(Failure) {
    if try isKept(by: context) { throw .keptByBucket(path) }
    guard File.exists(path) else { return }
    let isFile = (try? FileStatus.of(path).kind) == .regular
    guard isFile else { throw .notAFile(path) }
    if !force { throw .fileExists(path) }
  }

  /// Whether the file holds what bucket keeps, or lies where it keeps it: that is written over by
  /// nothing, forced or not.
  private func isKept(by context: borrowing Context) throws(Failure) -> Bool {
    func identity(_ path: String) -> FileStatus.Identity? { try? FileStatus.of(path).identity }
    let vault = try context.vaultPath()
    let kept = (try? File.resolved(vault)) ?? vault
    if let file = identity(path), file == identity(kept) { return true }
    let folder = File.folder(of: (try? File.resolved(path)) ?? path)
    let attachments = File.folder(of: kept) + "/" + AttachmentStore.folderName
    if let folder = identity(folder), folder == identity(attachments) { return true }
    return SealedFile.isOne(path)
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
