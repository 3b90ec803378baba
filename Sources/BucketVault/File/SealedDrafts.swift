import FoundationEssentials
import Glibc

/// The drafts of one vault on this machine.
public struct SealedDrafts: Sendable {
  private let header: VaultHeader
  private let state: StateFolder
  /// Where the vault is, if it may be given another key meanwhile.
  private let vault: String?
  private static let prefix = "draft-"
  /// The most bytes of a draft's file that are read.
  private static let sizeLimit = 16 << 20

  public init(of header: VaultHeader, state: StateFolder) {
    (self.header, self.state, vault) = (header, state, nil)
  }

  /// The drafts of a vault that isn't locked while a text is edited.
  public init(of file: borrowing VaultFile, state: StateFolder) {
    (header, self.state, vault) = (file.header, state, file.path)
  }

  /// The folder that they are in.
  public var folder: String { state.path }

  /// A draft and the file that it is in.
  public struct Kept: Sendable {
    public let draft: SealedDraft
    public let path: String
  }

  /// Keeps a draft, and waits until it has reached the disk.
  ///
  /// - Throws: EKEYREVOKED where the vault has been given another key: nothing vouches for the new one
  ///   here, and the old one may be gone, so nobody could open the draft.
  @discardableResult
  public func keep(_ draft: SealedDraft) throws(SystemError) -> Kept {
    let kept = try keep(draft, as: "draft")
    // Looked at afterwards: whoever gives the vault a new key looks for drafts after that.
    if let vault, let now = try? VaultFile.open(vault), now.header.vault == header.vault,
      now.header.notesKey != header.notesKey
    {
      try? removeFile(of: kept)
      throw SystemError(code: EKEYREVOKED, call: "crypto_box_seal")
    }
    return kept
  }

  private func keep(_ draft: SealedDraft, as name: String) throws(SystemError) -> Kept {
    guard let note = SealedNote.seal(CanonicalJSON.encode(draft), for: header) else {
      throw SystemError(code: EKEYREJECTED, call: "crypto_box_seal")
    }
    return Kept(draft: draft, path: try state.keep(note, as: name))
  }

  /// Keeps a draft for the vault's next key, under a name by which it is known for the same.
  func keepTwin(of kept: Kept) throws(SystemError) -> Kept {
    try keep(kept.draft, as: Self.origin(of: kept.path))
  }

  /// All drafts that the key opens, the newest last.
  public func drafts<Record>(in vault: borrowing Vault<Record>) -> [Kept] {
    let found = paths.compactMap { path in
      SmallFile.bytes(path, limit: Self.sizeLimit).map { (path, $0) }
    }
    return drafts(in: found, with: vault.key)
  }

  /// The same, where none may be missed.
  ///
  /// - Throws: ``VaultError/draftUnreadable(path:_:)``, or ``VaultError/notKept(_:_:)`` where the folder
  ///   can't be looked into.
  func drafts(with key: borrowing DataKey) throws(VaultError) -> [Kept] {
    var found: [(String, [UInt8])] = []
    let names: [String]
    do throws(SystemError) { names = try File.list(state.path) } catch {
      throw .notKept(.drafts, StateFileError(state.path, .folder(error)))
    }
    for path in paths(of: names) {
      do throws(SystemError) {
        if let bytes = try SmallFile.read(path, limit: Self.sizeLimit) {
          found.append((path, bytes))
        }
      } catch {
        // Another process may have saved it just now.
        if error.code != ENOENT { throw .draftUnreadable(path: path, error) }
      }
    }
    return drafts(in: found, with: key)
  }

  private func drafts(in found: [(String, [UInt8])], with key: borrowing DataKey) -> [Kept] {
    let texts = SealedNote.open(found.map(\.1), with: key)
    return zip(found, texts)
      .compactMap { found, text in
        text.flatMap { CanonicalJSON.decode(SealedDraft.self, from: $0) }
          .map { Kept(draft: $0, path: found.0) }
      }
      .sorted { $0.draft.at < $1.draft.at }
  }

  /// The files of all drafts.
  public var paths: [String] { paths(of: File.names(in: state.path)) }

  private func paths(of names: [String]) -> [String] {
    names.filter { $0.hasPrefix(Self.prefix) }.map { state.path + "/" + $0 }
  }

  /// Removes a draft that is of no more use, for whatever keys it is sealed.
  public func remove(_ kept: Kept) throws(SystemError) { try remove(kept.path) }

  /// The same of the file of a draft, if it is one.
  public func remove(_ path: String) throws(SystemError) {
    let origin = Self.origin(of: path)
    for path in paths where Self.origin(of: path) == origin {
      try system("unlink") { unsafe unlink(path) }
    }
  }

  /// Removes a draft, and leaves the same for another key.
  func removeFile(of kept: Kept) throws(SystemError) {
    try system("unlink") { unsafe unlink(kept.path) }
  }
}
