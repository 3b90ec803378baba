import Glibc
import TestSupport
import Testing

@testable import BucketCommand

/// Real editors, told by settings of the person's own to leave copies wherever they can.
struct EditorTracesTests {
  let home = ScratchFolder()
  let memory = ScratchFolder(in: "/dev/shm")
  /// In the text from the start, and typed into it.
  let words = ["quokkaword", "wombatword"]

  static let vimSettings = """
    set nocompatible
    set swapfile directory=$HOME/copies// updatecount=1 updatetime=50
    set backup writebackup backupdir=$HOME/copies patchmode=.orig
    set undofile undodir=$HOME/copies modeline modelines=5
    autocmd!
    autocmd BufReadPost,BufNewFile * setlocal swapfile undofile | set backup updatecount=1
    autocmd BufWritePre * setlocal undofile | set backup writebackup patchmode=.orig
    """

  private func prepare() -> String {
    let copies = home.makeFolder("copies")
    home.makeFolder("tmp")
    home.write(
      ".vimrc",
      Self.vimSettings + "\nset viminfo='100,f1,<50,:50,/50 viminfofile=$HOME/copies/viminfo\n")
    home.makeFolder(".config")
    home.makeFolder(".config/nvim")
    home.write(
      ".config/nvim/init.vim",
      Self.vimSettings + "\nset shada='100,f1,<50,:50,/50 shadafile=$HOME/copies/shada\n")
    home.write(
      ".nanorc",
      """
      set backup
      set backupdir "\(copies)"
      set historylog
      set positionlog
      set locking

      """)
    // The text has a line that editors take for settings.
    return home.write(
      "original", "name: x\n\n\(words[0])\nvim: set undofile backup textwidth=7 :\n")
  }

  private func start(_ editor: String, _ text: String) throws -> PseudoTerminal {
    try PseudoTerminal(
      [PromptTests.probe, "edit", text],
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": home.path, "TMPDIR": home.path + "/tmp",
        "XDG_RUNTIME_DIR": memory.path, "VISUAL": editor, "LANG": "C.UTF-8",
      ])
  }

  /// Files other than the original that hold one of the words, and all files left among copies.
  private func traces() throws -> String {
    try ProgramRun.of([
      "sh", "-c",
      """
      cd '\(home.path)'
      grep -rlaE '\(words.joined(separator: "|"))' . | grep -v '^./original$'
      grep -rlaE '\(words.joined(separator: "|"))' /var/tmp 2>/dev/null
      find copies tmp -type f
      """,
    ]).outputText
  }

  private func isInstalled(_ editor: String) -> Bool {
    SearchPath("/usr/bin:/bin").program(named: editor) != nil
  }

  @Test(arguments: ["vim", "vi", "nvim"])
  func `vim and its kin leave nothing outside the private folder`(editor: String) throws {
    guard isInstalled(editor) else { return }
    let text = prepare()
    let terminal = try start(editor, text)
    try terminal.expect(words[0])
    terminal.send("Go\(words[1]) and a line that is longer than seven\u{1b}")
    try terminal.expect("longer than seven")
    usleep(300_000)
    #expect(try traces() == "")
    terminal.send("yy/\(words[0])\r:w\r")
    usleep(300_000)
    #expect(try traces() == "")
    terminal.send(":2,$!sort\r:u\r:wq\r")
    try terminal.expect("changed: ")
    #expect(try terminal.wait() == .exited(0))
    #expect(terminal.transcript.contains("\(words[1]) and a line that is longer than seven\\n\""))
    #expect(try traces() == "")
    #expect(try ProgramRun.of(["ls", "-A", memory.path]).outputText == "")
  }

  @Test func `the settings would leave traces, were they not overruled`() throws {
    guard isInstalled("vim") else { return }
    let text = prepare()
    // A script isn't known to be vim.
    let editor = home.write("editor", "exec vim \"$@\"\n")
    let terminal = try start("sh \(editor)", text)
    try terminal.expect(words[0])
    terminal.send("Go\(words[1])\u{1b}:wq\r")
    #expect(try terminal.wait() == .exited(0))
    let found = try traces()
    // By the system's alternatives vim may be neovim, which has another name for it.
    #expect(found.contains("copies/viminfo") || found.contains("copies/shada"), "\(found)")
  }

  @Test func `nano leaves nothing outside the private folder`() throws {
    guard isInstalled("nano") else { return }
    let text = prepare()
    let terminal = try start("nano", text)
    try terminal.expect(words[0])
    terminal.send("\(words[1]) ")
    try terminal.expect(words[1])
    terminal.sendControl("w")
    terminal.send("\(words[0])\r")
    usleep(300_000)
    #expect(try traces() == "")
    terminal.sendControl("s")
    terminal.sendControl("x")
    try terminal.expect("changed: ")
    #expect(try terminal.wait() == .exited(0))
    #expect(try traces() == "")
    #expect(try ProgramRun.of(["ls", "-A", memory.path]).outputText == "")
  }

  @Test(arguments: ["vim", "nvim", "nano"], [SIGTERM, SIGHUP])
  func `a signal in the middle leaves nothing, and the terminal as before`(
    editor: String, signal: CInt
  ) throws {
    guard isInstalled(editor) else { return }
    let text = prepare()
    let terminal = try start(editor, text)
    try terminal.expect(words[0])
    terminal.send(editor == "nano" ? words[1] : "Go\(words[1])")
    try terminal.expect(words[1])
    terminal.signal(signal)
    try terminal.expect("interrupted: \(signal), ")
    #expect(try terminal.wait() == .killed(signal))
    // Nano saves what it has when it is told to end.
    #expect(editor != "nano" || terminal.transcript.contains("\"\(words[1])name: x"))
    #expect(terminal.isEchoing && terminal.isReadingLines)
    #expect(try traces() == "")
    #expect(try ProgramRun.of(["ls", "-A", memory.path]).outputText == "")
  }

  @Test func `vim stopped and continued goes on`() throws {
    guard isInstalled("vim") else { return }
    let text = prepare()
    let script = "\(PromptTests.probe) edit \(text); echo stopped; fg; echo end"
    let terminal = try PseudoTerminal(
      ["bash", "-mc", script],
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": home.path, "XDG_RUNTIME_DIR": memory.path,
        "VISUAL": "vim", "LANG": "C.UTF-8",
      ])
    try terminal.expect(words[0])
    terminal.sendControl("z")
    try terminal.expect("stopped")
    try terminal.expect(words[0])
    terminal.send("Go\(words[1])\u{1b}:wq\r")
    try terminal.expect("changed: ")
    try terminal.expect("end")
    #expect(try terminal.wait() == .exited(0))
  }
}
