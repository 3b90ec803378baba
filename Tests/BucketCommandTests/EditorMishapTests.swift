import TestSupport
import Testing

/// What goes wrong with an editor, or with what is written in it, loses nothing.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct EditorMishapTests {
  let household: Household

  init() throws {
    household = try Household()
    _ = try household.bucket(["add", "Camp", "-d", "as it was"])
  }

  private func edit(_ words: String...) throws -> ProgramRun {
    try household.bucket(words.isEmpty ? ["edit", "Camp"] : words)
  }

  private func hasDrafts() throws -> Bool {
    try household.bucket(["check"]).outputText.contains("sealed draft")
  }

  @Test(arguments: [
    ("absent --wait", "there is no editor “absent”, which EDITOR names; nothing was changed"),
    ("/etc/passwd", "there is no editor “/etc/passwd”, which EDITOR names; nothing was changed"),
    ("vi 'open", "EDITOR has a quote that doesn't end; nothing was changed"),
    ("false", "the editor failed with status 1; nothing was changed"),
    ("sh -c 'echo >\"$0\"; exit 3'", "the editor failed with status 3; nothing was changed"),
    ("sh -c 'kill -KILL $$'", "the editor was ended by signal 9; nothing was changed"),
    ("rm", "the editor took the file away; nothing was changed"),
    (
      "ln -sf /etc/passwd",
      "the editor put something else in the place of the file; nothing was changed"
    ),
  ])
  func `an editor that fails changes nothing`(editor: String, error: String) throws {
    household["EDITOR"] = editor
    let before = try household.everything()
    for words in [["edit", "Camp"], ["add", "Hut", "--edit"]] {
      let run = try household.bucket(words)
      #expect(run.end == .exited(1))
      #expect(
        run.errorText.hasPrefix("bucket: error: \(error)\nbucket: hint: "), "\(run.errorText)")
    }
    // Making and removing a folder in it changes the time of the one above.
    let memory = household.memory.path + " d"
    func others(_ listing: String) -> [Substring] {
      listing.split(separator: "\n").filter { !$0.hasPrefix(memory) }
    }
    #expect(try others(household.everything()) == others(before))
  }

  @Test(arguments: ["true", "touch"])
  func `an editor that returns at once has changed nothing`(editor: String) throws {
    household["EDITOR"] = editor
    let run = try edit()
    #expect(run.end == .exited(0))
    #expect(
      run.errorText == """
        unchanged
        if the editor opens a window of its own, have it wait, as in EDITOR="code --wait"

        """)
    #expect(try household.places()?.first?.description == "as it was")
  }

  @Test func `a day may be a word, as on the command line`() throws {
    household.useEditor("sed -i 's/^visited:.*/visited: Yesterday/' \"$1\"")
    #expect(try edit().end == .exited(0))
    let day = try ProgramRun.of(["date", "-d", "yesterday", "+%F"]).outputText.prefix(10)
    #expect(try household.bucket(["list"]).outputText.contains("✓ \(day)"))
  }

  @Test(arguments: [
    ("name Hut\\n", "line 1: this is no “key: value”"),
    ("name: Hut\\nwhere: 1,2\\n", "line 2: there is no field “where”"),
    ("name: Hut\\nat: 108.2,53.5\\n", "line 2: latitude 108.2 is out of range"),
    ("name: Hut\\nvisited: soon\\n", "line 2: “soon” is not a date"),
    ("name:\\n", "a place needs a name"),
    ("name: a\\tb\\n", "line 1: the name holds the control character \\t"),
  ])
  func `a text that can't be read comes back with the fault above the line`(
    text: String, fault: String
  ) throws {
    household.useEditor(
      """
      if grep '^# error: ' "$1" >&2; then printf 'name: Tent\\n\\nat last\\n' >"$1"
      else printf '\(text)' >"$1"; fi
      """)
    let run = try edit()
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(run.errorText.contains(fault) && run.errorText.contains("# error: "))
    #expect(try household.places()?.map(\.name) == ["Tent"])
    #expect(try household.places()?.first?.description == "at last")
    #expect(try !hasDrafts())
  }

  @Test func `a text that is given up is a sealed draft, which is offered next time`() throws {
    household.useEditor("grep -q 'no key' \"$1\" || printf 'no key\\n\\nprecious\\n' >\"$1\"")
    for words in [["edit", "Camp"], ["add", "Hut", "--edit"]] {
      let run = try household.bucket(words)
      #expect(run.end == .exited(2))
      #expect(run.errorText.contains("the text can't be understood as it is; nothing was changed"))
      #expect(run.errorText.contains("hint: your text is kept as a sealed draft"))
    }
    #expect(try household.places()?.map(\.name) == ["Camp"])
    #expect(try household.bucket(["check"]).outputText.contains("2 sealed drafts could not be"))

    household.useEditor("sed -i 's/^no key/name: Tent/; /^# error/d' \"$1\"")
    let alone = try household.bucket(["edit", "Camp"])
    #expect(alone.errorText.contains("it is offered when this is run at a terminal"))
    for words in [["edit", "Camp"], ["add", "Any", "--edit"]] {
      let terminal = try household.terminal(words)
      try terminal.expect("was not saved")
      terminal.send("y\n")
      #expect(try terminal.wait() == .exited(0))
    }
    #expect(try household.places()?.map(\.name) == ["Tent", "Tent"])
    #expect(try household.places()?.map(\.description) == ["precious", "precious"])
    #expect(try !hasDrafts())
  }

  @Test func `bytes that are not UTF-8 come back repaired, to be looked at`() throws {
    household.useEditor(
      """
      if grep -q '^# error: ' "$1"; then sed -i '/^# error/d; s/caf./café/' "$1"
      else printf 'name: caf\\351\\n' >"$1"; fi
      """)
    household["LC_ALL"] = "C.UTF-8"
    let run = try edit()
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(run.errorText.contains("line 1 is not UTF-8; what can't be read was replaced"))
    let names = try household.names()
    #expect(names == ["café"])
  }

  @Test(arguments: [(1 << 20, true), (1 << 20 + 1, false), (3 << 20, false)])
  func `a description may have a mebibyte`(count: Int, fits: Bool) throws {
    household.useEditor(
      """
      [ -e "$HOME/tried" ] && exit; touch "$HOME/tried"
      { printf 'name: Camp\\n\\n'; head -c \(count) /dev/zero | tr '\\0' d; } >"$1"
      """)
    let run = try edit()
    if fits {
      #expect(run.end == .exited(0), "\(run.errorText)")
      #expect(try household.places()?.first?.description?.utf8.count == count)
      #expect(try household.bucket(["show", "Camp"]).output.count > count)
    } else {
      #expect(run.end == .exited(count > 2 << 20 ? 1 : 2))
      let said =
        count > 2 << 20
        ? "the text is longer than 2 MiB; nothing was changed"
        : "the description is \(count) bytes long, and may be 1048576; shorten it"
      #expect(run.errorText.contains(said), "\(run.errorText)")
      #expect(try household.places()?.first?.description == "as it was")
      #expect(try hasDrafts() == (count < 2 << 20))
    }
  }

  @Test func `a name of a megabyte is refused`() throws {
    household.useEditor(
      """
      grep -q '^# error' "$1" && exit
      { printf 'name: '; head -c 1000000 /dev/zero | tr '\\0' n; echo; } >"$1"
      """)
    let run = try edit()
    #expect(run.end == .exited(2))
    #expect(run.errorText.contains("line 1: the name is 1000000 bytes long, and may be 4096"))
    #expect(try household.names() == ["Camp"])
  }
}
