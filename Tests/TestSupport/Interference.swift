import Glibc

/// What strace does to a program at one of its calls of the system.
public struct Interference: Sendable, CustomStringConvertible {
  public enum Deed: Sendable {
    /// Ended by SIGKILL before the call does anything.
    case kill
    /// The call fails with an error such as `ENOSPC`, and does nothing.
    case error(String)
  }

  /// Which call, such as the second `pwrite64`.
  public let call: Call
  public let deed: Deed

  public struct Call: Hashable, Sendable {
    public let name: String
    /// The first has the number 1.
    public let occurrence: Int
    /// The call as strace writes it.
    public let text: String

    public init(_ name: String, _ occurrence: Int, text: String = "") {
      (self.name, self.occurrence, self.text) = (name, occurrence, text)
    }
  }

  public init(_ deed: Deed, at call: Call) {
    (self.call, self.deed) = (call, deed)
  }

  public var description: String {
    switch deed {
    case .kill: "kill at \(call.occurrence) \(call.text)"
    case .error(let error): "\(error) at \(call.occurrence) \(call.text)"
    }
  }

  /// Whether strace is there, and may trace.
  public static let isPossible: Bool =
    (try? ProgramRun.of(["strace", "-o", "/dev/null", "true"]))?.end == .exited(0)

  /// The calls that `bucket` makes itself, in their order; it runs once for that.
  public static func calls(
    of words: [String], in household: Household, input: String = ""
  ) throws -> [Call] {
    let file = household.beside + "/calls"
    let run = try ProgramRun.of(
      ["strace", "-qq", "-e", "signal=none", "-o", file, BuiltProgram.bucket] + words,
      environment: household.environment, input: Array(input.utf8), timeout: .seconds(60))
    guard run.end == .exited(0) else {
      throw ProgramError.notWritten("anything under strace", written: run.errorText)
    }
    var counts: [Substring: Int] = [:]
    return try ProgramRun.of(["cat", file]).outputText.split(separator: "\n").compactMap { line in
      let name = line.prefix { $0 != "(" }
      guard name.count < line.count else { return nil }
      counts[name, default: 0] += 1
      return Call(String(name), counts[name]!, text: String(line.prefix(160)))
    }
  }

  /// Runs `bucket` and interferes.
  public func run(
    _ words: [String], in household: Household, input: String = ""
  ) throws -> ProgramRun {
    let what =
      switch deed {
      case .kill: "signal=KILL"
      case .error(let error): "error=\(error)"
      }
    return try ProgramRun.of(
      [
        "strace", "-qq", "-o", "/dev/null", "-e", "trace=\(call.name)", "-e",
        "inject=\(call.name):\(what):when=\(call.occurrence)", BuiltProgram.bucket,
      ] + words, environment: household.environment, input: Array(input.utf8),
      timeout: .seconds(60))
  }
}

extension Interference.Call {
  private static let changing: Set<String> = [
    "write", "pwrite64", "fdatasync", "fsync", "ftruncate", "linkat", "rename", "renameat2",
    "mkdir", "mkdirat", "unlink", "unlinkat", "fchmod", "fchown", "flock", "add_key", "keyctl",
    "clone3", "vfork", "wait4", "exit_group",
  ]

  /// Whether the call may change something that outlives the process.
  public var changes: Bool {
    Self.changing.contains(name)
      || name == "openat"
        && ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TMPFILE"].contains { text.contains($0) }
  }

  /// All calls that change something, and every so many of the others.
  ///
  /// To be killed at the call behind a change is to be killed after it.
  public static func selected(from calls: [Self], every step: Int) -> [Self] {
    calls.indices.filter { calls[$0].changes || $0.isMultiple(of: step) }.map { calls[$0] }
  }
}
