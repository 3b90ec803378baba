import Glibc
import TestSupport
import Testing

/// A word that only places hold is nowhere but in their memory: no disk, no argument, no variable.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct LeakTests {
  enum Hand: String, CaseIterable {
    case vim, nano, script

    var isInstalled: Bool {
      self == .script || (try? ProgramRun.of(["which", rawValue]))?.end == .exited(0)
    }
  }

  let household: Household
  /// No other test has it.
  let marker = "marmot" + String(UInt64.random(in: 0...UInt64.max), radix: 36)

  init() throws {
    household = try Household()
    _ = try household.shell(
      """
      touch "$HOME/../start"; mkdir "$HOME/copies"
      cat >"$HOME/.vimrc" <<'END'
      \(EditorTracesTests.vimSettings)
      set viminfo='100,f1,<50,:50,/50 viminfofile=$HOME/copies/viminfo
      END
      printf 'set backup\\nset backupdir "%s"\\nset historylog\\nset positionlog\\nset locking\\n' \
        "$HOME/copies" >"$HOME/.nanorc"
      """)
  }

  /// The files with the word, but for those in the private folder, and processes that show it.
  private func traces() throws -> String {
    try household.shell(
      """
      cd "$HOME/.."; private="$XDG_RUNTIME_DIR/bucket-edit."
      { grep -rlaF \(marker) .
        find /tmp /var/tmp /dev/shm -xdev -maxdepth 4 -type f -newer start -size -9000k \
          -exec grep -laF \(marker) {} +
        grep -laF \(marker) /proc/[0-9]*/environ; } 2>/dev/null | grep -v "^$private"
      for process in /proc/[0-9]*; do
        case "$process" in /proc/$$|/proc/$BASHPID) continue;; esac
        tr '\\0' ' ' <$process/cmdline 2>/dev/null | grep -F \(marker) | grep -v "grep -"
      done
      strings -a "$VAULT" $(find "$HOME/.local/state" -type f) | grep -F \(marker)
      find copies home/copies -type f 2>/dev/null
      """
    ).outputText
  }

  private func memory() throws -> String {
    try ProgramRun.of(["ls", "-A", household.memory.path]).outputText
  }

  /// Opens the editor on a place, and has it put the word into name and description and save it.
  private func edit(_ words: [String], with hand: Hand) throws -> PseudoTerminal {
    household["EDITOR"] = hand.rawValue
    if hand == .script {
      household.useEditor(
        """
        sed 's/^name:.*/& two/' "$1"; read word
        printf 'name: %s two\\n\\n%s three\\n' "$word" "$word" >"$1"; echo saved
        read end
        """)
    }
    let terminal = try household.terminal(words)
    try terminal.expect("link:")
    switch hand {
    case .vim:
      terminal.send(":1s/$/ \(marker) two/\r:11\ri\(marker) three\u{1b}/\(marker)\ryy:w\r")
    case .nano:
      terminal.sendControl("e")
      terminal.send(" \(marker) two")
      terminal.sendControl("_")
      terminal.send("11,1\r\(marker) three")
      terminal.sendControl("s")
    case .script:
      terminal.send("\(marker)\n")
    }
    let folder = household.memory.path
    let isSaved = terminal.eventually {
      (try? ProgramRun.of(["grep", "-rqF", "\(marker) three", folder]))?.end == .exited(0)
    }
    #expect(isSaved)
    return terminal
  }

  private func finish(_ terminal: PseudoTerminal, _ hand: Hand) throws {
    switch hand {
    case .vim: terminal.send(":q\r")
    case .nano: terminal.sendControl("x")
    case .script: terminal.send("\n")
    }
    #expect(try terminal.wait() == .exited(0))
  }

  @Test(arguments: Hand.allCases, [["add", "Neutral", "--edit"], ["edit", "Old"]])
  func `what is written in an editor is nowhere else`(hand: Hand, words: [String]) throws {
    guard hand.isInstalled else { return }
    if words[0] == "edit" { _ = try household.bucket(["add", "Old", "-t", "kept"]) }
    let terminal = try edit(words, with: hand)
    #expect(try traces() == "")
    try finish(terminal, hand)
    #expect(try traces() == "")
    #expect(try memory() == "")
    let place = try #require(try household.places()?.first)
    #expect(place.name.hasSuffix("\(marker) two"))
    #expect(place.description == "\(marker) three")
    #expect(try household.bucket(["show", place.name]).end == .exited(0))
    #expect(try household.complaints() == [])
    _ = try household.bucket(["remove", place.name, "--yes"])
    #expect(try traces() == "")
  }

  @Test(arguments: Hand.allCases, [SIGTERM, SIGHUP])
  func `a signal while editing leaves a sealed draft and nothing else`(
    hand: Hand, signal: CInt
  ) throws {
    guard hand.isInstalled else { return }
    _ = try household.bucket(["add", "Old"])
    let terminal = try edit(["edit", "Old"], with: hand)
    terminal.signal(signal)
    try terminal.expect("your text is kept as a sealed draft")
    #expect(try terminal.wait() == .killed(signal))
    #expect(try traces() == "")
    #expect(try memory() == "")
    #expect(try household.names() == ["Old"])
    household.useEditor("cat \"$1\"")
    let next = try household.terminal(["edit", "Old"])
    try next.expect("was not saved")
    next.send("y\n")
    try next.expect("\(marker) three")
    try next.expect("Save the draft as it stands? [y/N] ")
    next.send("y\n")
    #expect(try next.wait() == .exited(0))
    #expect(try household.places()?.first?.description == "\(marker) three")
    #expect(try traces() == "")
  }

  @Test(arguments: [
    "echo \"$word\" >\"$HOME/copies/x\"", "echo \"a$word\" >\"$TMPDIR/x\"",
    "echo \"$word\" >>\"$VAULT\"", "echo $word >\"$XDG_RUNTIME_DIR/other\"",
    "WORD=$word sleep 60 >/dev/null 2>&1 & echo $!",
    "sh -c 'sleep 60; : '$word >/dev/null 2>&1 & echo $!",
  ])
  func `a trace is found where there is one`(leak: String) throws {
    let process = try household.shell("word=\(marker); \(leak)").outputText
    defer { _ = try? household.shell("kill \(process)") }
    #expect(try traces() != "")
  }

  @Test func `what options and exports give goes where it is sent`() throws {
    _ = try household.shell("printf '%s' \(marker) >\"$HOME/../word\"")
    // The shell's own arguments hold no more than the place of the word.
    let run = try household.shell(
      """
      word=$(cat "$HOME/../word"); rm "$HOME/../word"
      "$BUCKET" add "$word" -d "$word and more" -t "$word" -c "$word"
      "$BUCKET" export | grep -c "$word"; "$BUCKET" list "$word" --json | grep -c "$word"
      "$BUCKET" show "$word" >/dev/null; "$BUCKET" edit "$word" -d "$word again"
      "$BUCKET" show "$word-absent"; "$BUCKET" export geojson "$word" -o "$HOME/out"
      rm "$HOME/out"
      """)
    #expect(run.outputText.split(separator: "\n").suffix(2) == ["1", "1"], "\(run.errorText)")
    #expect(try traces() == "")
  }
}
