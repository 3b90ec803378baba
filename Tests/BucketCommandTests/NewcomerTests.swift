import FoundationEssentials
import TestSupport
import Testing

/// What people do in their first half hour, and no manual foresees.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct NewcomerTests {
  @Test func `a recovery key is pasted in the rows in which it was shown`() throws {
    let home = try BucketHome()
    let key = try home.makeVault()
    try home.lock()
    let groups = key.split(separator: "-")
    let rows = stride(from: 0, to: groups.count, by: 6).map { start in
      "  " + groups[start..<min(start + 6, groups.count)].joined(separator: "-") + "-\n"
    }
    let terminal = try home.terminal("unlock", "--recovery-key")
    try terminal.expect("Recovery key: ")
    terminal.send(rows.joined())
    try terminal.expect("The vault is open.")
    try terminal.expect("service bucket): ")
    terminal.sendControl("d")
    try terminal.expect("open until ")
    #expect(try terminal.wait() == .exited(0))
  }

  @Test func `a description of many lines is read from standard input`() throws {
    let household = try Household()
    let added = try household.bucket(["add", "Camp", "-d", "-"], input: "one\ntwo\n\n")
    #expect(added.end == .exited(0), "\(added.errorText)")
    #expect(try household.places()?.first?.description == "one\ntwo\n")
    let bytes = try household.shell("printf '\\377' | \"$BUCKET\" edit Camp -d -")
    #expect(bytes.end == .exited(2))
    #expect(bytes.errorText.contains("what standard input holds is not UTF-8"))
    let long = try household.shell("yes | head -c 1048578 | \"$BUCKET\" edit Camp -d -")
    #expect(long.end == .exited(2))
    #expect(long.errorText.contains("longer than a description may be, which is 1048576 bytes"))
    #expect(try household.places()?.first?.description == "one\ntwo\n")
  }

  @Test(arguments: [["add", "Hut"], ["edit", "Camp"]])
  func `standard input holds the password, and below it the description`(
    words: [String]
  ) throws {
    let household = try Household()
    _ = try household.bucket(["add", "Camp", "-d", "as it was"])
    try household.lock()
    let run = try household.bucket(
      words + ["-d", "-", "--password-stdin"], input: household.password + "\none\ntwo\n")
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(try household.places()?.first { $0.name == words[1] }?.description == "one\ntwo")
  }

  @Test func `what can't be a place is refused before a password is asked for`() throws {
    let household = try Household()
    try household.lock()
    let run = try household.bucket(["add", "a\tb", "-d", "-", "--password-stdin"])
    #expect(run.end == .exited(2))
    #expect(run.errorText.contains("the name holds the control character \\t"))
  }

  @Test func `an export that ends up in a file is said to be in the clear`() throws {
    let household = try Household()
    _ = try household.bucket(["add", "Camp"])
    let run = try household.shell("\"$BUCKET\" export >\"$HOME/out.json\"")
    #expect(
      run.errorText
        == "wrote 1 place to standard output, 1 of them without a position; not encrypted\n")
    #expect(try household.shell("\"$BUCKET\" export | cat >\"$HOME/out.json\"").errorText.isEmpty)
    #expect(
      try household.bucket(["export", "geojson", "nowhere"]).errorText
        == "bucket: warning: no place fits\n")
  }

  @Test func `hints name the vault that was named`() throws {
    let household = try Household()
    let run = try household.bucket(["--vault", "a b's.vault", "list"])
    #expect(run.end == .exited(4))
    #expect(
      run.errorText.contains("bucket: hint: bucket --vault 'a b'\\''s.vault' init makes one"))
    _ = try household.bucket(["lock"])
    let locked = try household.bucket(["list", "--vault", household.vault])
    #expect(locked.errorText.contains("bucket: hint: bucket --vault \(household.vault) unlock\n"))
  }

  @Test func `a place without a name is written in the editor, or not at all`() throws {
    let household = try Household()
    household.useEditor("sed -i 's/^name:.*/name: Hut/' \"$1\"")
    let terminal = try household.terminal(["add"])
    try terminal.expect("Hut")
    #expect(try terminal.wait() == .exited(0))
    household.useEditor("true")
    for words in [["add"], ["add", "Camp", "--edit"]] {
      let unchanged = try household.terminal(words)
      try unchanged.expect("nothing was added")
      #expect(try unchanged.wait() == .exited(0))
    }
    #expect(try household.names() == ["Hut"])
  }

  @Test func `removing asks, and without a terminal wants to be told so`() throws {
    let household = try Household()
    _ = try household.bucket(["add", "Camp"])
    let run = try household.bucket(["remove", "Camp"])
    #expect(run.end == .exited(2))
    #expect(run.errorText.contains("bucket: hint: say so with --yes"))
    #expect(try household.names() == ["Camp"])
    #expect(try household.bucket(["remove", "Camp", "--yes"]).end == .exited(0))
  }

  @Test func `check tells of a state folder that can't be used`() throws {
    let household = try Household()
    _ = try household.shell(
      "rm -r \"$HOME/.local/state/bucket\"; touch \"$HOME/.local/state/bucket\"")
    let run = try household.bucket(["check"])
    #expect(run.end == .exited(1))
    #expect(run.outputText.contains("can't be used: "), "\(run.outputText)")
  }

  @Test func `tags are added and taken away one by one`() throws {
    let household = try Household()
    _ = try household.bucket(["add", "Camp", "-t", "winter, \"food, ramen\"", "-t", "Winter"])
    func tags() throws -> String {
      try household.shell("\"$BUCKET\" show Camp | sed -n 's/^ *tags *//p'").outputText
    }
    #expect(try tags() == "winter, \"food, ramen\"\n")
    _ = try household.bucket(["edit", "Camp", "-t", "sea", "--untag", "WINTER"])
    #expect(try tags() == "\"food, ramen\", sea\n")
  }

  @Test func `a folder of all kinds of files makes places of what are places alone`() throws {
    let household = try Household()
    _ = try household.shell(
      """
      mkdir -p "$HOME/T/Keep" "$HOME/T/Saved"; cd "$HOME/T"
      printf '{"title":"Shopping","textContent":"milk","labels":[{"name":"food"}]}' > Keep/a.json
      printf '[{"title":"Watched A","titleUrl":"https://x.org"},{"title":"B"}]' > history.json
      printf 'Name,Phone\nAnn Lee,12345\n' > contacts.csv
      printf 'name,amount\nrent,1\n' > budget.csv; printf '%%PDF-1.4\\n\\344\\366' > a.pdf
      printf 'Title,Note,URL\nMill,,"https://www.google.com/maps/search/47.5,7.5"\n' > Saved/Go.csv
      """)
    let run = try household.bucket(["import", household.home + "/T"])
    #expect(run.outputText == "" && run.end == .exited(0))
    #expect(
      run.errorText.hasPrefix(
        "no places in 5 other files\n1 place in \(household.home)/T/Saved/Go.csv: 1 new"))
    #expect(try household.names() == ["Mill"])
    // Named by itself, a table of names is a list.
    let named = try household.bucket(["import", household.home + "/T/budget.csv"])
    #expect(named.errorText.contains("1 new"))
  }

  @Test func `the name of a file says the format, or nothing is written`() throws {
    let household = try Household()
    _ = try household.bucket(["add", "Camp", "--at", "1,2"])
    for name in ["phone.kmz", "list.xlsx", "places.txt"] {
      let run = try household.bucket(["export", "-o", household.home + "/" + name])
      #expect(run.end == .exited(2))
      #expect(run.errorText.contains("bucket export gpx -o \(name), or kml"), "\(run.errorText)")
      #expect(!FileManager.default.fileExists(atPath: household.home + "/" + name))
    }
    let odd = try household.bucket(["export", "KML", "-o", household.home + "/odd.gpx"])
    #expect(odd.end == .exited(0))
    #expect(odd.errorText.contains("warning: odd.gpx is called as if it were gpx, and is kml"))
    #expect(try household.bucket(["export", "-o", household.home + "/plain"]).end == .exited(0))
  }

  @Test func `tags are given to list as to add, and places are near what a short code is of`()
    throws
  {
    let household = try Household()
    _ = try household.bucket(["add", "Louvre", "--at", "48.8611,2.3358", "-t", "Paris, must see"])
    _ = try household.bucket(["add", "Orsay", "--at", "48.86,2.3266", "-t", "Paris"])
    let both = try household.bucket(["list", "-t", "Paris,must see"])
    #expect(both.outputText.contains("Louvre") && !both.outputText.contains("Orsay"))
    let near = try household.bucket(["list", "--near", "V85P+XX orsay", "--within", "10km"])
    #expect(near.outputText.contains("Louvre"), "\(near.errorText)")
    let several = try household.bucket(["list", "--near", "V85P+XX o"])
    #expect(several.end == .exited(6), "\(several.errorText)")
  }

  @Test func `a place without photos says so before the terminal is asked what it shows`() throws {
    let household = try Household()
    _ = try household.bucket(["add", "Camp"])
    let terminal = try household.terminal(["photo", "camp"])
    _ = try terminal.expect("Camp has no photos")
    #expect(try terminal.wait() == .exited(5))
  }
}
