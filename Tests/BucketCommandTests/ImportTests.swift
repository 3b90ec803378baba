import FoundationEssentials
import TestSupport
import Testing

@Suite struct ImportTests {
  private let household: Household
  private static let csv = "name,lat,lon\nCamp,1,2\nHut,3,4\n"

  init() throws { household = try Household() }

  private func write(_ name: String, _ text: String) throws -> String {
    let path = household.home + "/" + name
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  private func bytes() throws -> [UInt8] { try ProgramRun.of(["cat", household.vault]).output }

  @Test func `a folder is brought in with all that is in it, as one change`() throws {
    _ = try household.shell(
      """
      mkdir -p "$HOME/Takeout/Saved" "$HOME/Takeout/Maps" "$HOME/Takeout/Photos"
      cd "$HOME/Takeout"
      printf 'Title,Note,URL\\n,,\\nMill,Bread,"https://www.google.com/maps/search/47.5,7.5"\\n' \
        > 'Saved/To be.csv'
      printf 'Title,Note,URL\\nMill,,"https://www.google.com/maps/search/47.5,7.5"\\n' \
        > Saved/Weekend.csv
      printf '%s' '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":\
      "Point","coordinates":[7.6,47.6]},"properties":{"google_maps_url":"http://maps.google.com/?cid=5"\
      ,"location":{"name":"Tower"}}}]}' > 'Maps/Saved Places.json'
      printf '{"settings":1}' > Maps/Settings.json
      head -c 2000 /dev/urandom > Photos/a.jpg; truncate -s 10G Photos/a.mp4
      ln -s /etc "$HOME/Takeout/etc"; mkfifo "$HOME/Takeout/pipe"
      """)
    let run = try household.bucket(["import", household.home + "/Takeout"])
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(run.errorText.contains("no places in 4 other files\n"))
    #expect(
      run.errorText.contains("3 places in 3 files: 2 new, 1 merged, 0 unchanged, 0 skipped\n"))
    #expect(
      run.outputText == "note  a.mp4    is larger than 256 MiB, and was not read\n"
        + "note  etc      is a link, and was not read\n")
    let places = try household.bucket(["list", "--json"]).outputText
    #expect(places.contains(#""name":"Mill","description":"Bread","tags":["To be","Weekend"]"#))
    #expect(try household.bucket(["undo"]).end == .exited(0))
    #expect(try household.names() == [])
  }

  @Test func `standard input and what a shell puts in its place are read`() throws {
    let run = try household.shell(
      "printf '%s' '\(Self.csv)' | \"$BUCKET\" import - <(printf 'name\\nNowhere\\n')")
    #expect(run.end == .exited(0), "\(run.errorText)")
    let piped = try household.shell("\"$BUCKET\" import <(printf 'name\\nNowhere\\n')")
    #expect(piped.end == .exited(0), "\(piped.errorText)")
    let input = try household.bucket(["import", "-"], input: Self.csv)
    #expect(input.end == .exited(0))
    #expect(Set(try household.names() ?? []) == ["Nowhere", "Camp", "Hut"])
  }

  @Test func `either all files come in or none`() throws {
    let good = try write("good.csv", Self.csv)
    let bad = try write("bad.geojson", "{\"type\":\"FeatureCollection\",\n\"features\":[{]}")
    let before = try bytes()
    let run = try household.bucket(["import", good, bad])
    #expect(run.end == .exited(1))
    #expect(
      run.errorText.contains("bucket: error: \(bad): line 2, column 14: it is no JSON"),
      "\(run.errorText)")
    #expect(run.errorText.contains("nothing was changed"))
    #expect(try bytes() == before)
  }

  @Test func `a dry run changes nothing and reports the same`() throws {
    let file = try write("good.csv", Self.csv)
    let before = try bytes()
    let dry = try household.bucket(["import", file, "--dry-run"])
    #expect(try bytes() == before)
    let wet = try household.bucket(["import", file])
    #expect(dry.errorText.hasSuffix("; nothing was changed\n"))
    #expect(
      dry.errorText.replacing("; nothing was changed", with: "")
        == wet.errorText.replacing("bucket undo takes all of it back\n", with: ""))
  }

  @Test(arguments: [
    ("/dev/null", "/dev/null is neither a file nor a folder"),
    ("/dev/zero", "/dev/zero is neither a file nor a folder"),
    ("$HOME/nothing", "nothing can't be read: No such file or directory"),
    ("$HOME/empty", "empty: it is empty"), ("$HOME/folder", "there is no file in "),
    ("$HOME/photo", "photo: it is no kind of file that bucket knows places in"),
    ("$HOME/huge", "huge: it is larger than 256 MiB"),
    ("$HOME/link", "link can't be read: No such file or directory"),
    ("$HOME/loop", "loop can't be read: Too many levels of symbolic links"),
    ("", "a file needs a name"),
  ])
  func `what can't be imported is refused by its name and cause`(
    path: String, message: String
  ) throws {
    _ = try household.shell(
      """
      cd "$HOME"; touch empty; mkdir folder; printf '\\377\\330\\377\\340\\0' > photo
      truncate -s 10G huge; ln -s nowhere link; ln -s loop loop
      """)
    let before = try bytes()
    let run = try household.shell("\"$BUCKET\" import \"\(path)\"")
    #expect(run.end == .exited(path.isEmpty ? 2 : 1), "\(run.errorText)")
    #expect(run.errorText.contains(message), "\(run.errorText)")
    #expect(try bytes() == before)
  }

  @Test func `nobody is asked about a vault that is locked where nobody can be`() throws {
    let file = try write("good.csv", Self.csv)
    try household.lock()
    let run = try household.bucket(["import", file, "--json"])
    #expect(run.end == .exited(3))
    #expect(run.errorText.contains("bucket: error: the vault is locked"), "\(run.errorText)")
  }

  @Test func `each thing left out is in the report for scripts`() throws {
    let file = try write(
      "some.geojson",
      """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","geometry":{"type":"Point","coordinates":[0,0]},"properties":{"name":"Zero"}},
      {"type":"Feature","geometry":{"type":"LineString","coordinates":[]},"properties":{"name":"Way"}}
      ]}
      """)
    let run = try household.bucket(["import", file, "--json", "-q"])
    #expect(
      run.outputText == """
        {"dry_run":false,"new":1,"merged":0,"unchanged":0,"skipped":[{"file":"\(file)","line":3,\
        "name":"Way","reason":"a line, and not a place"}],"notes":[{"file":"\(file)","line":2,\
        "name":"Zero","reason":"lies at 0, 0, where programs put what they don't know"}],\
        "files":["\(file)"],"passed_over":[]}

        """)
    #expect(run.errorText == "")
  }

  @Test func `an import that is ended by ^C leaves the vault as it was, and says how far it was`()
    throws
  {
    let features = (0..<60_000).map { number in
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#(number % 180),7]},"#
        + #""properties":{"name":"Place \#(number)"}}"#
    }
    let file = try write(
      "many.geojson",
      #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}")
    let before = try bytes()
    let terminal = try household.terminal(["import", file])
    _ = try terminal.expect("\rreading places: ")
    let shown = try terminal.expect(" a second")
    #expect(shown.contains(" %, "), "\(shown)")
    terminal.sendControl("C")
    #expect(try terminal.wait() == .killed(2))
    #expect(try bytes() == before)
    #expect(try household.complaints() == [])
  }

  @Test func `files of a folder that aren't read are told of by name and reason`() throws {
    _ = try household.shell(
      """
      mkdir "$HOME/F"; cd "$HOME/F"; printf '\(Self.csv)' > a.csv; ln -s a.csv b.csv
      printf '\(Self.csv)' > "$(printf 'Z\\374rich.csv')"
      """)
    let run = try household.bucket(["import", household.home + "/F"])
    #expect(run.end == .exited(0))
    #expect(
      run.outputText.contains("b.csv         is a link, and was not read\n"), "\(run.outputText)")
    #expect(run.outputText.contains("Z\u{FFFD}rich.csv    has a name that is no UTF-8"))
    #expect(run.errorText.contains("no places in 2 other files\n"))
  }

  @Test func `what is nested without end is left out, and the vault stays readable`() throws {
    for depth in [33, 508, 600, 2000] {
      let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      for text in [
        #"{"type":"Feature","geometry":null,"properties":{"name":"x","a":\#(nested)}}"#,
        #"[{"id":"5C5D5B3E-4A6B-4D61-8B3E-0D1B7B6C9A10","name":"y","later":\#(nested)}]"#,
        "name,extra\nz,\"{\"\"a\"\":\(nested)}\"\n",
      ] {
        let run = try household.bucket(["import", "-"], input: text)
        #expect(run.end == .exited(0), "\(run.errorText)")
        #expect(try household.bucket(["list"]).end == .exited(0))
      }
    }
    #expect(try household.names() == ["x", "y", "z"])
    let kept = try household.bucket(["list", "--json"]).outputText
    #expect(!kept.contains("[[["))
  }

  @Test func `two imports at once bring nothing in twice, and overwrite nothing`() throws {
    let ids = (0..<3_000).map { "00000000-0000-4000-8000-\(String(format: $0))" }
    func rows(_ more: String) -> String {
      "[" + ids.map { #"{"id":"\#($0)","name":"Place \#($0)",\#(more)}"# }.joined(separator: ",")
        + "]"
    }
    let first = try write("first.json", rows(#""description":"by the lake""#))
    let second = try write("second.json", rows(#""tags":["winter"]"#))
    let table = try write(
      "table.csv",
      "name,lat,lon\n" + (0..<3_000).map { "Camp \($0),\($0 % 90),\($0 % 180)\n" }.joined())
    let run = try household.shell(
      """
      for file in \(first) \(second) \(table) \(table); do "$BUCKET" import -q $file & done; wait
      """)
    #expect(run.end == .exited(0), "\(run.errorText)")
    let places = try #require(try household.places())
    #expect(places.count == 6_000)
    let json = try household.bucket(["history", "--json"]).outputText
    #expect(!json.contains(#""kind":"changed""#))
  }

  @Test func `a table at a terminal has nothing that the terminal obeys`() throws {
    _ = try household.bucket(
      ["import", "-"], input: #"[{"name":"x","description":"\u001b]0;evil\u0007","lat":1,"lon":2}]"#
    )
    let terminal = try household.terminal(["export", "csv"])
    #expect(try terminal.wait() == .exited(0))
    #expect(!terminal.transcript.contains("\u{1B}"))
    let piped = try household.bucket(["export", "csv"])
    #expect(piped.outputText.contains("\u{1B}]0;evil"))
  }
}

extension String {
  /// A number in twelve digits.
  fileprivate init(format number: Int) {
    let digits = "\(number)"
    self = String(repeating: "0", count: 12 - digits.count) + digits
  }
}
