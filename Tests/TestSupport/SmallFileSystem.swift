import Glibc

/// A file system in memory with room for a few pages, mounted for one test.
public final class SmallFileSystem {
  public let path: String
  private let scratch = ScratchFolder()

  /// Whether file systems may be mounted here.
  public static let isPossible: Bool = (try? SmallFileSystem(pages: 1)) != nil
  /// Why tests are left out where they can't be.
  public static let reason = "only root can mount file systems"

  /// - Parameter pages: How many pages of 4 KiB there is room for; folders take none.
  public init(pages: Int) throws {
    path = scratch.makeFolder("small")
    try run(["mount", "-t", "tmpfs", "-o", "size=\(pages * 4)k,mode=700", "none", path])
  }

  deinit { _ = try? ProgramRun.of(["umount", "--lazy", path]) }

  /// Makes more room, or less.
  public func resize(pages: Int) throws {
    try run(["mount", "-o", "remount,size=\(pages * 4)k", path])
  }

  /// Lets nothing be written any more.
  public func makeReadOnly() throws { try run(["mount", "-o", "remount,ro", path]) }

  /// Takes up all the room that is left.
  public func fill() throws {
    _ = try ProgramRun.of(["sh", "-c", "cat /dev/zero >'\(path)/filling' 2>/dev/null"])
  }

  /// Gives back what was filled.
  public func empty() throws { try run(["rm", "-f", path + "/filling"]) }

  private func run(_ words: [String]) throws {
    let run = try ProgramRun.of(words, environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
    guard run.end == .exited(0) else {
      throw ProgramError.notWritten(words.joined(separator: " "), written: run.errorText)
    }
  }
}
