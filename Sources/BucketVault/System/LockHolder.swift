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
        fields[5] == file.lockName
      else { continue }
      let program = SmallFile.text("/proc/\(process)/comm")?.split(separator: "\n").first
      return LockHolder(process: process, program: program.map(String.init) ?? "?")
    }
    return nil
  }
}

extension FileStatus.Identity {
  /// As /proc/locks names the file: its device's numbers in hexadecimal, and its inode.
  fileprivate var lockName: Substring {
    func two(_ number: UInt) -> String {
      let digits = String(number, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }
    let major = (device >> 8) & 0xFFF | (device >> 32) & ~0xFFF
    let minor = device & 0xFF | (device >> 12) & ~0xFF
    return "\(two(major)):\(two(minor)):\(inode)"
  }
}
