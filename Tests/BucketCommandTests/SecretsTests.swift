import Foundation
import TestSupport
import Testing

/// Where the password must not be found while it is asked for and used.
@Suite(
  .enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"),
  .enabled(if: SystemUser.canBeMade, "\(SystemUser.needsRoot)"))
struct SecretsTests {
  private func home() throws -> BucketHome {
    let home = try BucketHome(user: SystemUser())
    try home.makeVault()
    try home.lock()
    return home
  }

  /// What the user finds in a file of a process; nothing where it can't be read.
  private func read(_ file: String, of process: CInt, by home: BucketHome) throws -> ProgramRun {
    try home.shell("cat /proc/\(process)/\(file)")
  }

  @Test func `no other process of the same user can look into one that asks`() throws {
    let home = try home()
    let terminal = try home.terminal("unlock")
    try terminal.expect("service bucket): ")
    terminal.send("half")
    for file in ["mem", "environ", "maps", "auxv", "io"] {
      let run = try read(file, of: terminal.processID, by: home)
      #expect(run.end != .exited(0) && run.errorText.contains("denied"), "\(file)")
    }
    #expect(try home.shell("ls /proc/\(terminal.processID)/fd").end != .exited(0))
    let limits = try read("limits", of: terminal.processID, by: home).outputText
    let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
    #expect(core?.split(separator: " ").suffix(3) == ["0", "0", "bytes"])
  }

  @Test func `a tracer of the same user is refused`() throws {
    guard ShellRun.hasProgram("strace") else { try Test.cancel("strace is not installed") }
    let home = try home()
    let terminal = try home.terminal("unlock")
    try terminal.expect("service bucket): ")
    let run = try home.shell("timeout 5 strace -p \(terminal.processID)")
    #expect(run.errorText.contains("Operation not permitted"))
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGTRAP, SIGILL])
  func `a crash leaves no core and shows nothing of the memory`(signal: CInt) throws {
    let home = try home()
    // Swift's runtime would show registers and what they point to.
    home.environment["SWIFT_BACKTRACE"] = "enable=yes,registers=all,interactive=no,output-to=stdout"
    let terminal = try home.terminal(
      "unlock", inside: ["sh", "-c", "cd && ulimit -c unlimited && exec \"$@\"", "sh"])
    try terminal.expect("service bucket): ")
    terminal.send("half")
    terminal.signal(signal)
    #expect(try terminal.wait() == .killed(signal))
    #expect(terminal.transcript.hasSuffix("service bucket): "))
    #expect(try home.shell("cd && ls -A").outputText == ".local\n")
  }

  @Test func `the password is in no argument, no environment and nothing that is written`() throws {
    let home = try home()
    let marker = "a password like no other"
    home.setMatrixPassword(marker)
    home.environment["XDG_DATA_HOME"] = home.path + "/other"
    home.environment["XDG_STATE_HOME"] = home.path + "/other"
    try home.makeVault(answers: [marker])
    try home.lock()
    // strace shows what is handed to other programs and written anywhere, pipes to PAM's helper
    // and the kernel's keyring aside.
    let calls = home.makeFolder("log") + "/calls"
    let run = try home.run(
      "unlock", "--json", answers: [marker],
      outside: [
        "strace", "-f", "-s", "4096", "-o", calls, "-e",
        "trace=execve,write,writev,pwrite64,sendto,sendmsg,add_key,openat,unlink,rename",
      ])
    #expect(run.end == .exited(0))
    #expect(!run.outputText.contains(marker) && !run.errorText.contains(marker))
    let text = try ProgramRun.of(["cat", calls]).outputText
    #expect(text.contains("add_key") && !text.contains(marker))
    let files = try ProgramRun.of(["grep", "-rl", marker, home.path])
    #expect(files.outputText == "")
  }
}
