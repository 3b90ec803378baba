import Glibc
import TestSupport
import Testing

@testable import BucketCommand

/// `TerminalProbe` edits a text on a real terminal, with an editor that is a script.
struct EditorTests {
  let scratch = ScratchFolder()
  let memory = ScratchFolder(in: "/dev/shm")
  let text: String

  init() {
    text = scratch.write("text", "name: x\n\nold\n")
    scratch.makeFolder("home")
    scratch.makeFolder("tmp")
  }

  private func environment(_ editor: String) -> [String: String] {
    [
      "PATH": "/usr/bin:/bin", "HOME": scratch.path + "/home", "TMPDIR": scratch.path + "/tmp",
      "XDG_RUNTIME_DIR": memory.path, "EDITOR": editor, "LANG": "C.UTF-8",
    ]
  }

  /// The same with a shell script as the editor, which finds the file in `$1`.
  private func environment(script: String) -> [String: String] {
    environment("sh \(scratch.write("editor", "\(script)\n"))")
  }

  /// Starts editing with a script as the editor, and with nothing taken from the permissions of new
  /// files.
  private func edit(_ script: String) throws -> PseudoTerminal {
    try PseudoTerminal(
      ["sh", "-c", "umask 000; exec \(PromptTests.probe) edit \(text)"],
      environment: environment(script: script))
  }

  /// Starts editing in a shell that says when the program stopped, and has it go on.
  private func editAsJob(_ script: String) throws -> PseudoTerminal {
    try PseudoTerminal(
      ["bash", "-mc", "\(PromptTests.probe) edit \(text); echo stopped; fg; echo end"],
      environment: environment(script: script))
  }

  private func leftBehind() throws -> String {
    try ProgramRun.of(["ls", "-A", memory.path]).outputText
  }

  @Test(arguments: [
    ("printf 'new\\n' >\"$1\"", "changed: \"new\\n\""),
    ("printf new >\"$1.tmp\"; mv \"$1.tmp\" \"$1\"", "changed: \"new\""),
    ("cp \"$1\" \"$1~\"; echo more >>\"$1\"", "changed: \"name: x\\n\\nold\\nmore\\n\""),
    (":", "unchanged: at once"),
    ("touch \"$1\"", "unchanged: at once"),
    ("sleep 1.2", "unchanged: later"),
    ("exit 1", "error: failed(status: 1)"),
    (": >\"$1\"; exit 1", "error: failed(status: 1)"),
    ("echo new >\"$1\"; exit 130", "failed: 130, \"new\\n\""),
    ("kill -KILL $$", "error: killed(signal: 9)"),
    ("echo new >\"$1\"; kill -KILL $$", "crashed: 9, \"new\\n\""),
    ("rm \"$1\"", "error: fileGone"),
    ("rm \"$1\"; ln -s /etc/passwd \"$1\"", "error: notAFile"),
    ("rm \"$1\"; mkfifo \"$1\"", "error: notAFile"),
    ("printf 'a\\nb\\377\\n' >\"$1\"", "not UTF-8: 2, \"a\\nb\u{fffd}\\n\""),
  ])
  func `what the editor did is what is told, and nothing stays`(
    script: String, outcome: String
  ) throws {
    let terminal = try edit(script)
    try terminal.expect(outcome)
    #expect(try terminal.wait() == .exited(0))
    #expect(try leftBehind() == "")
  }

  @Test func `a text that is too long to be read stays where it is`() throws {
    let terminal = try edit("truncate -s 3M \"$1\"")
    try terminal.expect(
      "error: tooLarge(limit: 2097152, keptAt: Optional(\"\(memory.path)/bucket-kept.")
    #expect(try terminal.wait() == .exited(0))
    #expect(try leftBehind().hasPrefix("bucket-kept."))
  }

  @Test func `the file says nothing about what is in it, and only we may read it`() throws {
    let terminal = try edit("stat -c '%a %n' \"$1\" \"${1%/*}\"; umask; echo \"end\"")
    let written = try terminal.expect("end")
    #expect(written.contains("600 \(memory.path)/bucket-edit.\(terminal.processID)."))
    #expect(written.contains("/place.txt\r\n700 \(memory.path)/bucket-edit."))
    #expect(written.contains("0077"))
  }

  @Test func `arguments and quotes reach the editor`() throws {
    scratch.write("an editor", "#!/bin/sh\nprintf '<%s>' \"$@\"\n", permissions: 0o755)
    let terminal = try PseudoTerminal(
      [PromptTests.probe, "edit", text],
      environment: environment("'\(scratch.path)/an editor' --wait 'two words' \\\" ''"))
    try terminal.expect("<--wait><two words><\"><><\(memory.path)/bucket-edit.")
  }

  @Test func `an editor that isn't there is named`() throws {
    let terminal = try PseudoTerminal(
      [PromptTests.probe, "edit", text], environment: environment("absent --wait"))
    try terminal.expect("error: missing(program: \"absent\"")
    #expect(try leftBehind() == "")
  }

  @Test func `the editor has the terminal when our streams lead elsewhere`() throws {
    let output = scratch.path + "/output"
    let terminal = try PseudoTerminal(
      [PromptTests.probe, "edit", text],
      environment: environment(script: "read line; echo \"got $line\"; echo \"$line\" >\"$1\""),
      redirecting: [0: "/dev/null", 1: output])
    terminal.send("typed\n")
    try terminal.expect("got typed")
    #expect(try terminal.wait() == .exited(0))
    #expect(
      try ProgramRun.of(["cat", output]).outputText == "remains: none\nchanged: \"typed\\n\"\n")
  }

  @Test func `without a terminal an editor can still work, and our output stays clean`() throws {
    let run = try ProgramRun.of(
      [PromptTests.probe, "edit", text],
      environment: environment(script: "echo chatter; echo new >\"$1\""))
    #expect(run.outputText == "remains: none\nchanged: \"new\\n\"\n")
    #expect(run.errorText == "chatter\n")
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal ends the editor too, and what was saved until then is kept`(
    signal: CInt
  ) throws {
    let terminal = try edit("umask 000; echo saved >\"$1\"; echo ready; exec sleep 60")
    try terminal.expect("ready")
    terminal.signal(signal)
    try terminal.expect("interrupted: \(signal), \"saved\\n\"")
    #expect(try terminal.wait() == .killed(signal))
    #expect(try leftBehind() == "")
  }

  @Test func `an editor that won't end is ended`() throws {
    let terminal = try edit("trap '' TERM; echo ready; while :; do sleep 0.1; done")
    try terminal.expect("ready")
    terminal.signal(SIGTERM)
    try terminal.expect("interrupted: \(SIGTERM), no text")
    #expect(try terminal.wait() == .killed(SIGTERM))
    #expect(try leftBehind() == "")
  }

  @Test func `a window that is closed leaves nothing`() throws {
    let terminal = try edit("echo saved >\"$1\"; echo ready; exec sleep 60")
    try terminal.expect("ready")
    terminal.hangUp()
    #expect(try terminal.wait() == .killed(SIGHUP))
    #expect(try leftBehind() == "")
  }

  @Test func `the keys that interrupt are the editor's affair`() throws {
    let terminal = try edit(
      "trap 'echo caught' INT QUIT; echo ready; read a; read b; echo new >\"$1\"")
    try terminal.expect("ready")
    terminal.sendControl("c")
    try terminal.expect("caught")
    terminal.send("\n\n")
    try terminal.expect("changed: \"new\\n\"")
    #expect(try terminal.wait() == .exited(0))
  }

  @Test func `an editor that the interrupt key ends has failed`() throws {
    let terminal = try edit("echo ready; read line")
    try terminal.expect("ready")
    terminal.sendControl("c")
    try terminal.expect("error: killed(signal: 2)")
    #expect(try terminal.wait() == .exited(0))
    #expect(try leftBehind() == "")
  }

  @Test func `stopped together, editor and program go on together`() throws {
    let terminal = try editAsJob("echo ready; read line; echo \"$line\" >\"$1\"")
    try terminal.expect("ready")
    terminal.sendControl("z")
    try terminal.expect("stopped")
    terminal.send("typed\n")
    try terminal.expect("changed: \"typed\\n\"")
    try terminal.expect("end")
    #expect(try terminal.wait() == .exited(0))
  }

  @Test func `an editor that stops itself alone stops us as well`() throws {
    let terminal = try editAsJob("kill -STOP $$; echo new >\"$1\"")
    try terminal.expect("stopped")
    try terminal.expect("changed: \"new\\n\"")
    try terminal.expect("end")
    #expect(try terminal.wait() == .exited(0))
  }

  @Test func `what a killed program left is taken away by the next`() throws {
    let first = try edit("echo ready; exec sleep 3")
    try first.expect("ready")
    first.signal(SIGKILL)
    #expect(try first.wait() == .killed(SIGKILL))
    #expect(try leftBehind().hasPrefix("bucket-edit."))
    let second = try edit(":")
    try second.expect("unchanged")
    #expect(try leftBehind() == "")
  }

  @Test func `signals that were held back are let through to the editor`() throws {
    let terminal = try edit("grep '^SigBlk' /proc/self/status; echo end")
    #expect(try terminal.expect("end").contains("SigBlk:\t0000000000000000"))
  }
}
