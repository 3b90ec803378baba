/// What strace tells of a program.
public enum Trace {
  /// Whether strace is there, and may trace.
  public static let isPossible: Bool =
    (try? ProgramRun.of(["strace", "-o", "/dev/null", "true"]))?.end == .exited(0)

  private static let changing: Set<Substring> = [
    "openat", "write", "pwrite64", "fdatasync", "fsync", "ftruncate", "linkat", "link", "rename",
    "renameat", "renameat2", "mkdir", "mkdirat", "unlink", "unlinkat", "fchmod", "fchmodat",
    "fchown",
  ]

  /// The names of the calls by which `bucket` itself changes files, in their order, without a `64` at
  /// their end.
  ///
  /// - Throws: `ProgramError.notWritten` where the command fails.
  public static func changes(of words: [String], in household: Household) throws -> [String] {
    let file = household.beside + "/calls"
    let run = try ProgramRun.of(
      ["strace", "-qq", "-e", "signal=none", "-o", file, BuiltProgram.bucket] + words,
      environment: household.environment, timeout: .seconds(60))
    guard run.end == .exited(0) else {
      throw ProgramError.notWritten("anything under strace", written: run.errorText)
    }
    return try ProgramRun.of(["cat", file]).outputText.split(separator: "\n").compactMap { call in
      let name = call.prefix { $0 != "(" }
      let isOnStream = ["write(1,", "write(2,"].contains { call.hasPrefix($0) }
      let isReading = name == "openat" && !["O_CREAT", "O_TMPFILE"].contains { call.contains($0) }
      guard changing.contains(name), !isOnStream, !isReading else { return nil }
      return String(name.hasSuffix("64") ? name.dropLast(2) : name)
    }
  }
}
