import Glibc
import TestSupport
import Testing

/// Unlocking that somebody breaks off, or doesn't answer: the terminal is as before, and nothing
/// counts as an attempt.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct UnlockAtTerminalTests {
  private func home() throws -> BucketHome {
    let home = try BucketHome()
    try home.makeVault()
    try home.lock()
    return home
  }

  /// Starts an unlock, and waits for its question.
  private func asking(_ home: BucketHome) throws -> PseudoTerminal {
    let terminal = try home.terminal("unlock")
    try terminal.expect("Password (PAM asks \(home.userName), service bucket): ")
    #expect(!terminal.isEchoing)
    return terminal
  }

  @Test(arguments: [SIGINT, SIGQUIT, SIGTERM, SIGHUP])
  func `a signal ends it as that signal`(signal: CInt) throws {
    let home = try home()
    let terminal = try asking(home)
    terminal.send("half a passw")
    // What arrives after the end would rightly be shown.
    usleep(100_000)
    terminal.signal(signal)
    #expect(try terminal.wait() == .killed(signal))
    #expect(terminal.isEchoing && terminal.isReadingLines)
    #expect(terminal.transcript.hasSuffix("bucket: error: cancelled; nothing was changed\r\n"))
    #expect(!terminal.transcript.contains("half"))
    #expect(try home.notedAttempts() == 0)
  }

  @Test(arguments: [(SIGINT, 130), (SIGHUP, 129), (SIGTERM, 143)] as [(CInt, Int)])
  func `a shell sees the exit status of the signal`(signal: CInt, status: Int) throws {
    let home = try home()
    let script = home.write("script", "echo $$ >\"$HOME\"/pid; exec $BUCKET unlock\n")
    let terminal = try home.shellTerminal("exec sh -c 'sh \(script); echo status $?'")
    try terminal.expect("service bucket): ")
    _ = try home.shell("kill -\(signal) $(cat \"$HOME\"/pid)")
    try terminal.expect("status \(status)\r\n")
    #expect(try terminal.wait() == .exited(0))
    #expect(terminal.isEchoing)
  }

  @Test func `^C ends it`() throws {
    let home = try home()
    let terminal = try asking(home)
    terminal.send("half")
    terminal.sendControl("c")
    #expect(try terminal.wait() == .killed(SIGINT))
    #expect(terminal.isEchoing)
    #expect(try home.notedAttempts() == 0)
  }

  @Test func `^D is no answer`() throws {
    let home = try home()
    let terminal = try asking(home)
    terminal.sendControl("d")
    #expect(try terminal.wait() == .exited(4))
    #expect(terminal.isEchoing)
    #expect(
      terminal.transcript.hasSuffix(
        "bucket: error: cancelled: no answer was given\r\n"
          + "bucket: hint: bucket unlock, when you are ready\r\n"))
    #expect(try home.notedAttempts() == 0)
  }

  @Test func `stopped and continued it asks again, with nothing shown of what is typed`() throws {
    let home = try home()
    let terminal = try home.shellTerminal(
      "$BUCKET unlock; stty -a | grep -q -- ' -echo ' && echo dark; echo stopped; fg; echo end")
    try terminal.expect("service bucket): ")
    terminal.send("half")
    terminal.sendControl("z")
    #expect(!(try terminal.expect("stopped")).contains("dark"))
    try terminal.expect("service bucket): ")
    #expect(terminal.eventually { !terminal.isEchoing })
    terminal.send(BucketHome.password + "\n")
    try terminal.expect("open until ")
    try terminal.expect("end")
    #expect(try terminal.wait() == .exited(0))
    #expect(terminal.isEchoing)
    #expect(!terminal.transcript.contains("half"))
  }

  @Test(arguments: [[], ["--recovery-key"]])
  func `when nobody answers, it gives up`(words: [String]) throws {
    let home = try home()
    home.environment["BUCKET_PROMPT_TIMEOUT"] = "1"
    let terminal = try PseudoTerminal(
      home.command(["unlock"] + words), environment: home.environment)
    #expect(try terminal.wait() == .exited(4))
    #expect(terminal.isEchoing)
    #expect(
      terminal.transcript.hasSuffix(
        "bucket: error: nobody answered in time\r\n"
          + "bucket: hint: bucket unlock, when you are ready\r\n"))
    #expect(try home.notedAttempts() == 0)
  }

  @Test(arguments: [["remove", "Hut"], ["purge", "--history"], ["keys", "rotate"]])
  func `a question that nobody answers leaves all as it was, and has nothing to do with unlocking`(
    words: [String]
  ) throws {
    let home = try home()
    _ = try home.run("unlock", answers: [BucketHome.password])
    _ = try home.run("add", "Hut")
    _ = try home.run("edit", "Hut", "-d", "by the lake")
    home.environment["BUCKET_PROMPT_TIMEOUT"] = "1"
    let terminal = try PseudoTerminal(home.command(words), environment: home.environment)
    try terminal.expect("[y/N] ")
    #expect(try terminal.wait() == .exited(1))
    #expect(
      terminal.transcript.hasSuffix(
        "bucket: error: nobody answered in time\r\n"
          + "bucket: hint: nothing was changed; run it again, or say so with --yes\r\n"))
    #expect(try home.run("list", "-q").outputText.contains("Hut"))
  }

  @Test(arguments: [[], ["--recovery-key"], ["--old-password"]])
  func `without a terminal there is nobody to ask`(words: [String]) throws {
    let home = try home()
    let run = try ProgramRun.of(
      home.command(["unlock", "--json"] + words), environment: home.environment)
    #expect(
      try Refusal(run)
        == Refusal(
          "no-terminal", "there is no terminal to ask for the password on",
          hints: ["run it in a terminal, or give the answers with --password-stdin"], status: 3))
    #expect(try home.notedAttempts() == 0)
  }

  @Test func `answers that end too early are none`() throws {
    let home = try home()
    #expect(
      try home.refusal(answers: [])
        == Refusal(
          "cancelled", "cancelled: no answer was given",
          hints: ["bucket unlock, when you are ready"]))
    #expect(try home.notedAttempts() == 0)
  }

  @Test func `an answer that no module can be given is refused with what is wrong with it`() throws
  {
    let home = try home()
    let long = String(repeating: "a", count: 1025)
    #expect(try home.refusal(answers: [long]).message == "the answer is longer than 1024 bytes")
    #expect(
      try home.refusal(answers: ["a\0b"]).message
        == "the answer holds a zero byte, which no password can")
  }

  @Test func `what modules show and ask can't steer the terminal`() throws {
    let home = try home()
    let text = home.write("greeting", "\u{1b}[2J\u{202e}Welcome\u{7}\n")
    home.serve(
      "auth optional pam_echo.so file=\(text)\nauth required \(home.matrix)\n"
        + "account required pam_permit.so\n")
    let terminal = try asking(home)
    terminal.send(BucketHome.password + "\n")
    #expect(try terminal.wait() == .exited(0))
    #expect(terminal.transcript.contains("Welcome"))
    for steering in ["\u{1b}", "\u{202e}", "\u{7}"] {
      #expect(!terminal.transcript.contains(steering))
    }
  }

  @Test func `the question is asked on the terminal wherever the streams lead`() throws {
    let home = try home()
    let terminal = try home.terminal(
      "unlock", "--json", redirecting: [0: "/dev/null", 1: home.path + "/out"])
    try terminal.expect("service bucket): ")
    terminal.send(BucketHome.password + "\n")
    #expect(try terminal.wait() == .exited(0))
    #expect(try home.shell("cat \"$HOME\"/out").outputText.hasPrefix("{\"failed_attempts\":0,"))
  }
}
