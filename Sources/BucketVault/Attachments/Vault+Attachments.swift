public import FoundationEssentials

/// The files that belong to a vault's records.
///
/// Source: docs/vault-format.md, “Attachments”.
extension Vault {
  /// Those that are sealed for the key by which the vault was opened.
  public var attachments: AttachmentStore {
    AttachmentStore(beside: file.path, of: file.header, key: key)
  }

  /// What became of the attachments that nothing refers to.
  public struct Clearing: Hashable, Sendable {
    public fileprivate(set) var removed: [String] = []
    /// Those that stay, since other copies of the vault lie beside it and may refer to them.
    public fileprivate(set) var spared: [String] = []
    /// Other copies of the vault in its folder.
    public fileprivate(set) var copies: [String] = []
    /// What could not be removed, and why the first one could not.
    public fileprivate(set) var left: [String] = []
    public fileprivate(set) var reason: SystemError?

    fileprivate mutating func remove(_ path: String, from store: borrowing AttachmentStore) {
      do throws(SystemError) {
        try store.remove(path)
        removed.append(path)
      } catch {
        left.append(path)
        reason = reason ?? error
      }
    }
  }

  private static func looking<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(VaultError) -> Value {
    do throws(SystemError) { return try body() } catch { throw .attachmentsUnreadable(error) }
  }

  /// Removes the attachments of this vault that nothing in it refers to.
  ///
  /// Those that only another copy of the vault in the same folder may refer to stay.
  ///
  /// - Parameters:
  ///   - purged: Those that go whatever other copies refer to.
  ///   - referenced: Given all that the vault holds, says which attachments it refers to.
  public func clearAttachments(
    purged: Set<UUID> = [], referenced: (History<Record>) -> Set<UUID>
  ) throws(VaultError) -> Clearing {
    try withWriter { writer, key throws(VaultError) in
      let store = AttachmentStore(beside: file.path, of: writer.file.header, key: key)
      let survey = try Self.looking { () throws(SystemError) in try store.survey() }
      File.removeAbandoned(survey.unfinished)
      var clearing = Clearing()
      if survey.own.isEmpty { return clearing }
      var ledger = Ledger<Record>(from: Tail(of: writer.file.header), keepsPast: true)
      try catchUp(&ledger, with: writer, key)
      let orphans = store.orphans(besides: referenced(ledger.history), in: survey)
      if orphans.isEmpty { return clearing }
      clearing.copies = copiesBeside(writer.file)
      let certain = Set(purged.map { store.path(of: $0) })
      for path in orphans {
        if clearing.copies.isEmpty || certain.contains(path) {
          clearing.remove(path, from: store)
        } else {
          clearing.spared.append(path)
        }
      }
      if let path = clearing.removed.first {
        try Self.looking { () throws(SystemError) in try File.syncFolder(of: path) }
      }
      return clearing
    }
  }

  /// The other copies of the vault in its folder.
  private func copiesBeside(_ file: borrowing VaultFile) -> [String] {
    let path = file.resolvedPath ?? file.path
    let folder = File.folder(of: path)
    return File.names(in: folder).map { folder + "/" + $0 }.filter { other in
      guard let copy = try? VaultFile.open(other), copy.header.vault == file.header.vault else {
        return false
      }
      return !copy.isSameFile(as: file)
    }
  }
}
