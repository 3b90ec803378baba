import BucketVault
import Glibc
import TestSupport
import Testing

/// A text that was edited is somewhere at every moment, until it is in the vault.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct KeptTextTests {
  let household: Household

  init() throws {
    household = try Household()
    _ = try household.bucket(["add", "Camp", "-d", "as it was", "-t", "old"])
    household.useEditor("sed -i 's/as it was/precious/' \"$1\"")
  }

  private func description() throws -> String? { try household.places()?.first?.description }

  /// The draft of Camp is offered, and holds what was written.
  private func expectPrecious() throws {
    let next = try household.bucket(
      ["edit", "Camp", "--password-stdin"], input: household.password + "\n")
    #expect(next.end == .exited(0), "\(next.errorText)")
    #expect(try description() == "precious")
  }

  /// A household whose vault and state are on a disk that is soon full.
  private func householdOnSmallDisk() throws -> (SmallFileSystem, Household) {
    let disk = try SmallFileSystem(kilobytes: 96)
    let home = try Household(hasVault: false)
    home["BUCKET_VAULT"] = disk.path + "/places.vault"
    home["XDG_STATE_HOME"] = disk.path + "/state"
    #expect(
      try home.bucket(Household.makingVault, input: home.password + "\n").end == .exited(0))
    _ = try home.bucket(["add", "Camp", "-d", "as it was"])
    return (disk, home)
  }

  @Test func `a crash of the editor keeps what it had saved`() throws {
    household.useEditor("sed -i 's/as it was/precious/' \"$1\"; kill -KILL $$")
    let run = try household.bucket(["edit", "Camp"])
    #expect(run.end == .exited(1))
    #expect(run.errorText.contains("the editor was ended by signal 9"))
    #expect(run.errorText.contains("your text is kept as a sealed draft"))
    household.useEditor("true")
    try expectPrecious()
  }

  @Test func `what is not UTF-8 is kept before it is looked at again`() throws {
    household.useEditor(
      "grep -q '^# error: ' \"$1\" || printf 'name: caf\\351\\n\\nprecious\\n' >\"$1\"")
    let run = try household.bucket(["edit", "Camp"])
    #expect(run.end == .exited(2))
    #expect(run.errorText.contains("your text is kept as a sealed draft"), "\(run.errorText)")
    household.useEditor("true")
    try expectPrecious()
  }

  @Test func `a kill while the vault is waited for leaves a draft`() throws {
    let run = try household.shell(
      """
      flock -x "$VAULT" sleep 3 &
      sleep 0.3
      "$BUCKET" edit Camp &
      sleep 1.5
      kill -KILL $!
      wait
      """)
    #expect(!run.errorText.contains("error:"))
    #expect(try description() == "as it was")
    #expect(
      try household.bucket(["check"]).outputText.contains("1 sealed draft could not be saved"))
  }

  @Test func `what was saved stays, as a draft, when the editor fails after it`() throws {
    household.useEditor("sed -i 's/as it was/precious/' \"$1\"; exit 1")
    let run = try household.bucket(["edit", "Camp"])
    #expect(run.end == .exited(1) && run.errorText.contains("the editor failed with status 1"))
    #expect(run.errorText.contains("your text is kept as a sealed draft"), "\(run.errorText)")
    #expect(try description() == "as it was")
    household.useEditor("true")
    try expectPrecious()
  }

  @Test func `the draft of a new place has all that was given of it`() throws {
    household.useEditor(
      "grep -q '^# error' \"$1\" || sed -i 's/^altitude:/altitude: high/' \"$1\"")
    let words = ["-d", "a long text", "--at", "1,2", "-t", "a", "-c", "Park", "--edit"]
    #expect(try household.bucket(["add", "Hut"] + words).end == .exited(2))
    household.useEditor("sed -i 's/high/12/' \"$1\"")
    let next = try household.bucket(
      ["add", "--edit", "--password-stdin"], input: household.password + "\n")
    #expect(next.end == .exited(0), "\(next.errorText)")
    let shown = try household.bucket(["show", "Hut"]).outputText
    for text in ["a long text", "1, 2", "12", "Park"] { #expect(shown.contains(text), "\(shown)") }
  }

  @Test func `a draft that is left as it is is saved only if that is meant`() throws {
    household.useEditor("sed -i 's/as it was/precious/' \"$1\"; exit 1")
    _ = try household.bucket(["edit", "Camp"])
    household.useEditor("true")
    for (answer, text) in [("n", "as it was"), ("y", "precious")] {
      let terminal = try household.terminal(["edit", "Camp"])
      try terminal.expect("or discard it? [y/N/d] ")
      terminal.send("y\n")
      try terminal.expect("Save the draft as it stands? [y/N] ")
      terminal.send("\(answer)\n")
      #expect(try terminal.wait() == .exited(answer == "y" ? 0 : 1))
      #expect(try description() == text)
    }
    #expect(!(try household.bucket(["check"]).outputText.contains("sealed draft")))
  }

  @Test func `the hint of a draft names its place, whatever others are called`() throws {
    _ = try household.bucket(["add", "Camp"])
    let id = try #require(
      try household.bucket(["list"]).outputText.firstMatch(of: /([0-9a-f]+)  Camp/))
    household.useEditor("sed -i 's/as it was/precious/' \"$1\"; exit 1")
    let run = try household.bucket(["edit", String(id.output.1)])
    let hint = try #require(run.errorText.firstMatch(of: /to go on with it: bucket edit ([^,]+),/))
    household.useEditor("true")
    let next = try household.bucket(
      ["edit", String(hint.output.1), "--password-stdin"], input: household.password + "\n")
    #expect(next.end == .exited(0), "\(next.errorText)")
    #expect(try description() == "precious")
  }

  @Test func `a vault that is given a new key meanwhile loses no text`() throws {
    household.useEditor(
      "sed -i 's/as it was/precious/; s/^at:/at: nonsense/' \"$1\"; [ -e \"$FOLDER/done\" ] || "
        + "echo '\(household.password)' | \"\(BuiltProgram.bucket)\" keys rotate -y "
        + "--password-stdin >/dev/null 2>&1; : >\"$FOLDER/done\"")
    let folder = ScratchFolder()
    household["FOLDER"] = folder.path
    let run = try household.bucket(["edit", "Camp"])
    #expect(File.exists(folder.path + "/done") && run.end == .exited(2), "\(run.errorText)")
    #expect(run.errorText.contains("your text is in \(household.memory.path)/bucket-kept."))
    household.useEditor("sed -i 's/^at:.*/at: 1,2/' \"$1\"")
    try expectPrecious()
    #expect(household.memory.names.isEmpty)
    #expect(!(try household.bucket(["check"]).outputText.contains("sealed draft")))
  }

  @Test func `a draft that only another key opens is told of`() throws {
    _ = try household.shell(
      "cp \"$VAULT\" \"$HOME/copy\"; cp -r '\(household.state)' \"$HOME/state\"")
    let rotate = try household.bucket(
      ["keys", "rotate", "-y", "--password-stdin"], input: household.password + "\n")
    #expect(rotate.end == .exited(0), "\(rotate.errorText)")
    _ = try household.shell("cp \"$VAULT\" \"$HOME/new\"; cp \"$HOME/copy\" \"$VAULT\"")
    _ = try household.shell("rm -r '\(household.state)'; mv \"$HOME/state\" '\(household.state)'")
    household.useEditor("sed -i 's/as it was/precious/' \"$1\"; exit 1")
    _ = try household.bucket(["unlock", "--password-stdin"], input: household.password + "\n")
    #expect(
      try household.bucket(["edit", "Camp"]).errorText.contains("kept as a sealed draft"))
    _ = try household.shell("cp \"$HOME/new\" \"$VAULT\"")
    _ = try household.bucket(["unlock", "--password-stdin"], input: household.password + "\n")
    household.useEditor("true")
    let run = try household.bucket(["edit", "Camp"])
    #expect(run.errorText.contains("1 sealed draft is for another key"), "\(run.errorText)")
  }

  @Test func `a text in the editor outlives a kill of bucket itself`() throws {
    household.useEditor(
      "sed -i 's/as it was/precious/' \"$1\"; kill -KILL $PPID; sleep 0.3")
    #expect(try household.bucket(["edit", "Camp"]).end == .killed(SIGKILL))
    let check = try household.bucket(["check"]).outputText
    #expect(check.contains("by an edit that was interrupted"), "\(check)")
    // Another place is edited first, and another vault.
    _ = try household.bucket(["add", "Hut"])
    household.useEditor("true")
    let other = try Household()
    other["XDG_RUNTIME_DIR"] = household.memory.path
    _ = try other.bucket(["add", "Tarn"])
    other.useEditor("true")
    #expect(try other.bucket(["edit", "Tarn"]).end == .exited(0))
    let next = try household.bucket(["edit", "Hut"])
    #expect(next.errorText.contains("kept the text of an interrupted edit"), "\(next.errorText)")
    #expect(household.memory.names.isEmpty)
    try expectPrecious()
  }

  @Test func `a letter composed in another way is a text of its own`() throws {
    _ = try household.bucket(["edit", "Camp", "-d", "caf\u{e9}"])
    household.useEditor(
      "LC_ALL=C sed -i 's/caf\\xc3\\xa9/cafe\\xcc\\x81/' \"$1\"; kill -KILL $PPID; sleep 0.3")
    #expect(try household.bucket(["edit", "Camp"]).end == .killed(SIGKILL))
    #expect(try household.bucket(["check"]).outputText.contains("by an edit that was interrupted"))
  }

  @Test func `a draft that an interrupted edit went on from gives way to its text`() throws {
    household.useEditor("sed -i 's/as it was/nice/' \"$1\"; kill -KILL $$")
    _ = try household.bucket(["edit", "Camp"])
    household.useEditor("sed -i 's/nice/precious/' \"$1\"; kill -KILL $PPID")
    let killed = try household.bucket(
      ["edit", "Camp", "--password-stdin"], input: household.password + "\n")
    #expect(killed.end == .killed(SIGKILL))
    household.useEditor("true")
    try expectPrecious()
    #expect(!(try household.bucket(["check"]).outputText.contains("sealed draft")))
  }

  @Test func `an editor that outlives bucket keeps its text to itself until it ends`() throws {
    household.useEditor(
      "trap '' HUP; kill -KILL $PPID; until [ -e \"$FOLDER/go\" ]; do sleep 0.05; done; "
        + "sed -i 's/as it was/precious/' \"$1\"; : >\"$FOLDER/gone\"")
    let folder = ScratchFolder()
    household["FOLDER"] = folder.path
    let terminal = try household.terminal(["edit", "Camp"])
    #expect(try terminal.wait() == .killed(SIGKILL))
    household.useEditor("true")
    _ = try household.bucket(["add", "Hut"])
    #expect(try !household.bucket(["edit", "Hut"]).errorText.contains("interrupted edit"))
    #expect(!household.memory.names.isEmpty)
    folder.write("go", "")
    #expect(terminal.eventually { File.exists(folder.path + "/gone") })
    try expectPrecious()
    #expect(household.memory.names.isEmpty)
  }

  @Test(.enabled(if: SmallFileSystem.isAvailable, "only root can mount file systems"))
  func `of a text that no disk has room for one copy stays, and becomes a draft when there is`()
    throws
  {
    let (disk, home) = try householdOnSmallDisk()
    // Two rounds: what the first one saves can't be understood.
    home.useEditor(
      "if grep -q wrong \"$1\"; then sed -i '/wrong/d' \"$1\"; else "
        + "sed -i '1i wrong' \"$1\"; sed -i '/^#/d' \"$1\"; "
        + "yes precious | head -c 12000 >>\"$1\"; fi")
    try disk.fill()
    #expect(try home.bucket(["edit", "Camp"]).end == .exited(1))
    let kept = home.memory.names.filter { $0.hasPrefix("bucket-kept.") }
    #expect(kept.count == 1 && home.memory.names.count == 1, "\(home.memory.names)")
    home.useEditor("true")
    let full = try home.bucket(["edit", "Camp"])
    #expect(full.errorText.contains("it can't be kept as a draft: "), "\(full.errorText)")
    try disk.resize(kilobytes: 256)
    let next = try home.bucket(["edit", "Camp", "--password-stdin"], input: home.password + "\n")
    #expect(next.end == .exited(0), "\(next.errorText)")
    #expect(try home.bucket(["show", "Camp"]).outputText.contains("precious"))
    #expect(home.memory.names.isEmpty)
    try home.lock()
    withExtendedLifetime(disk) {}
  }

  @Test(.enabled(if: SmallFileSystem.isAvailable, "only root can mount file systems"))
  func `where memory has no room for a text, that is said, or another folder does`() throws {
    let full = try SmallFileSystem(kilobytes: 8)
    try full.fill()
    household["XDG_RUNTIME_DIR"] = full.path
    // There is /dev/shm beside it.
    #expect(try household.bucket(["edit", "Camp"]).end == .exited(0))
    #expect(try description() == "precious")
    let check = try household.shell(
      "unshare -m sh -c 'mount -t tmpfs -o size=4k none /dev/shm && "
        + "head -c 4096 /dev/zero >/dev/shm/x; \"$BUCKET\" check; \"$BUCKET\" edit Camp'")
    #expect(check.outputText.contains("there is no room for the text in "), "\(check.outputText)")
    #expect(check.errorText.contains("make room there, or set XDG_RUNTIME_DIR"))
    #expect(check.errorText.contains("No space left on device; nothing was changed"))
  }

  @Test func `a text that is too long stays where it was edited, and check tells of it`() throws {
    household.useEditor("yes precious | head -c 3000000 >>\"$1\"")
    let run = try household.bucket(["edit", "Camp"])
    #expect(run.end == .exited(1))
    let kept = "your text is in \(household.memory.path)/bucket-kept."
    #expect(run.errorText.contains("the text is longer than 2 MiB"))
    #expect(run.errorText.contains(kept), "\(run.errorText)")
    // The next edit sweeps up nothing of it.
    household.useEditor("true")
    let next = try household.bucket(["edit", "Camp"])
    #expect(next.errorText.contains("could not be saved is in"), "\(next.errorText)")
    #expect(try household.bucket(["check"]).outputText.contains("could not be saved is in"))
    #expect(
      try household.shell("cat \(household.memory.path)/bucket-kept.*/place.txt | wc -c")
        .outputText > "3000000")
  }

  @Test(.enabled(if: SmallFileSystem.isAvailable, "only root can mount file systems"))
  func `where neither vault nor draft has room, the text stays in memory`() throws {
    let (disk, home) = try householdOnSmallDisk()
    home.useEditor(
      "yes precious | head -c 6000 >\"$1.d\"; cat \"$1.d\" >>\"$1\"; sed -i 's/^# .*>8.*//' \"$1\"")
    try disk.fill()
    let run = try home.bucket(["edit", "Camp"])
    #expect(run.end == .exited(1))
    #expect(run.errorText.contains("your text is in \(home.memory.path)/bucket-kept."))
    #expect(
      try home.shell("grep -c precious \(home.memory.path)/bucket-kept.*/place.txt").outputText
        > "500")
    // The disk goes after the vault on it was locked.
    try home.lock()
    withExtendedLifetime(disk) {}
  }

  @Test func `a limit on the size of files is told, and the vault is cut back`() throws {
    for number in 0..<5 { _ = try household.bucket(["add", "Place \(number)"]) }
    let before = try household.places()?.count
    for blocks in [0, 2, 4] {
      let run = try household.shell("(ulimit -f \(blocks); \"$BUCKET\" add Hut)")
      #expect(run.end == .exited(1), "\(blocks): \(run.end)")
      #expect(run.errorText.contains("could not be written: File too large"))
      #expect(try household.bucket(["list"]).errorText.isEmpty)
    }
    #expect(try household.places()?.count == before)
  }

  @Test func `what was changed elsewhere since a draft stays changed`() throws {
    household.useEditor("sed -i 's/as it was/precious/' \"$1\"; \"\(BuiltProgram.bucket)\" lock")
    #expect(try household.bucket(["edit", "Camp"]).end == .exited(3))
    let unlock = try household.bucket(
      ["unlock", "--password-stdin"], input: household.password + "\n")
    #expect(unlock.end == .exited(0))
    _ = try household.bucket(["edit", "Camp", "--at", "1,2", "--untag", "old", "-t", "new"])
    household.useEditor("true")
    let run = try household.bucket(["edit", "Camp", "--password-stdin"])
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(run.errorText.contains("changed description of Camp"))
    let shown = try household.bucket(["show", "Camp"]).outputText
    #expect(shown.contains("1, 2") && shown.contains("new") && shown.contains("precious"))
  }

  @Test func `a draft of a place that is gone is offered to a new one`() throws {
    household.useEditor(
      "sed -i 's/as it was/precious/' \"$1\"; \"\(BuiltProgram.bucket)\" remove -y Camp")
    let run = try household.bucket(["edit", "Camp"])
    #expect(run.end == .exited(1))
    household.useEditor("true")
    let next = try household.bucket(["add", "Hut", "--edit", "--password-stdin"])
    #expect(next.end == .exited(0), "\(next.errorText)")
    #expect(try description() == "precious")
    #expect(!(try household.bucket(["check"]).outputText.contains("sealed draft")))
  }

  @Test func `a draft can be kept for later, and discarded`() throws {
    household.useEditor("sed -i 's/as it was/precious/' \"$1\"; kill -KILL $$")
    _ = try household.bucket(["edit", "Camp"])
    household.useEditor("cat \"$1\"")
    for (answer, isLeft) in [("\n", true), ("n\n", true), ("d\n", false)] {
      let terminal = try household.terminal(["edit", "Camp"])
      try terminal.expect("or discard it? [y/N/d] ")
      terminal.send(answer)
      try terminal.expect("as it was")
      #expect(try terminal.wait() == .exited(0))
      #expect(try household.bucket(["check"]).outputText.contains("sealed draft") == isLeft)
    }
    #expect(try description() == "as it was")
  }
}
