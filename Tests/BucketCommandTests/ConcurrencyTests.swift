import Glibc
import TestSupport
import Testing

/// Several at once: nothing is lost, and who comes too late is told.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct ConcurrencyTests {
  static let hasLocks = (try? ProgramRun.of(["flock", "--version"]))?.end == .exited(0)
  let household: Household

  init() throws {
    household = try Household()
  }

  @Test func `two hundred adds by two loops are two hundred places, and readers never fail`() throws
  {
    let run = try household.shell(
      """
      adds() { for n in $(seq 100); do "$BUCKET" add "$1 $n" >/dev/null || echo "add $1 $n"; done; }
      adds left & left=$!
      adds right & right=$!
      last=0
      while kill -0 $left 2>/dev/null || kill -0 $right 2>/dev/null; do
        places=$("$BUCKET" list) || echo "list"
        count=$(printf '%s' "$places" | grep -c .)
        [ $count -ge $last ] || echo "$count places after $last"
        last=$count
      done
      wait
      """)
    #expect(run.outputText == "" && run.errorText == "")
    let names = try #require(try household.names())
    #expect(names.count == 200 && Set(names).count == 200)
    let check = try household.bucket(["check"])
    #expect(check.outputText.contains("200 places, and all that is behind them verifies"))
  }

  @Test func `the first vault that is made is the one that stays`() throws {
    let household = try Household(hasVault: false)
    let make = #""$BUCKET" init --password-stdin --unlock-time 0s <<<"\#(household.password)""#
    let run = try household.shell(
      """
      for n in 1 2 3 4; do { \(make) >/dev/null 2>"$TMPDIR/$n"; echo $?; } & done; wait
      cat "$TMPDIR"/[1-4]
      """)
    let lines = run.outputText.split(separator: "\n")
    #expect(lines.filter { $0 == "0" }.count == 1 && lines.filter { $0 == "1" }.count == 3)
    #expect(lines.filter { $0.contains("something is at") }.count == 3)
    #expect(try household.names() == [])
  }

  @Test func `folders that are missing are made by whoever comes first`() throws {
    let run = try household.shell(
      """
      for round in $(seq 12); do
        rm -rf "$HOME/.local/state"
        for n in 1 2 3 4; do "$BUCKET" add "$round $n" >/dev/null & done; wait
      done
      """)
    #expect(run.errorText == "")
    #expect(try household.names()?.count == 48)
  }

  /// Starts an edit whose editor waits for a line on a FIFO before it writes.
  private func startEdit(of place: String, writing text: String, waitingOn fifo: String) throws
    -> PseudoTerminal
  {
    _ = try household.shell("mkfifo '\(household.beside)/\(fifo)'")
    household.useEditor(
      """
      echo opened; read line <'\(household.beside)/\(fifo)'
      printf 'name: \(place)\\n\\n\(text)\\n' >"$1"
      """, named: "editor-\(fifo)")
    let terminal = try household.terminal(["edit", place])
    try terminal.expect("opened")
    return terminal
  }

  private func goOn(_ fifo: String) throws {
    _ = try household.shell("echo >'\(household.beside)/\(fifo)'")
  }

  @Test func `who saves a place last is told, and the text is offered at the next edit`() throws {
    _ = try household.bucket(["add", "Camp"])
    let first = try startEdit(of: "Camp", writing: "from the first", waitingOn: "one")
    let second = try startEdit(of: "Camp", writing: "from the second", waitingOn: "two")
    try goOn("one")
    #expect(try first.wait() == .exited(0))
    try goOn("two")
    try second.expect("the place was changed by another bucket in the meantime")
    try second.expect("your text is kept as a sealed draft")
    #expect(try second.wait() == .exited(1))
    #expect(try household.places()?.first?.description == "from the first")
    #expect(
      try household.bucket(["check"]).outputText.contains("1 sealed draft could not be saved"))

    household.useEditor("cat \"$1\"")
    let third = try household.terminal(["edit", "Camp"])
    try third.expect("A draft of “Camp” from ")
    try third.expect("was not saved")
    third.send("y\n")
    try third.expect("from the second")
    try third.expect("Save the draft as it stands? [y/N] ")
    third.send("y\n")
    #expect(try third.wait() == .exited(0))
    // Both descriptions, since both had changed the one from before.
    let both = "from the second\n\n--- changed meanwhile to ---\nfrom the first"
    #expect(try household.places()?.first?.description == both)
    #expect(!(try household.bucket(["check"]).outputText.contains("sealed draft")))
  }

  @Test(arguments: ["n\n", "\n", "\u{4}"])
  func `a draft that isn't wanted now is kept`(answer: String) throws {
    _ = try household.bucket(["add", "Camp"])
    let edit = try startEdit(of: "Camp", writing: "lost?", waitingOn: "one")
    _ = try household.bucket(["edit", "Camp", "-d", "meanwhile"])
    try goOn("one")
    #expect(try edit.wait() == .exited(1))
    household.useEditor(":")
    let next = try household.terminal(["edit", "Camp"])
    try next.expect("was not saved")
    next.send(answer)
    _ = try next.wait()
    #expect(try household.places()?.first?.description == "meanwhile")
    #expect(
      try household.bucket(["check"]).outputText.contains("1 sealed draft could not be saved"))
  }

  @Test func `a place that is removed while it is edited leaves a draft`() throws {
    _ = try household.bucket(["add", "Camp"])
    let edit = try startEdit(of: "Camp", writing: "gone", waitingOn: "one")
    _ = try household.bucket(["remove", "Camp", "--yes"])
    try goOn("one")
    try edit.expect("your text is kept as a sealed draft")
    #expect(try edit.wait() == .exited(1))
    #expect(try household.names() == [])
  }

  @Test func `a vault that is locked while the editor is open keeps the text as a draft`() throws {
    _ = try household.bucket(["add", "Camp"])
    let edit = try startEdit(of: "Camp", writing: "typed meanwhile", waitingOn: "one")
    #expect(try household.bucket(["lock"]).end == .exited(0))
    try goOn("one")
    try edit.expect("the vault is locked: bucket lock locked it at ")
    try edit.expect("Password")
    edit.sendControl("c")
    try edit.expect("your text is kept as a sealed draft")
    #expect(try edit.wait() == .killed(SIGINT))
    _ = try household.bucket(["unlock", "--password-stdin"], input: household.password + "\n")
    household.useEditor(":")
    let next = try household.terminal(["edit", "Camp"])
    try next.expect("was not saved")
    next.send("y\n")
    try next.expect("Save the draft as it stands? [y/N] ")
    next.send("y\n")
    #expect(try next.wait() == .exited(0))
    #expect(try household.places()?.first?.description == "typed meanwhile")
  }

  @Test(.enabled(if: hasLocks, "flock(1) is missing"))
  func `who holds the vault for too long is named, and nothing is changed`() throws {
    _ = try household.bucket(["add", "Camp"])
    let run = try household.shell(
      """
      flock --no-fork "$VAULT" sleep 60 & holder=$!
      while flock --nonblock "$VAULT" true; do :; done
      sum=$(sha256sum <"$VAULT")
      "$BUCKET" add Hut; echo "status $?"
      "$BUCKET" list
      [ "$sum" = "$(sha256sum <"$VAULT")" ] && echo same
      kill $holder; echo "holder $holder"
      """)
    let lines = run.outputText.split(separator: "\n").map(String.init)
    #expect(lines.contains("status 1") && lines.contains("same"))
    #expect(lines.contains { $0.hasSuffix("  Camp") })
    let holder = "process \(lines.last?.split(separator: " ").last ?? "?") (sleep)"
    #expect(run.errorText.contains("waiting for \(holder), which is writing the vault …"))
    #expect(
      run.errorText.contains("places.vault is being written by \(holder); nothing was changed"))
    #expect(run.errorText.contains("bucket: hint: try again when it is done"))
  }
}
