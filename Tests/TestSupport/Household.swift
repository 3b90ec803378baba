import FoundationEssentials
import Glibc

/// A home with a vault that is open, and what tests of changing it need: its places, scripts as
/// editors, and a folder in memory for them.
public final class Household {
  /// The folder in memory that texts are edited in.
  public let memory = ScratchFolder(in: "/dev/shm")
  public private(set) var environment: [String: String]
  /// The login password of now.
  public private(set) var password = BucketHome.password
  private let base: BucketHome

  /// - Parameter hasVault: Whether to make a vault, which is then open.
  /// - Throws: `ProgramError`.
  public init(hasVault: Bool = true) throws {
    base = try BucketHome()
    environment = base.environment
    environment["TMPDIR"] = base.makeFolder("tmp")
    environment["XDG_RUNTIME_DIR"] = memory.path
    if hasVault { try base.makeVault() }
  }

  // `bucket lock` forgets none where the vault can't be read, and with --all those of other tests too.
  deinit { base.forgetSessions(of: state) }

  /// Locks the vault, if there is one.
  public func lock() throws { _ = try bucket(["lock"]) }

  /// What makes a vault with the least work.
  public static let makingVault = ["init", "--password-stdin", "--unlock-time", "0s"]

  /// Changes the login password, not the vault's.
  public func changePassword(to new: String) {
    base.setMatrixPassword(new)
    password = new
  }

  /// The login name of whoever runs the tests.
  public var user: String { base.userName }

  /// The home folder, on a disk.
  public var home: String { base.path }

  public subscript(variable: String) -> String? {
    get { environment[variable] }
    set { environment[variable] = newValue }
  }

  /// The vault file.
  public var vault: String {
    environment["BUCKET_VAULT"] ?? home + "/.local/share/bucket/places.vault"
  }

  /// The folder of what is only of this machine.
  public var state: String { (environment["XDG_STATE_HOME"] ?? home + "/.local/state") + "/bucket" }

  /// A folder beside the home, for what belongs to the test.
  public var beside: String { String(home.dropLast("/home".count)) }

  /// Runs `bucket` without a terminal.
  public func bucket(_ words: [String], input: String = "") throws -> ProgramRun {
    try ProgramRun.of(
      [BuiltProgram.bucket] + words, environment: environment, input: Array(input.utf8),
      timeout: .seconds(60))
  }

  /// Starts `bucket` at a terminal.
  public func terminal(_ words: [String]) throws -> PseudoTerminal {
    try PseudoTerminal([BuiltProgram.bucket] + words, environment: environment)
  }

  /// Runs a shell script, in which `$BUCKET` is the program and `$VAULT` the vault.
  public func shell(_ script: String) throws -> ProgramRun {
    try ProgramRun.of(
      ["bash", "-c", script], environment: shellEnvironment, timeout: .seconds(120))
  }

  /// The environment of ``shell(_:)``.
  public var shellEnvironment: [String: String] {
    environment.merging(["BUCKET": BuiltProgram.bucket, "VAULT": vault]) { first, _ in first }
  }

  /// Uses a shell script as the editor, which finds the file in `$1`.
  public func useEditor(_ script: String, named name: String = "editor") {
    environment["EDITOR"] = base.write(name, "#!/bin/sh\n\(script)\n", permissions: 0o755)
  }

  /// A place, as far as tests look at it.
  public struct Listed: Codable, Hashable, Sendable {
    public let id: String
    public let name: String
    public let description: String?
  }

  /// What `list --json` prints; `nil` where it fails.
  public func places() throws -> [Listed]? {
    let run = try bucket(["list", "--json"])
    guard run.end == .exited(0) else { return nil }
    return try JSONDecoder().decode([Listed].self, from: Data(run.output))
  }

  /// What `check` finds wrong, but for texts that other tests keep in the folder that all share.
  public func complaints() throws -> [String] {
    try bucket(["check"]).outputText.split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("do ") && !$0.contains("/dev/shm/bucket-kept.") }
  }

  /// The ids of the vault's keys.
  public func keys() throws -> Set<String> {
    struct Key: Codable { let id: String }
    let run = try bucket(["keys", "--json"])
    return Set(try JSONDecoder().decode([Key].self, from: Data(run.output)).map(\.id))
  }

  /// The ids of all that `history --json` prints, of batches and of their changes.
  public func changes() throws -> [String] {
    struct Entry: Codable {
      struct Part: Codable { let id: String }
      let id: String
      let changes: [Part]
    }
    let run = try bucket(["history", "--json"])
    let entries = try JSONDecoder().decode([Entry].self, from: Data(run.output))
    return entries.flatMap { [$0.id] + $0.changes.map(\.id) }
  }

  /// The names of the places.
  public func names() throws -> [String]? { try places()?.map(\.name) }

  /// Everything in the home and the folder in memory, with sizes and times: what must be the same
  /// where nothing was changed.
  public func everything() throws -> String {
    try ProgramRun.of(
      ["find", home, memory.path, "-printf", "%p %y %m %s %T@ %i\n"]
    ).outputText.split(separator: "\n").sorted().joined(separator: "\n")
  }
}
