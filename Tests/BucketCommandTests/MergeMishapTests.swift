import Glibc
import TestSupport
import Testing

/// What goes wrong while somebody decides: no text is lost, and the vault is as it was.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct MergeMishapTests {
  let machines: TwoMachines
  var here: Household { machines.here }
  static let program = BuiltProgram.bucket

  init() throws {
    machines = try TwoMachines()
    try machines.here("add", "Camp", "-d", "as it was")
  }

  /// Has both copies change the place.
  private func disagree() throws {
    try machines.part()
    try machines.here("edit", "Camp", "-d", "here")
    try machines.there("edit", "Camp", "-d", "there")
  }

  private func unlock() throws {
    let run = try here.bucket(["unlock", "--password-stdin"], input: here.password + "\n")
    #expect(run.end == .exited(0), "\(run.errorText)")
  }

  private func description(_ name: String = "Camp") throws -> String? {
    try here.places()?.first { $0.name == name }?.description
  }

  private static let writing = "sed -i 's/^here$/precious/' \"$1\"; " + TwoMachines.choosing("here")

  @Test func `locked meanwhile, the texts are kept, and the next merge goes on with them`() throws {
    try disagree()
    here.useEditor("\(Self.writing); \"\(Self.program)\" lock")
    let run = try machines.merge()
    #expect(run.end == .exited(3), "\(run.errorText)")
    #expect(run.errorText.contains("hint: what you decided is kept as sealed drafts"))
    #expect(run.errorText.contains("hint: bucket unlock"))
    try unlock()
    #expect(try description() == "here")
    here.useEditor("exit 9")
    let next = try machines.merge("--password-stdin")
    #expect(next.end == .exited(0), "\(next.errorText)")
    #expect(try description() == "precious")
    #expect(try machines.drafts == 0)
  }

  @Test func `a place changed meanwhile is compared anew, with the text that was decided`() throws {
    try disagree()
    here.useEditor("\(Self.writing); \"\(Self.program)\" edit Camp -c Park -q")
    let run = try machines.merge()
    #expect(run.end == .exited(1))
    #expect(run.errorText.contains("a place was changed here by another bucket in the meantime"))
    #expect(run.errorText.contains("hint: compare them anew: bucket merge \(machines.copy)"))
    #expect(run.errorText.contains("hint: what you decided is kept as sealed drafts"))
    #expect(try description() == "here")
    here.useEditor("grep -q '^category: Park$' \"$1\" && grep -q '^precious$' \"$1\"")
    let next = try machines.merge("--password-stdin")
    #expect(next.end == .exited(0), "\(next.errorText)")
    #expect(try description() == "precious")
    #expect(try machines.here("show", "Camp").outputText.contains("Park"))
    #expect(try machines.drafts == 0)
  }

  @Test func `a place added meanwhile is no obstacle`() throws {
    try disagree()
    here.useEditor("\(Self.writing); \"\(Self.program)\" add Hut -q")
    #expect(try machines.merge().end == .exited(0))
    #expect(try here.names() == ["Camp", "Hut"])
    #expect(try description() == "precious")
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal while the editor is open ends the merge, and keeps the text`(signal: CInt) throws {
    try disagree()
    here.useEditor("\(Self.writing); kill -\(signal) $PPID; exec sleep 30")
    let run = try machines.merge()
    #expect(run.end == .killed(signal), "\(run.end)")
    #expect(run.errorText.contains("kept as sealed drafts"), "\(run.errorText)")
    #expect(try description() == "here")
    #expect(try machines.drafts == 1)
  }

  @Test func `the interrupt key that ends the editor ends the merge`() throws {
    try disagree()
    here.useEditor("\(Self.writing); echo ready; read line")
    let terminal = try here.terminal(["merge", machines.copy])
    _ = try terminal.expect("ready")
    terminal.sendControl("C")
    _ = try terminal.expect("kept as sealed drafts")
    #expect(try terminal.wait() != .exited(0))
    #expect(try description() == "here")
    #expect(try machines.drafts == 1)
  }

  @Test func `at a terminal it is asked whether to go on with what was decided`() throws {
    try disagree()
    here.useEditor("exit 1")
    #expect(try machines.merge().end == .exited(1))
    #expect(try machines.drafts == 0)
    here.useEditor("sed -i 's/^here$/precious/' \"$1\"")
    #expect(try machines.merge().end == .exited(2))
    here.useEditor(TwoMachines.choosing("here"))
    let terminal = try here.terminal(["merge", machines.copy])
    _ = try terminal.expect("was not saved. Go on with it: yes, not now, or discard it? [y/N/d]")
    terminal.send("y\n")
    _ = try terminal.expect("brought in 1 change")
    #expect(try terminal.wait() == .exited(0))
    #expect(try description() == "precious")
  }

  @Test func `of fifty places, one whose editor fails keeps those decided for the next merge`()
    throws
  {
    let loop = "for n in $(seq 50); do"
    let add = try here.shell("\(loop) \"$BUCKET\" add \"Place $n\" -d 'as it was' -q; done")
    #expect(add.errorText == "")
    try machines.part()
    let change = try here.shell(
      """
      \(loop) "$BUCKET" edit "Place $n" -d here -q; done
      export XDG_STATE_HOME="$TMPDIR/there"
      \(loop) "$BUCKET" --vault '\(machines.copy)' edit "Place $n" -d there -q; done
      """)
    #expect(change.errorText == "")
    here.useEditor(
      """
      echo . >>"$TMPDIR/opened"
      [ $(wc -l <"$TMPDIR/opened") = 31 ] && exit 1
      \(TwoMachines.choosing("there")); sed -i "s/^there$/decided/" "$1"
      """)
    let before = try machines.bytes(here.vault)
    let run = try machines.merge()
    #expect(run.end == .exited(1))
    let lines = run.errorText.split(separator: "\n")
    #expect(lines.contains("30 of 50: Place 30"))
    #expect(lines.contains("31 of 50: Place 31") && !lines.contains("32 of 50: Place 32"))
    #expect(lines.count { $0.contains("what you decided is kept as sealed drafts") } == 1)
    #expect(lines.contains { $0.contains("the editor failed with status 1") })
    #expect(try machines.bytes(here.vault) == before)
    #expect(try machines.drafts == 30)
    let next = try machines.merge("--password-stdin")
    #expect(next.end == .exited(0), "\(next.errorText)")
    // Only the others came to the editor.
    #expect(try here.shell("wc -l <\"$TMPDIR/opened\"").outputText == "51\n")
    #expect(try here.places()?.filter { $0.description == "decided" }.count == 50)
    #expect(try machines.drafts == 0)
  }

  @Test func `what was accepted as it stood is kept too where a later one fails`() throws {
    try machines.here("add", "Hut", "-d", "as it was")
    // The copy changes the hut first, so that it is the first to be decided.
    try machines.part()
    try machines.there("edit", "Hut", "-c", "Park")
    try machines.there("edit", "Camp", "-d", "there")
    try machines.here("edit", "Hut", "-t", "winter")
    try machines.here("edit", "Camp", "-d", "here too")
    here.useEditor("grep -q '^name: Camp' \"$1\" && exit 1; exit 0")
    #expect(try machines.merge().end == .exited(1))
    #expect(try machines.drafts == 1)
    here.useEditor("grep -q '^name: Hut' \"$1\" && exit 9; " + TwoMachines.choosing("there"))
    let run = try machines.merge("--password-stdin")
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(try machines.here("show", "Hut").outputText.contains("Park"))
    #expect(try description() == "there")
  }
}

extension MergeMishapTests {
  @Test(.enabled(if: SmallFileSystem.isAvailable, "only root can mount file systems"))
  func `a full disk leaves the vault as it was, and keeps what was decided`() throws {
    let disk = try SmallFileSystem(kilobytes: 64)
    let household = try Household(hasVault: false)
    household["BUCKET_VAULT"] = disk.path + "/places.vault"
    let made = try household.bucket(Household.makingVault, input: household.password + "\n")
    #expect(made.end == .exited(0))
    let machines = try TwoMachines(household)
    try machines.here("add", "Camp", "-d", "as it was")
    try machines.part()
    try machines.here("edit", "Camp", "-d", "here")
    try machines.there("edit", "Camp", "-d", "there" + FullFileSystemTests.long)
    household.useEditor(TwoMachines.choosing("there"))
    try disk.fill()
    let before = try machines.bytes(household.vault)
    let run = try machines.merge()
    #expect(run.end == .exited(1))
    #expect(run.errorText.contains("could not be written: No space left on device"))
    #expect(run.errorText.contains("kept as sealed drafts"))
    #expect(try machines.bytes(household.vault) == before)
    _ = try household.shell("rm '\(disk.path)/filler'")
    household.useEditor("exit 9")
    let next = try machines.merge("--password-stdin")
    #expect(next.end == .exited(0), "\(next.errorText)")
    #expect(try household.places()?.first?.description?.hasPrefix("there") == true)
    // The disk goes after the vault on it was locked.
    try household.lock()
    withExtendedLifetime(disk) {}
  }

  @Test(.enabled(if: SmallFileSystem.isAvailable, "only root can mount file systems"))
  func `a vault that can only be read is told as that`() throws {
    let disk = try SmallFileSystem(kilobytes: 64)
    let household = try Household(hasVault: false)
    household["BUCKET_VAULT"] = disk.path + "/places.vault"
    _ = try household.bucket(Household.makingVault, input: household.password + "\n")
    let machines = try TwoMachines(household)
    try machines.part()
    try machines.there("add", "Sea")
    try disk.makeReadOnly()
    #expect(try machines.merge("-n").end == .exited(0))
    let run = try machines.merge()
    #expect(run.end == .exited(1))
    #expect(run.errorText.contains("can't be written: Read-only file system"))
    try household.lock()
    withExtendedLifetime(disk) {}
  }
}
