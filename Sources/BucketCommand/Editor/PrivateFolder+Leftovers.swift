import BucketVault
import Glibc

extension PrivateFolder {
  /// Folders that programs left which were killed before they could take them away.
  ///
  /// - Parameter disk: A folder on a disk to look at too.
  static func leftovers(in environment: [String: String], disk: String? = nil) -> [String] {
    visitLeftovers(in: environment, disk: disk) { _, _, _ in true }
  }

  /// Takes leftovers away, and tells which.
  ///
  /// Those of other people, and those that a running program uses, are not touched.
  @discardableResult
  static func sweep(in environment: [String: String], disk: String? = nil) -> [String] {
    visitLeftovers(in: environment, disk: disk) { folder, name, parent in
      (try? wipe(folder, named: name, in: parent)) != nil
    }
  }

  /// Folders with texts that could be kept nowhere else.
  static func kept(in environment: [String: String]) -> [String] {
    visitLeftovers(in: environment, disk: nil, prefix: keptPrefix) { _, _, _ in true }
  }

  /// Takes away such a folder, whose text is safe by now.
  static func wipeKept(_ path: String) throws(SystemError) {
    let parent = try Folder.open(File.folder(of: path))
    let name = File.name(of: path)
    try wipe(try parent.folder(Folder.name(name)), named: name, in: parent)
  }

  private static func visitLeftovers(
    in environment: [String: String], disk: String?, prefix: String = prefix,
    _ visit: (borrowing Folder, String, borrowing Folder) -> Bool
  ) -> [String] {
    var found: [String] = []
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
        if visit(folder, text, parent) { found.append(path + "/" + text) }
      }
    }
    return found
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
