import Glibc

/// A home folder with a vault to be, and PAM services of its own, for one test.
public final class BucketHome {
  /// Who runs `bucket`; whoever runs the tests, unless a user was made for it.
  public let user: SystemUser?
  /// All that the program finds in its environment.
  public var environment: [String: String]
  /// The password that ``matrix`` accepts.
  public static let password = "correct horse"

  private let scratch = ScratchFolder()
  /// The program, where the user has a way to it.
  public let program: String

  /// Makes the home, with ``matrix`` as the service.
  public init(user: SystemUser? = nil) throws {
    self.user = user
    _ = unsafe chmod(scratch.path, 0o755)
    let home = scratch.makeFolder("home")
    let services = scratch.makeFolder("pam.d", permissions: 0o755)
    environment = [
      "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": home, "BUCKET_PAM_CONFDIR": services,
      "LANG": "C.UTF-8", "NO_COLOR": "1",
    ]
    program = scratch.path + "/bucket"
    // Where the tests were built, other users may have no way to go.
    if unsafe link(BuiltProgram.bucket, program) != 0 {
      _ = try ProgramRun.of(["cp", BuiltProgram.bucket, program])
    }
    if let user { _ = unsafe chown(home, user.uid, user.group) }
    setMatrixPassword(Self.password)
    serve("auth required \(matrix)\naccount required \(matrix)\n")
  }

  deinit {
    // The keyring of a user who was made for the test goes with them. `bucket lock` forgets no key
    // where the vault can't be read, and with --all those of other tests too.
    guard user == nil else { return }
    forgetSessions(of: path + "/.local/state/bucket")
  }

  /// Forgets the keys of the vaults that a state folder knows, and no others.
  func forgetSessions(of states: String) {
    _ = try? ProgramRun.of(
      [
        "sh", "-c",
        """
        for state in "$1"/*/; do
          grep -o "bucket:$(basename "$state"):[0-9a-f]*" /proc/keys | while read -r name; do
            key=$(keyctl search @u user "$name") && keyctl unlink "$key" @u
          done
        done
        """, "sh", states,
      ], environment: environment)
  }

  // MARK: PAM

  /// The name of the user in whose name PAM is asked.
  public var userName: String {
    if let user { return user.name }
    guard let entry = unsafe getpwuid(getuid()) else { return "?" }
    return unsafe String(cString: entry.pointee.pw_name)
  }

  /// A real module with passwords of its own, and its arguments.
  public var matrix: String {
    "\(Self.multiarchFolder)/pam_wrapper/pam_matrix.so passdb=\(scratch.path)/passdb"
  }

  /// Why tests are left out where ``matrix`` is not installed.
  public static let needsMatrix = "libpam-wrapper is not installed"
  public static let hasMatrix = isReadable(multiarchFolder + "/pam_wrapper/pam_matrix.so")

  private static let multiarchFolder: String = {
    let run = try? ProgramRun.of(["sh", "-c", "ls -d /usr/lib/*-linux-gnu*"])
    return run?.outputText.split(separator: "\n").first.map(String.init) ?? "/usr/lib"
  }()

  private static func isReadable(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

  /// Sets the password that ``matrix`` accepts.
  public func setMatrixPassword(_ password: String) {
    scratch.write("passdb", "\(userName):\(password):bucket\n")
  }

  /// Writes a service file: what PAM does for `bucket`, unless another one is named.
  @discardableResult
  public func serve(_ lines: String, as service: String = "bucket") -> String {
    scratch.write("pam.d/\(service)", lines)
  }

  /// Takes the service file away.
  public func removeService() { _ = unsafe unlink(serviceFolder + "/bucket") }

  /// Has PAM do as `make install` will have it; the common files are the machine's own.
  public func serveLikeInstalled() {
    serve(
      "auth sufficient pam_rootok.so\n@include common-auth\n@include common-account\n")
  }

  /// The same, without the time that a refusal takes.
  public func serveWithoutDelay() {
    serve("auth required pam_unix.so nodelay\naccount required pam_unix.so\n")
  }

  // MARK: Files

  public var path: String { environment["HOME"]! }
  public var vault: String { path + "/.local/share/bucket/places.vault" }
  public var serviceFolder: String { environment["BUCKET_PAM_CONFDIR"]! }

  /// Writes a file beside the home folder that everybody may read, and returns its path.
  @discardableResult
  public func write(_ name: String, _ text: String, permissions: UInt32 = 0o644) -> String {
    scratch.write(name, text, permissions: permissions)
  }

  /// Makes a folder beside the home folder, and returns its path.
  public func makeFolder(_ name: String, permissions: UInt32 = 0o755) -> String {
    scratch.makeFolder(name, permissions: permissions)
  }

  /// How many failed attempts are noted in the state folder, read or not.
  public func notedAttempts() throws -> Int {
    try ProgramRun.of(["sh", "-c", "cat '\(path)'/.local/state/bucket/*/attempts 2>/dev/null"])
      .output.count { $0 == UInt8(ascii: "\n") }
  }

  // MARK: Runs

  /// The words that run `bucket` as the user.
  ///
  /// - Parameters:
  ///   - outside: Put in front, and run by whoever runs the tests.
  ///   - inside: Put in front, and run by the user.
  public func command(
    _ words: [String], outside: [String] = [], inside: [String] = []
  ) -> [String] {
    outside + (user?.asUser ?? []) + inside + [program] + words
  }

  /// Runs `bucket` without a terminal.
  ///
  /// - Parameter answers: Given with `--password-stdin`, if there are any.
  public func run(
    _ words: String..., answers: [String]? = nil, outside: [String] = [], inside: [String] = []
  ) throws -> ProgramRun {
    try ProgramRun.of(
      command(
        words + (answers == nil ? [] : ["--password-stdin"]), outside: outside, inside: inside),
      environment: environment, input: Array((answers ?? []).map { $0 + "\n" }.joined().utf8),
      timeout: .seconds(60))
  }

  /// Runs a line of the shell as the user, in which `$BUCKET` is the program.
  public func shell(_ line: String, outside: [String] = []) throws -> ProgramRun {
    try ProgramRun.of(
      outside + (user?.asUser ?? []) + ["sh", "-c", line],
      environment: environment.merging(["BUCKET": program]) { $1 }, timeout: .seconds(60))
  }

  /// Starts `bucket` at a terminal.
  public func terminal(
    _ words: String..., redirecting: [CInt: String] = [:], outside: [String] = [],
    inside: [String] = []
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      command(words, outside: outside, inside: inside), environment: environment,
      redirecting: redirecting)
  }

  /// Starts a line of a shell with job control at a terminal, in which `$BUCKET` is the program.
  public func shellTerminal(_ line: String) throws -> PseudoTerminal {
    try PseudoTerminal(
      (user?.asUser ?? []) + ["bash", "--norc", "-mc", line],
      environment: environment.merging(["BUCKET": program]) { $1 })
  }

  /// Makes the vault, at the least cost, and returns its recovery key.
  ///
  /// - Throws: `ProgramError` when it isn't made.
  @discardableResult
  public func makeVault(
    _ words: String..., answers: [String] = [BucketHome.password]
  ) throws -> String {
    let run = try ProgramRun.of(
      command(["init", "--unlock-time", "0s", "--password-stdin"] + words),
      environment: environment, input: Array(answers.map { $0 + "\n" }.joined().utf8))
    guard run.end == .exited(0) else {
      throw ProgramError.notWritten("a vault", written: run.errorText)
    }
    return run.outputText.filter { !$0.isWhitespace }
  }

  /// Locks the vault, so that the next command has to ask.
  public func lock() throws { _ = try run("lock") }
}
