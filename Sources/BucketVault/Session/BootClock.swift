import Glibc

/// The clock that nobody can set: it counts from the last boot on, and while the machine sleeps.
enum BootClock {
  /// Nanoseconds since the last boot.
  static var now: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Which boot this is: 16 bytes that are new after each; zeros where that can't be read.
  static var bootID: [UInt8] {
    let text = SmallFile.text("/proc/sys/kernel/random/boot_id") ?? ""
    let bytes = HexBytes(String(text.filter(\.isHexDigit)))?.bytes ?? []
    return bytes.count == 16 ? bytes : unknownID
  }

  private static let unknownID = [UInt8](repeating: 0, count: 16)

  /// Whether the machine was started since the boot with this id, as far as that can be known.
  static func isNew(since id: [UInt8]) -> Bool {
    let current = bootID
    return current != id && current != unknownID && id != unknownID
  }
}
