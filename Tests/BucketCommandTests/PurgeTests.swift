import FoundationEssentials
import TestSupport
import Testing

/// What was is gone for good, and nothing else.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct PurgeTests {
  private struct Entry: Decodable {
    struct Part: Decodable {
      let name: String
      let kind: String
      let purged: Bool?
    }
    let id: String
    let undoes: String?
    let changes: [Part]
  }

  let household: Household

  init() throws {
    household = try Household()
    _ = try household.bucket(["add", "Baikal", "-d", "ice"])
    _ = try household.bucket(["add", "Camp"])
    _ = try household.bucket(["edit", "Baikal", "-d", "water"])
    _ = try household.bucket(["add", "Hut"])
    _ = try household.bucket(["remove", "Hut", "--yes"])
  }

  private func history() throws -> [Entry] {
    let run = try household.bucket(["history", "--json"])
    #expect(run.end == .exited(0), "\(run.errorText)")
    return try JSONDecoder().decode([Entry].self, from: Data(run.output))
  }

  /// The changes, the newest first, as `kind name`.
  private func changes() throws -> [String] {
    try history().flatMap(\.changes).map { "\($0.purged == true ? "base" : $0.kind) \($0.name)" }
  }

  private func places() throws -> [String] {
    try #require(try household.places()).map { "\($0.name): \($0.description ?? "")" }
  }

  @Test(arguments: [
    (["Baikal"], ["removed Hut", "added Hut", "added Camp", "base Baikal"]),
    (["Hut"], ["changed Baikal", "added Camp", "added Baikal"]),
    (["Baikal", "Hut"], ["added Camp", "base Baikal"]),
    (["--removed"], ["changed Baikal", "added Camp", "added Baikal"]),
    (["--history"], ["added Camp", "base Baikal"]),
  ])
  func `what is named goes, and the list stays`(words: [String], left: [String]) throws {
    let before = try places()
    let run = try household.bucket(["purge", "--yes"] + words)
    #expect(run.end == .exited(0) && run.outputText == "")
    #expect(run.errorText.contains("the vault is written anew: "))
    #expect(try places() == before)
    #expect(try changes() == left)
    let again = try household.bucket(["purge", "--yes"] + words)
    if words != ["Hut"], words != ["Baikal", "Hut"] {
      #expect(again.end == .exited(0) && again.errorText == "there is nothing to purge\n")
    } else {
      #expect(again.end == .exited(5), "what was purged is no more")
    }
  }

  @Test func `a name that a place off the list has as well fits both`() throws {
    _ = try household.bucket(["add", "Hut"])
    let before = try household.everything()
    for words in [["purge", "Hut", "-y"], ["history", "hut"]] {
      let run = try household.bucket(words)
      #expect(run.end == .exited(6) && run.errorText.contains("fits 2 places"))
      #expect(run.errorText.contains("Hut  (off the list)"), "\(run.errorText)")
    }
    #expect(try household.everything() == before)
    let hint = try household.bucket(["history", "hut"]).errorText
    let id = try #require(hint.firstMatch(of: /([0-9a-f]+)  Hut  .off/)?.output.1)
    #expect(try household.bucket(["purge", String(id), "-y"]).end == .exited(0))
    #expect(try changes() == ["added Hut", "changed Baikal", "added Camp", "added Baikal"])
  }

  @Test(arguments: [["show"], ["edit", "-d", "x"], ["remove", "-y"]])
  func `a place off the list is told as that`(words: [String]) throws {
    let run = try household.bucket(words + ["Hut"])
    #expect(run.end == .exited(5) && run.errorText.contains("Hut is off the list"))
    let id = try #require(run.errorText.firstMatch(of: /bucket history ([0-9a-f]+)/)?.output.1)
    #expect(try household.bucket(["history", String(id)]).outputText.contains("removed Hut"))
  }

  @Test func `copies of interrupted writes go too, also when nothing else does`() throws {
    _ = try household.shell("printf abc >>\"$VAULT\"")
    _ = try household.bucket(["add", "Lagoon"])
    let count = { try household.shell("ls \"$HOME\"/.local/state/bucket/*/ | grep -c interrupted") }
    #expect(try count().outputText == "1\n")
    _ = try household.shell("printf abc >>\"$VAULT\"")
    let purge = try household.bucket(["purge", "--history", "-y"])
    #expect(purge.errorText.contains("removed 2 copies of interrupted writes"))
    #expect(try count().outputText == "0\n")
    _ = try household.shell("printf abc >>\"$VAULT\"")
    _ = try household.bucket(["add", "Tent"])
    let rest = try household.bucket(["purge", "--history", "-y"])
    #expect(rest.errorText == "removed 1 copy of an interrupted write\n")
    #expect(try household.names() == ["Baikal", "Camp", "Lagoon", "Tent"])
  }

  @Test func `a draft of what was purged is told of`() throws {
    household.useEditor("printf 'name: Baikal\\n\\nfrozen\\n' >\"$1\"; kill -TERM $PPID")
    _ = try household.bucket(["edit", "Baikal"])
    let purge = try household.bucket(["purge", "Baikal", "-y"])
    #expect(purge.end == .exited(0))
    #expect(purge.errorText.contains("that was not saved still has a text of one of the places"))
  }

  @Test func `nobody is asked where nobody is, and nothing is changed`() throws {
    let before = try household.everything()
    for words in [["purge", "Baikal"], ["purge", "--history"]] {
      let run = try household.bucket(words)
      #expect(run.end == .exited(2))
      #expect(run.errorText.contains("hint: say so with --yes"))
    }
    for words in [["purge"], ["purge", "-y"], ["purge", "Camp", "--removed", "-y"]] {
      #expect(try household.bucket(words).end == .exited(2))
    }
    #expect(try household.bucket(["purge", "Lagoon", "-y"]).end == .exited(5))
    #expect(try household.bucket(["purge", "Lagoon", "Baikal", "-y"]).end == .exited(5))
    #expect(try household.everything() == before)
  }

  @Test func `at a terminal it says what will be gone, and no means no`() throws {
    let home = try BucketHome()
    try home.makeVault()
    _ = try home.run("add", "Baikal", "-d", "ice")
    _ = try home.run("edit", "Baikal", "-d", "water")
    for answer in ["n", "y"] {
      let terminal = try home.terminal("purge", "--history")
      try terminal.expect(
        "  1 earlier version of 1 place, which stays as it is now:\r\n    Baikal\r\n")
      try terminal.expect("bucket undo can't bring it back. Copies of the vault")
      try terminal.expect("Purge it? [y/N] ")
      terminal.send("\(answer)\n")
      try terminal.expect(answer == "n" ? "nothing was changed" : "purged what Baikal was before")
      #expect(try terminal.wait() == .exited(answer == "n" ? 1 : 0))
    }
    #expect(try home.run("history", "--json").outputText.contains(#""purged":true"#))
  }

  @Test func `what another one changes while the question stands keeps its past`() throws {
    let home = try BucketHome()
    try home.makeVault()
    for name in ["Baikal", "Camp"] {
      _ = try home.run("add", name)
      _ = try home.run("edit", name, "-d", "water")
    }
    let terminal = try home.terminal("purge", "--history")
    try terminal.expect("Purge it? [y/N] ")
    _ = try home.run("remove", "Camp", "-y")
    terminal.send("y\n")
    try terminal.expect("1 place changed by another bucket in the meantime keeps its past")
    #expect(try terminal.wait() == .exited(0))
    let removal = try home.run("history", "Camp").outputText.prefix { $0 != " " }
    #expect(try home.run("undo", String(removal)).end == .exited(0))
    #expect(try home.run("show", "Camp").outputText.contains("water"))
    #expect(try home.run("history", "Camp").outputText.contains("added Camp"))
  }

  @Test func `places that are added while others are purged are all there`() throws {
    let run = try household.shell(
      """
      for n in $(seq 40); do
        "$BUCKET" add "place $n" >/dev/null || echo "add $n"
        "$BUCKET" edit "place $n" -d "text $n" 2>/dev/null || echo "edit $n"
      done & adds=$!
      while kill -0 $adds 2>/dev/null; do
        "$BUCKET" purge --history -y 2>"$TMPDIR/said" || { echo purge; cat "$TMPDIR/said"; }
      done
      wait
      """)
    #expect(run.outputText == "" && run.errorText == "")
    #expect(
      try places() == ["Baikal: water", "Camp: "] + (1...40).map { "place \($0): text \($0)" })
    #expect(try household.bucket(["purge", "--history", "-y"]).end == .exited(0))
    #expect(try changes().count == 42)
  }
}
