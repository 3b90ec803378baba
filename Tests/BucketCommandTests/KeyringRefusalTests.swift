import Glibc
import TestSupport
import Testing

/// Kernel keyrings that refuse, as in containers, and keys that must not be left behind.
@Suite(
  .enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"),
  .enabled(if: SystemUser.canBeMade, "\(SystemUser.needsRoot)"),
  .enabled(if: ShellRun.hasProgram("strace"), "strace is not installed"))
struct KeyringRefusalTests {
  private func home() throws -> BucketHome {
    let home = try BucketHome(user: SystemUser())
    try home.makeVault()
    try home.lock()
    return home
  }

  /// Runs the rest of the words with system calls that fail, or kill.
  private func injecting(_ faults: String..., calls: String = "add_key,keyctl") -> [String] {
    ["strace", "-f", "-o", "/dev/null", "-e", "trace=\(calls)"]
      + faults.flatMap { ["-e", "inject=\($0)"] }
  }

  private static let quota = "Disk quota exceeded"
  private static let words = [
    "EPERM": "the kernel keyring refuses (Operation not permitted), as containers often do",
    "ENOSYS": "the kernel keyring refuses (Function not implemented): it has none",
    "EDQUOT":
      "the kernel keyring refuses (\(quota)): your quota of keys is used up, which is no matter of "
      + "disks",
  ]

  private func expectNotKept(_ home: BucketHome, _ error: String, outside: [String]) throws {
    let words = try #require(Self.words[error])
    #expect(
      try home.refusal(outside: outside)
        == Refusal(
          "keyring-refuses", "the vault opens, but can't stay open: \(words)",
          hints: ["every command can ask for itself: bucket list"], status: 1))
    #expect(try home.notedAttempts() == 0)
    // A command that asks does its work all the same.
    let terminal = try home.terminal("add", "Lake Baikal", outside: outside)
    try terminal.expect("the vault is locked: ")
    try terminal.expect("service bucket): ")
    terminal.send(BucketHome.password + "\n")
    try terminal.expect("bucket: warning: the vault is open for this command alone: ")
    try terminal.expect("Lake Baikal")
    #expect(try terminal.wait() == .exited(0))
    #expect(try home.run("status").end == .exited(3))
  }

  @Test(arguments: ["EPERM", "ENOSYS"])
  func `where there are no keyrings the vault opens for one command, and why is said`(
    error: String
  ) throws {
    let home = try home()
    let outside = injecting("add_key,keyctl:error=\(error)")
    try expectNotKept(home, error, outside: outside)
    let words = try #require(Self.words[error])
    let status = try home.run("status", outside: outside)
    #expect(status.end == .exited(3) && status.outputText.contains("locked: \(words): "))
    let list = try home.run("list", outside: outside)
    #expect(list.end == .exited(3) && list.errorText.contains("the vault is locked: \(words)\n"))
    let lock = try home.run("lock", outside: outside)
    #expect(lock.end == .exited(1))
    #expect(lock.errorText.contains("the key can't be forgotten: \(words)\n"))
    #expect(!lock.errorText.contains("bucket list"))
  }

  @Test func `where only new keys are refused, the reason is remembered`() throws {
    let home = try home()
    #expect(
      try home.refusal(outside: injecting("add_key:error=EPERM")).reason == "keyring-refuses")
    let run = try home.run("list")
    #expect(run.end == .exited(3))
    #expect(
      run.errorText.hasPrefix(
        "bucket: error: the vault is locked: the keyring could not keep its key when it was "
          + "unlocked at "))
  }

  /// Uses up the quota of keys, for real: their number, or all bytes of them.
  private func fillQuota(_ home: BucketHome, with sizes: [Int]) throws {
    let run = try home.shell(
      """
      n=0
      for size in \(sizes.map(String.init).joined(separator: " ")); do
        while head -c $size /dev/zero | keyctl padd user filler:$n @u >/dev/null 2>&1; do
          n=$((n+1))
        done
      done
      keyctl add user filler:last x @u
      """)
    #expect(run.errorText.contains(Self.quota))
  }

  static let fillers = [[1], [4000, 500, 100, 10, 1]]

  @Test(arguments: fillers)
  func `a quota of keys that is used up is no full disk`(sizes: [Int]) throws {
    let home = try home()
    try fillQuota(home, with: sizes)
    try expectNotKept(home, "EDQUOT", outside: [])
  }

  @Test(arguments: fillers)
  func `an open vault can be locked though the quota of keys is used up`(
    sizes: [Int]
  ) throws {
    let home = try home()
    #expect(try home.run("unlock", answers: [BucketHome.password]).end == .exited(0))
    try fillQuota(home, with: sizes)
    let list = try home.run("list")
    let words = try #require(Self.words["EDQUOT"])
    #expect(list.end == .exited(0) || list.errorText.contains(words))
    let lock = try home.run("lock")
    #expect(lock.end == .exited(0) && lock.errorText == "locked\n")
    #expect(try home.run("status").end == .exited(3))
    #expect(try keysLeft(home) { _ in true } == [])
  }

  @Test func `a vault that can't be told is not locked, and all are where that is said`() throws {
    let home = try home()
    #expect(try home.run("unlock", answers: [BucketHome.password]).end == .exited(0))
    _ = try home.shell("cp \(home.vault) ~/kept && rm \(home.vault)")
    for damage in [
      ":", "echo text >\(home.vault)", "cp ~/kept ~/x && head -c 40 ~/x >\(home.vault)",
    ] {
      _ = try home.shell(damage)
      let lock = try home.run("lock")
      #expect(lock.end != .exited(0))
      #expect(
        lock.errorText.hasSuffix(
          "so it can't be told which key is its own, and nothing was locked\n"
            + "bucket: hint: lock every vault that is open: bucket lock --all\n"),
        "\(lock.errorText)")
      #expect(try keysLeft(home) { _ in true }.count == 1)
    }
    #expect(try home.run("lock", "--all").errorText == "locked 1 vault\n")
    #expect(try home.run("lock", "--all").errorText == "no vault was open\n")
    #expect(try home.run("lock").errorText.hasSuffix("no vault is open\n"))
    #expect(try keysLeft(home) { _ in true } == [])
    _ = try home.shell("cp ~/kept \(home.vault)")
    let list = try home.run("list")
    #expect(
      list.errorText.hasPrefix("bucket: error: the vault is locked: bucket lock locked it at "))
  }

  @Test func `a vault with a damaged header is locked, and no other one`() throws {
    let home = try home()
    #expect(try home.run("unlock", answers: [BucketHome.password]).end == .exited(0))
    let other = home.path + "/other.vault"
    let made = try home.run(
      "--vault", other, "init", "--unlock-time", "0s", answers: [BucketHome.password])
    #expect(made.end == .exited(0), "\(made.errorText)")
    // A letter of a slot's label: the id is as it was.
    _ = try home.shell("sed -i 's/recovery key/recovery kex/' \(home.vault)")
    let lock = try home.run("lock")
    #expect(lock.end == .exited(0) && lock.errorText.contains("does not match its checksum"))
    #expect(lock.errorText.hasSuffix("\nlocked\n"), "\(lock.errorText)")
    #expect(try home.run("--vault", other, "status").end == .exited(0))
    #expect(try keysLeft(home) { _ in true }.count == 1)
  }

  // MARK: Nothing is left behind

  /// The lines of /proc/keys about keys of a vault of the user.
  private func keys(_ home: BucketHome) throws -> [Substring] {
    try home.shell("grep bucket: /proc/keys").outputText.split(separator: "\n")
  }

  /// The keys of a sort that are there, once the kernel has cleared up, which it does in its own
  /// time.
  private func keysLeft(
    _ home: BucketHome, _ isOfSort: (Substring) -> Bool
  ) throws -> [Substring] {
    var left: [Substring] = []
    for _ in 1...100 {
      left = try keys(home).filter(isOfSort)
      if left.isEmpty { break }
      usleep(50_000)
    }
    return left
  }

  @Test func `a key that is kept has a time to expire`() throws {
    let home = try home()
    #expect(try home.run("unlock", "--for", "7d", answers: [BucketHome.password]).end == .exited(0))
    let found = try keys(home)
    #expect(found.count == 1 && !found[0].contains(" perm "))
  }

  /// The system calls on keyrings during an unlock, one after the other.
  @Test(arguments: [("add_key", 1)] + (1...8).map { ("keyctl", $0) })
  func `killed at any call, an unlock leaves no key that never expires`(
    call: String, number: Int
  ) throws {
    let home = try home()
    let run = try home.run(
      "unlock", answers: [BucketHome.password],
      outside: injecting("\(call):signal=KILL:when=\(number)"))
    // Later calls than there are kill nobody.
    #expect(run.end == .killed(SIGKILL) || run.end == .exited(0))
    #expect(try keysLeft(home) { $0.contains(" perm ") } == [])
  }

  @Test func `a call that fails on the way leaves no key that never expires`() throws {
    for number in 1...5 {
      let home = try home()
      let run = try home.run(
        "unlock", answers: [BucketHome.password],
        outside: injecting("keyctl:error=EACCES:when=\(number)"))
      #expect(run.end == .exited(1) || run.end == .exited(0))
      #expect(try keysLeft(home) { $0.contains(" perm ") } == [])
    }
  }
}
