/// The process that holds the lock of a file, as far as /proc tells.
public struct LockHolder: Hashable, Sendable {
  /// The process id.
  public let process: Int
  /// The name of the program.
  public let program: String

  /// Looks for the holder of a lock of `flock(2)` on a file.
  static func of(_ file: FileStatus.Identity) -> LockHolder? {
    for line in SmallFile.text("/proc/locks")?.split(separator: "\n") ?? [] {
      // Such as `1: FLOCK  ADVISORY  WRITE 4711 fe:00:131 0 EOF`; device numbers are hexadecimal.
      let fields = line.split(separator: " ")
      guard fields.count >= 6, fields[1] == "FLOCK", let process = Int(fields[4]),
        fields[5].split(separator: ":").last.flatMap({ UInt($0) }) == file.inode
      else { continue }
      let program = SmallFile.text("/proc/\(process)/comm")?.split(separator: "\n").first
      return LockHolder(process: process, program: program.map(String.init) ?? "?")
    }
    return nil
  }
}
