import Glibc
import TestSupport
import Testing

@testable import BucketCommand

/// Everything here happens on a real terminal: `TerminalProbe` asks, and the test types.
struct PromptTests {
  static let probe = BuiltProgram.path(of: "TerminalProbe")

  @Test func `a secret is not shown, and what it was typed on is as before afterwards`() throws {
    let terminal = try PseudoTerminal([Self.probe, "secret"])
    try terminal.expect("Secret: ")
    #expect(!terminal.isEchoing)
    #expect(terminal.isReadingLines)
    terminal.send("Grüße 雪\n")
    try terminal.expect("answer: <Grüße 雪>")
    #expect(try terminal.wait() == .exited(0))
    #expect(terminal.isEchoing)
    #expect(terminal.transcript == "Secret: \r\nanswer: <Grüße 雪>\r\n")
  }

  @Test func `what is typed on an open line is shown, and backspace works`() throws {
    let terminal = try PseudoTerminal([Self.probe, "line"])
    try terminal.expect("Line: ")
    #expect(terminal.isEchoing)
    terminal.send("hdvx\u{7f}n\n")
    try terminal.expect("answer: <hdvn>")
    #expect(try terminal.wait() == .exited(0))
    #expect(terminal.transcript.contains("Line: hdvx"))
  }

  @Test func `the question goes to the terminal when all streams lead elsewhere`() throws {
    let terminal = try PseudoTerminal(
      [Self.probe, "secret"],
      redirecting: [0: "/dev/null", 1: "/dev/null", 2: "/dev/null"])
    try terminal.expect("Secret: ")
    terminal.send("hidden\n")
    #expect(try terminal.wait() == .exited(0))
    #expect(terminal.transcript == "Secret: \r\n")
  }

  @Test(arguments: [SIGINT, SIGQUIT, SIGTERM, SIGHUP])
  func `a signal ends the program as that signal, with the terminal as before`(
    signal: CInt
  ) throws {
    let terminal = try PseudoTerminal([Self.probe, "secret"])
    try terminal.expect("Secret: ")
    terminal.send("half a pass")
    // What arrives after the end would rightly be shown.
    usleep(100_000)
    terminal.signal(signal)
    #expect(try terminal.wait() == .killed(signal))
    #expect(terminal.isEchoing)
    #expect(terminal.transcript == "Secret: \r\nerror: interrupted(\(signal))\r\n")
  }

  @Test(arguments: [("c", SIGINT), ("\\", SIGQUIT)] as [(Character, CInt)])
  func `keys that interrupt do so, with the terminal as before`(
    key: Character, signal: CInt
  ) throws {
    let terminal = try PseudoTerminal([Self.probe, "secret"])
    try terminal.expect("Secret: ")
    terminal.send("half")
    terminal.sendControl(key)
    #expect(try terminal.wait() == .killed(signal))
    #expect(terminal.isEchoing)
  }

  @Test func `a window that is closed ends the program`() throws {
    let terminal = try PseudoTerminal([Self.probe, "secret"])
    try terminal.expect("Secret: ")
    terminal.hangUp()
    #expect(try terminal.wait() == .killed(SIGHUP))
  }

  @Test func `a signal that was ignored from the start stays ignored`() throws {
    let terminal = try PseudoTerminal([Self.probe, "ignoring", "\(SIGHUP)", "secret"])
    try terminal.expect("Secret: ")
    terminal.signal(SIGHUP)
    usleep(100_000)
    terminal.send("still here\n")
    try terminal.expect("answer: <still here>")
    #expect(try terminal.wait() == .exited(0))
  }

  @Test func `stopped and continued, it asks anew, and the terminal is right all along`() throws {
    // A shell with job control, since nobody else would wake a program that stopped.
    let script = """
      \(Self.probe) secret
      if stty -a | grep -q -- ' -echo '; then echo stopped dark; else echo stopped bright; fi
      fg; echo end
      """
    let terminal = try PseudoTerminal(["bash", "-mc", script])
    try terminal.expect("Secret: ")
    terminal.send("half")
    terminal.sendControl("z")
    let meanwhile = try terminal.expect("Secret: ")
    #expect(meanwhile.contains("stopped bright"))
    #expect(!terminal.isEchoing)
    terminal.send("whole\n")
    try terminal.expect("answer: <whole>")
    try terminal.expect("end")
    #expect(try terminal.wait() == .exited(0))
    #expect(terminal.isEchoing)
  }

  @Test func `started in the background, it waits to come to the foreground`() throws {
    let script = "\(Self.probe) secret & sleep 0.3; echo waited; fg >/dev/null; echo end"
    let terminal = try PseudoTerminal(["bash", "-mc", script])
    #expect(!(try terminal.expect("waited")).contains("Secret"))
    try terminal.expect("Secret: ")
    #expect(terminal.eventually { !terminal.isEchoing })
    terminal.send("late\n")
    try terminal.expect("answer: <late>")
    #expect(try terminal.wait() == .exited(0))
    #expect(terminal.isEchoing)
  }

  @Test func `stopped by force and continued, it hides what is typed again`() throws {
    let terminal = try PseudoTerminal([Self.probe, "secret"])
    try terminal.expect("Secret: ")
    terminal.signal(SIGSTOP)
    terminal.signal(SIGCONT)
    try terminal.expect("Secret: ")
    #expect(!terminal.isEchoing)
    terminal.send("x\n")
    try terminal.expect("answer: <x>")
    #expect(try terminal.wait() == .exited(0))
    #expect(terminal.isEchoing)
  }

  @Test func `nobody answers, and the time is over`() throws {
    let terminal = try PseudoTerminal(
      [Self.probe, "secret"], environment: ["BUCKET_PROMPT_TIMEOUT": "1"])
    try terminal.expect("Secret: ")
    terminal.send("half a pass")
    try terminal.expect("error: timedOut")
    #expect(try terminal.wait() == .exited(0))
    #expect(terminal.isEchoing)
  }

  @Test func `the end of the input on an empty line is no answer`() throws {
    let terminal = try PseudoTerminal([Self.probe, "secret"])
    try terminal.expect("Secret: ")
    terminal.sendControl("d")
    try terminal.expect("error: endOfInput")
    #expect(try terminal.wait() == .exited(0))
    #expect(terminal.isEchoing)
  }

  @Test func `an empty line is an answer`() throws {
    let terminal = try PseudoTerminal([Self.probe, "secret"])
    try terminal.expect("Secret: ")
    terminal.send("\n")
    try terminal.expect("answer: <>")
  }

  @Test(arguments: [1025, 3000, 5000])
  func `an answer beyond the limit is refused, and nothing of it is left to read`(
    count: Int
  ) throws {
    let terminal = try PseudoTerminal(["sh", "-c", "\(Self.probe) secret; cat"])
    try terminal.expect("Secret: ")
    terminal.send(String(repeating: "a", count: count) + "\n")
    try terminal.expect("error: tooLong(limit: 1024)")
    terminal.sendControl("d")
    #expect(try terminal.wait() == .exited(0))
    #expect(!terminal.transcript.contains("aaa"))
  }

  @Test func `an answer with a NUL is refused`() throws {
    let terminal = try PseudoTerminal([Self.probe, "secret"])
    try terminal.expect("Secret: ")
    terminal.send("a\u{0}b\n")
    try terminal.expect("error: containsNUL")
  }

  @Test func `a question can't steer the terminal`() throws {
    let terminal = try PseudoTerminal([Self.probe, "hostile"])
    try terminal.expect("one\\u{1b}[2J\r\ntwo: ")
    terminal.send("x\n")
    #expect(try terminal.wait() == .exited(0))
    #expect(!terminal.transcript.contains("\u{1b}"))
  }

  @Test(arguments: [
    ("y\n", true), ("YES\n", true), (" yes \n", true), ("n\n", false), ("No\n", false),
    ("\n", false), ("perhaps\ny\n", true), ("yesterday\nn\n", false),
  ])
  func `yes and no are told apart, and nothing else is taken for either`(
    typed: String, answer: Bool
  ) throws {
    let terminal = try PseudoTerminal([Self.probe, "confirm"])
    for line in typed.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      try terminal.expect("Sure? [y/N] ")
      terminal.send(line + "\n")
    }
    try terminal.expect("confirmed: \(answer)")
  }

  @Test func `where there is no terminal, that is what is said`() throws {
    let run = try ProgramRun.of([Self.probe, "secret"], startsSession: true)
    #expect(run.end == .exited(0))
    #expect(run.outputText == "error: noTerminal\n")
  }

  @Test(
    arguments: [
      (nil, .seconds(300)), ("", .seconds(300)), ("-1", .seconds(300)), ("x", .seconds(300)),
      ("20", .seconds(20)), ("0", nil),
    ] as [(String?, Duration?)])
  func `the time to answer can be set in seconds`(variable: String?, timeout: Duration?) {
    #expect(Prompt.timeout(variable) == timeout)
  }
}
