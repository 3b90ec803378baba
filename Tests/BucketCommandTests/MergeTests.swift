import FoundationEssentials
import TestSupport
import Testing

/// `bucket merge`: what another copy has is joined, and nothing is lost.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct MergeTests {
  let machines: TwoMachines
  var here: Household { machines.here }

  init() throws {
    machines = try TwoMachines()
    for name in ["Baikal", "Camp", "Gone"] { try machines.here("add", name, "-d", "as it was") }
    try machines.part()
  }

  private func description(_ name: String) throws -> String? {
    try here.places()?.first { $0.name == name }?.description
  }

  private func saying(_ run: ProgramRun) -> [String] {
    run.errorText.split(separator: "\n").map(String.init)
  }

  // MARK: Different places

  @Test func `changes of different places in both copies all stay`() throws {
    try machines.here("add", "Hut")
    try machines.here("edit", "Baikal", "-d", "here")
    try machines.there("add", "Sea")
    try machines.there("edit", "Camp", "-d", "there")
    try machines.there("remove", "Gone", "--yes")
    let copy = try machines.bytes(machines.copy)
    let run = try machines.merge()
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(
      saying(run) == [
        "brought in 3 changes from \(machines.copy): 1 place added, 1 changed, 1 removed",
        "bucket undo takes all of it back",
      ])
    #expect(run.output.isEmpty)
    #expect(try here.names() == ["Baikal", "Camp", "Hut", "Sea"])
    #expect(try description("Baikal") == "here")
    #expect(try description("Camp") == "there")
    #expect(try machines.bytes(machines.copy) == copy)
    #expect(
      try machines.here("check").outputText.contains(
        "4 places, and all that is behind them verifies"))
  }

  @Test func `merging twice brings nothing more`() throws {
    try machines.there("add", "Sea")
    _ = try machines.merge()
    let before = try machines.bytes(here.vault)
    let run = try machines.merge()
    #expect(run.end == .exited(0))
    #expect(
      saying(run) == ["nothing new in \(machines.copy): all of its changes are here already"])
    #expect(try machines.bytes(here.vault) == before)
  }

  @Test func `an older copy has nothing new`() throws {
    try machines.here("edit", "Camp", "-d", "newer")
    let run = try machines.merge()
    #expect(run.end == .exited(0))
    #expect(run.errorText.contains("nothing new"))
    #expect(try description("Camp") == "newer")
  }

  @Test func `merged both ways, the copies are the same`() throws {
    try machines.here("edit", "Camp", "-d", "here")
    try machines.there("edit", "Camp", "-c", "Park")
    try machines.there("edit", "Baikal", "-d", "there")
    here.useEditor("true")
    #expect(try machines.merge().end == .exited(0))
    let back = try machines.there("merge", here.vault)
    #expect(back.end == .exited(0), "\(back.errorText)")
    #expect(
      try machines.there("list", "--json").outputText == machines.here("list", "--json").outputText)
    #expect(try machines.merge().errorText.contains("nothing new"))
    #expect(try machines.there("merge", here.vault).errorText.contains("nothing new"))
  }

  @Test func `a merge is taken back by one undo, and stays undone`() throws {
    try machines.here("edit", "Camp", "-d", "here")
    try machines.there("edit", "Camp", "-d", "there")
    try machines.there("add", "Sea")
    try machines.there("remove", "Gone", "--yes")
    let before = try machines.here("list", "--json").outputText
    _ = try machines.merge("--prefer", "there")
    #expect(try here.names() == ["Baikal", "Camp", "Sea"])
    let undo = try machines.here("undo")
    #expect(undo.end == .exited(0), "\(undo.errorText)")
    #expect(
      try Set(here.places() ?? [])
        == Set(
          JSONDecoder().decode(
            [Household.Listed].self, from: Data(before.utf8))))
    let again = try machines.merge().errorText
    #expect(again.contains("nothing new"))
    let hint = try #require(again.firstMatch(of: /to undo that: bucket undo ([0-9a-f]+)/)?.output.1)
    #expect(try machines.here("undo", String(hint)).end == .exited(0))
    #expect(try description("Camp") == "there")
    #expect(!(try machines.merge().errorText.contains("taken back")))
  }

  @Test func `what was purged here stays away`() throws {
    try machines.here("remove", "Gone", "--yes")
    #expect(try machines.here("purge", "--removed", "--yes").end == .exited(0))
    try machines.there("add", "Sea")
    #expect(try machines.merge().end == .exited(0))
    #expect(try here.names() == ["Baikal", "Camp", "Sea"])
  }

  // MARK: The same place

  @Test func `a place changed in different fields is shown filled in, and accepted as it is`()
    throws
  {
    try machines.here("edit", "Camp", "-d", "here")
    try machines.there("edit", "Camp", "-c", "Park")
    here.useEditor("cat \"$1\" >\"$HOME/shown\"")
    let run = try machines.merge()
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(run.errorText.contains(": 1 place changed in both\n"))
    let shown = try ProgramRun.of(["cat", here.home + "/shown"]).outputText
    #expect(shown.contains("category: Park\n") && shown.contains("\n\nhere\n# ---"))
    #expect(!shown.contains("<<<<<<<"))
    #expect(shown.contains("\n#  category     —"))
    let list = try machines.here("list").outputText
    #expect(list.contains("Park"))
    #expect(try description("Camp") == "here")
    #expect(try machines.drafts == 0)
  }

  @Test(arguments: ["here", "there"])
  func `a field that both changed is chosen in the editor`(side: String) throws {
    try machines.here("edit", "Camp", "-d", "here", "--at", "1,2")
    try machines.there("edit", "Camp", "-d", "there", "--at", "3,4")
    here.useEditor("grep -q '^<<<<<<< here, .*@' \"$1\" && " + TwoMachines.choosing(side))
    let run = try machines.merge()
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(try description("Camp") == side)
    #expect(
      try machines.here("show", "Camp").outputText.contains(
        side == "here" ? "1.0, 2.0" : "3.0, 4.0")
        || machines.here("show", "Camp").outputText.contains(side == "here" ? "1, 2" : "3, 4"))
  }

  @Test func `where marks are left the editor opens again, with what is missing above them`() throws
  {
    try machines.here("edit", "Camp", "-d", "here")
    try machines.there("edit", "Camp", "-d", "there")
    here.useEditor(
      """
      if grep -q '^# error: choose' "$1"; then \(TwoMachines.choosing("there"))
      else sed -i 's/^here$/mine/; /^=======$/d' "$1"; fi
      """)
    let run = try machines.merge()
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(run.errorText.contains("line 11: choose: leave what is to be"), "\(run.errorText)")
  }

  @Test func `given up, a merge changes nothing, keeps the text, and goes on from it later`() throws
  {
    try machines.here("edit", "Camp", "-d", "here")
    try machines.there("edit", "Camp", "-d", "there")
    let before = try machines.bytes(here.vault)
    here.useEditor("sed -i 's/^here$/precious/' \"$1\"")
    let run = try machines.merge()
    #expect(run.end == .exited(2))
    #expect(
      run.errorText.contains("a place that both copies changed was left undecided"),
      "\(run.errorText)")
    #expect(run.errorText.contains("kept as sealed drafts"))
    #expect(try machines.bytes(here.vault) == before)
    #expect(try machines.drafts == 1)
    here.useEditor(TwoMachines.choosing("here"))
    let next = try machines.merge("--password-stdin")
    #expect(next.end == .exited(0), "\(next.errorText)")
    #expect(try description("Camp") == "precious")
    #expect(try machines.drafts == 0)
  }

  @Test func `an editor that leaves the marks and changes nothing keeps no draft`() throws {
    try machines.here("edit", "Camp", "-d", "here")
    try machines.there("edit", "Camp", "-d", "there")
    here.useEditor("true")
    let run = try machines.merge()
    #expect(run.end == .exited(2))
    #expect(run.errorText.contains("--prefer here or --prefer there"))
    #expect(try machines.drafts == 0)
  }

  @Test func `bucket edit offers the text of a merge, and takes no mark for a description`() throws
  {
    try machines.here("edit", "Camp", "-d", "here")
    try machines.there("edit", "Camp", "-d", "there")
    here.useEditor("sed -i 's/^here$/precious/' \"$1\"")
    _ = try machines.merge()
    here.useEditor("true")
    let left = try machines.here("edit", "Camp", "--password-stdin")
    #expect(left.end == .exited(2), "\(left.errorText)")
    #expect(left.errorText.contains("left undecided"))
    #expect(try description("Camp") == "here")
    here.useEditor(TwoMachines.choosing("here"))
    let chosen = try machines.here("edit", "Camp", "--password-stdin")
    #expect(chosen.end == .exited(0), "\(chosen.errorText)")
    #expect(try description("Camp") == "precious")
    #expect(try machines.drafts == 0)
  }

  @Test func `a draft of another edit is none of a merge`() throws {
    here.useEditor("sed -i 's/as it was/draft/' \"$1\"; \"\(BuiltProgram.bucket)\" lock")
    #expect(try machines.here("edit", "Camp").end == .exited(3))
    _ = try here.bucket(["unlock", "--password-stdin"], input: here.password + "\n")
    try machines.here("edit", "Camp", "-c", "Park")
    try machines.there("edit", "Camp", "-d", "there")
    here.useEditor("grep -q draft \"$1\" && exit 9; exit 0")
    let run = try machines.merge("--password-stdin")
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(try description("Camp") == "there")
    #expect(try machines.drafts == 1)
  }

  @Test(arguments: [true, false])
  func `a place removed in one copy and changed in the other stays`(isRemovedHere: Bool) throws {
    if isRemovedHere {
      try machines.here("remove", "Gone", "--yes")
      try machines.there("edit", "Gone", "-d", "changed")
    } else {
      try machines.here("edit", "Gone", "-d", "changed")
      try machines.there("remove", "Gone", "--yes")
    }
    let run = try machines.merge()
    #expect(run.end == .exited(0), "\(run.errorText)")
    let (one, other) = isRemovedHere ? ("removed", "changed") : ("changed", "removed")
    #expect(saying(run).first == "Gone was \(one) here and \(other) there, and stays")
    #expect(try description("Gone") == "changed")
    _ = try machines.there("merge", here.vault)
    #expect(try machines.there("show", "Gone").outputText.contains("changed"))
  }

  @Test(arguments: ["here", "there"])
  func `a preferred side needs no editor`(side: String) throws {
    try machines.here("edit", "Camp", "-d", "here")
    try machines.here("remove", "Gone", "--yes")
    try machines.here("edit", "Baikal", "-d", "here")
    try machines.there("edit", "Camp", "-d", "there")
    try machines.there("edit", "Gone", "-d", "there")
    try machines.there("remove", "Baikal", "--yes")
    here.useEditor("exit 9")
    let run = try machines.merge("--prefer", side)
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(saying(run).count == 2)
    #expect(try description("Camp") == side)
    #expect(try Set(here.names() ?? []) == ["Camp", side == "here" ? "Baikal" : "Gone"])
  }

  @Test func `both sides preferring the other end apart for no longer than the next merge`() throws
  {
    try machines.here("edit", "Camp", "-d", "here")
    try machines.there("edit", "Camp", "-d", "there")
    _ = try here.shell("cp \"$VAULT\" \"$TMPDIR/before\"")
    _ = try machines.merge("--prefer", "there")
    _ = try machines.there("merge", here["TMPDIR"]! + "/before", "--prefer", "there")
    #expect(try machines.merge("--dry-run").outputText.hasPrefix("decide"))
    _ = try machines.merge("--prefer", "here")
    _ = try machines.there("merge", here.vault)
    #expect(
      try machines.there("list", "--json").outputText == machines.here("list", "--json").outputText)
  }

  // MARK: Without changing anything

  @Test func `a dry run says what would come, and changes nothing`() throws {
    try machines.here("edit", "Camp", "-d", "here")
    try machines.here("remove", "Gone", "--yes")
    try machines.there("edit", "Camp", "--name", "Tent")
    try machines.there("edit", "Gone", "-d", "there")
    try machines.there("add", "Sea\u{202e}")
    try machines.there("remove", "Baikal", "--yes")
    here.useEditor("exit 9")
    let before = try here.everything()
    let run = try machines.merge("-n")
    #expect(run.end == .exited(0), "\(run.errorText)")
    let lines = run.outputText.split(separator: "\n").map { line in
      line.split(separator: " ", omittingEmptySubsequences: true).enumerated()
        .filter { $0.offset != 1 }.map { String($0.element) }.joined(separator: " ")
    }
    #expect(
      lines == [
        "add Sea\\u{202e}", "remove Baikal", "decide Camp changed in both",
        "add Gone removed here and changed there",
      ])
    #expect(
      saying(run) == [
        "4 changes in \(machines.copy): 1 place added, 1 removed, 2 changed in both; "
          + "nothing was changed"
      ])
    #expect(try here.everything() == before)
    let preferring = try machines.merge("-n", "--prefer", "here").outputText
    #expect(preferring.contains("\nkeep ") && preferring.contains("\nleave "))
    #expect(try here.everything() == before)
  }

  @Test func `quiet, a merge says nothing`() throws {
    try machines.there("add", "Sea")
    let run = try machines.merge("-q")
    #expect(run.end == .exited(0))
    #expect(run.errorText == "" && run.outputText == "")
  }
}
