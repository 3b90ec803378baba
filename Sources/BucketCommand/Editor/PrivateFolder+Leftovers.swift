import BucketVault
import FoundationEssentials
import Glibc

extension PrivateFolder {
  /// A folder with a text, left by a program that was killed, or since the text could be kept
  /// nowhere else.
  struct Leftover {
    let path: String
    let content: Content
  }

  /// What a leftover is worth.
  enum Content {
    case nothing
    /// What an editor saved and when, and what it is of.
    case text(String, at: Date, EditOrigin)
    /// There is something of which nobody knows what it is of, or that can't be read.
    case unclear
  }

  /// Folders that nobody uses any more.
  ///
  /// - Parameter disk: A folder on a disk to look at too.
  static func leftovers(in environment: [String: String], disk: String? = nil) -> [Leftover] {
    sweep(in: environment, disk: disk) { _ in false }
  }

  /// Takes leftovers away, and tells which there were.
  ///
  /// Those of other people, and those that a running program uses, are not touched: be it one of
  /// ours, or an editor that outlived it.
  ///
  /// - Parameter mayGo: Keeps what is worth keeping elsewhere; false where the folder is to stay.
  @discardableResult
  static func sweep(
    in environment: [String: String], disk: String? = nil, _ mayGo: (Leftover) -> Bool
  ) -> [Leftover] {
    var found: [Leftover] = []
    for prefix in [prefix, keptPrefix] {
      visitLeftovers(in: environment, disk: disk, prefix: prefix) { folder, name, parent, path in
        let leftover = Leftover(path: path, content: content(of: folder))
        found.append(leftover)
        if mayGo(leftover) { try? wipe(folder, named: name, in: parent) }
      }
    }
    return found
  }

  private static func content(of folder: borrowing Folder) -> Content {
    let origin = (try? read(originName, in: folder)).flatMap { EditOrigin.of($0) }
    if let (text, file) = savedText(in: folder),
      origin.map({ text.isSame(as: $0.draft.text) }) != true
    {
      guard let origin else { return .unclear }
      let seconds = (try? folder.file(file).status().modified) ?? 0
      return .text(text, at: Date(timeIntervalSince1970: Double(seconds)), origin)
    }
    let names = ((try? folder.names()) ?? []).filter { $0 != Folder.name(originName) }
    let isUnread =
      names.contains(Folder.name(fileName)) ? (try? read(in: folder)) == nil : !names.isEmpty
    return isUnread ? .unclear : .nothing
  }

  /// What an editor saved that was ended, and in which file.
  static func savedText(in folder: borrowing Folder) -> (text: String, file: String)? {
    // Nano saves beside the file then. Better a text with U+FFFD than none.
    for file in [fileName + ".save", fileName] {
      if let bytes = try? read(file, in: folder) {
        return (String(decoding: bytes, as: UTF8.self), file)
      }
    }
    return nil
  }

  /// Takes away such a folder, whose text is safe by now.
  static func wipeKept(_ path: String) throws(SystemError) {
    let parent = try Folder.open(File.folder(of: path))
    let name = File.name(of: path)
    try wipe(try parent.folder(Folder.name(name)), named: name, in: parent)
  }

  private static func visitLeftovers(
    in environment: [String: String], disk: String?, prefix: String,
    _ visit: (borrowing Folder, String, borrowing Folder, String) -> Void
  ) {
    var seen: Set<FileStatus.Identity> = []
    for path in candidates(in: environment) + [disk].compactMap({ $0 }) {
      guard let parent = try? Folder.open(path), let status = try? parent.descriptor.status(),
        seen.insert(status.identity).inserted, let names = try? parent.names()
      else { continue }
      for name in names {
        // Bytes that aren't UTF-8 make another name, which isn't there.
        let text = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard isOurs(text, prefix), let folder = try? parent.folder(name),
          let status = try? folder.descriptor.status(), status.owner == geteuid(),
          // Whoever uses it holds the lock: a process id alone may by now be another's, and says
          // nothing of a program in another container.
          (try? folder.descriptor.tryLock(exclusively: true)) == true
        else { continue }
        visit(folder, text, parent, path + "/" + text)
      }
    }
  }

  private static func isOurs(_ name: String, _ prefix: String) -> Bool {
    guard name.hasPrefix(prefix) else { return false }
    let parts = name.dropFirst(prefix.count).split(
      separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && UInt32(parts[0]) != nil && UInt64(parts[1], radix: 16) != nil
  }

  /// Whether the system may move memory to a disk, and with it a text that is edited.
  static var systemSwaps: Bool {
    guard let file = try? Descriptor.open("/proc/swaps", O_RDONLY),
      let bytes = try? file.read(count: 4096)
    else { return false }
    // The first line is a heading.
    return bytes.split(separator: UInt8(ascii: "\n")).count > 1
  }
}
