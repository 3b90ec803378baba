public import FoundationEssentials
import Glibc

/// What is in the folder of a vault's attachments, as far as it can be told without reading them.
public struct AttachmentSurvey: Hashable, Sendable {
  /// The folder, or files in it, into which others may look.
  public fileprivate(set) var exposed: [String] = []
  /// The folder, or files in it, that belong to another user.
  public fileprivate(set) var foreign: [String] = []
  /// Whether the folder is elsewhere, and a link leads there.
  public fileprivate(set) var isLink = false
  /// What a killed program left unfinished.
  public fileprivate(set) var unfinished: [String] = []
  /// Files of this vault.
  public fileprivate(set) var own: [String] = []
  /// Files that are named as attachments are, and don't begin as one.
  public fileprivate(set) var unknown: [String] = []

  /// - Parameter vault: The vault's id, in bytes.
  fileprivate init(of folder: String, vault: [UInt8]) throws(SystemError) {
    isLink = (try? FileStatus.of(folder, followingLinks: false))?.kind == .link
    let names = try File.list(folder)
    if names.isEmpty, !File.exists(folder) { return }
    let status = try FileStatus.of(folder)
    note(folder, status)
    if status.owner != geteuid() { foreign.append(folder) }
    for name in names {
      let path = folder + "/" + name
      if name.hasPrefix("."), name.hasSuffix(".new") { unfinished.append(path) }
      guard AttachmentKeys.isName(name), let status = try? FileStatus.of(path),
        status.kind == .regular
      else { continue }
      let isForeign = status.owner != geteuid()
      guard let file = try? AttachmentReader.open(path),
        let start = try? file.read(count: AttachmentHeader.count, at: 0),
        let header = try? AttachmentHeader(start)
      else {
        // Somebody else's may not even be readable.
        if isForeign { foreign.append(path) } else { unknown.append(path) }
        continue
      }
      guard header.vault == vault else { continue }
      own.append(path)
      if isForeign { foreign.append(path) }
      note(path, status)
    }
  }

  private mutating func note(_ path: String, _ status: FileStatus) {
    if status.permissions & 0o077 != 0 { exposed.append(path) }
  }
}

extension AttachmentStore {
  /// Looks at the folder; of one that isn't there, nothing is told.
  public func survey() throws(SystemError) -> AttachmentSurvey {
    try AttachmentSurvey(of: folder, vault: vault)
  }

  /// The files of this vault that are none of these attachments.
  public func orphans(
    besides ids: some Sequence<UUID>, in survey: AttachmentSurvey
  ) -> [String] {
    let known = Set(ids.map { path(of: $0) })
    return survey.own.filter { !known.contains($0) }
  }
}
