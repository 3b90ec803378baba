import CLinux
import Glibc

/// Files of a few kilobytes that are read at once, such as those of /proc.
enum SmallFile {
  /// The longest file that is read unless told otherwise, in bytes.
  static let usualLimit = 1 << 20

  /// The bytes of a regular file.
  ///
  /// - Parameter followingLinks: Whether the last part of the path may be a symbolic link.
  /// - Returns: `nil` when there is none, when it is of another kind, or when it is too long.
  static func bytes(_ path: String, followingLinks: Bool = false, limit: Int = usualLimit)
    -> [UInt8]?
  {
    do throws(SystemError) {
      return try read(path, followingLinks: followingLinks, limit: limit)
    } catch {
      return nil
    }
  }

  /// The same, where what the system refuses makes a difference.
  static func read(
    _ path: String, followingLinks: Bool = false, limit: Int = usualLimit
  ) throws(SystemError) -> [UInt8]? {
    let descriptor = try Descriptor.open(
      path, O_RDONLY | O_NONBLOCK | O_NOCTTY | (followingLinks ? 0 : O_NOFOLLOW))
    guard try descriptor.status().kind == .regular else { return nil }
    let bytes = try descriptor.readAll(limit: limit)
    return bytes.count > limit ? nil : bytes
  }

  /// The text of a file, with invalid UTF-8 repaired.
  static func text(_ path: String, followingLinks: Bool = false) -> String? {
    bytes(path, followingLinks: followingLinks).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The number that a file holds on a line of its own.
  static func number(_ path: String) -> Int? {
    text(path).flatMap { Int($0.split(separator: "\n").first ?? "") }
  }
}
