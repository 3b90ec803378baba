import FoundationEssentials
import TestSupport
import Testing

/// What is told of an import.
@Suite struct ImportReportTests {
  private let household: Household
  private static let list = """
    Title,Note,URL
    Café Odeon,,http://maps.google.com/?cid=77
    Mill,,"https://www.google.com/maps/search/47.5,7.5"

    """
  private static let saved = """
    {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point",
    "coordinates":[8.5,47.3]},"properties":{"google_maps_url":"http://maps.google.com/?cid=77",
    "location":{"name":"Café Odeon"}}}]}
    """

  init() throws { household = try Household() }

  /// - Returns: The path.
  private func write(_ name: String, _ text: String) throws -> String {
    let path = household.home + "/" + name
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  @Test func `a note is of a place that came in, and not of one that was there`() throws {
    let list = try write("list.csv", Self.list)
    let first = try household.bucket(["import", list])
    #expect(first.outputText == "note  line 2  Café Odeon  has no position\n")
    for rule in ["skip", "merge"] {
      let again = try household.bucket(["import", list, "--on-duplicate", rule])
      #expect(again.outputText == "" && again.errorText.contains("0 merged, 2 unchanged"))
    }
    let json = try household.bucket(["import", list, "--json", "-q"]).outputText
    #expect(json.contains(#""unchanged":2,"skipped":[],"notes":[],"#), "\(json)")
  }

  @Test func `a note is true of the place as it is then`() throws {
    let (list, saved) = (try write("list.csv", Self.list), try write("saved.json", Self.saved))
    // The position that one file lacks is in the other one, whichever comes first.
    for files in [[list, saved], [saved, list]] {
      let dry = try household.bucket(["import", "--dry-run"] + files)
      #expect(dry.outputText == "" && dry.errorText.contains("2 new, 1 merged"), "\(dry.errorText)")
    }
    _ = try household.bucket(["import", list])
    let merged = try household.bucket(["import", saved, "--on-duplicate", "merge"])
    #expect(merged.outputText == "" && merged.errorText.contains("0 new, 1 merged"))
    let tagged = try write("tagged.csv", Self.list)
    let more = try household.bucket(["import", tagged, "--on-duplicate", "merge"])
    #expect(more.outputText == "" && more.errorText.contains("0 new, 2 merged"))
  }

  @Test func `a merged place that has no position by now either is told of`() throws {
    _ = try household.bucket(["import", try write("list.csv", Self.list)])
    let tagged = try write("tagged.csv", Self.list)
    let more = try household.bucket(["import", tagged, "--on-duplicate", "merge"])
    #expect(more.outputText == "note  line 2  Café Odeon  has no position\n")
  }

  @Test func `a position that is only near is told of where it became that of the place`() throws {
    let near = "http://maps.google.com/?q=Mill&ftid=0x1325890a57d42d3d:0x94f9ab23a7eb0"
    let list = try write("list.csv", "Title,Note,URL\nMill,Bread,\(near)\n")
    let id = try #require(Int("94f9ab23a7eb0", radix: 16))
    let saved = try write(
      "saved.json",
      Self.saved.replacing("cid=77", with: "cid=\(id)").replacing("Café Odeon", with: "Mill"))
    #expect(
      try household.bucket(["import", list, "--dry-run"]).outputText
        == "note  line 2  Mill  has only an approximate position\n")
    _ = try household.bucket(["import", saved])
    let merged = try household.bucket(["import", list, "--on-duplicate", "merge"])
    #expect(merged.outputText == "" && merged.errorText.contains("1 merged"), "\(merged.errorText)")
  }

  @Test func `files of one name are told apart by their folders`() throws {
    _ = try household.shell(
      """
      cd "$HOME"; mkdir -p "T/Maps" "T/Maps (your places)" U/Maps
      for folder in T "T/Maps" "T/Maps (your places)" U/Maps; do
        printf 'Title,Note,URL\\nA hut,%s,\\n' "$folder" >"$folder/Saved.csv"
      done
      cp T/Saved.csv T/Lists.csv; sed -i s/hut/mill/ T/Lists.csv
      """)
    func places(_ folders: String) throws -> [String] {
      try household.shell("cd \"$HOME\"; \"$BUCKET\" import -n --on-duplicate add \(folders)")
        .outputText.matches(of: #/note  (.*?) +A (?:hut|mill)/#).map { String($0.output.1) }
    }
    #expect(
      try places("T") == [
        "Lists.csv, line 2", "Maps (your places)/Saved.csv, line 2", "Maps/Saved.csv, line 2",
        "Saved.csv, line 2",
      ])
    #expect(
      try places("T/ U T/Maps/Saved.csv") == [
        "Lists.csv, line 2", "Maps (your places)/Saved.csv, line 2", "T/Maps/Saved.csv, line 2",
        "Saved.csv, line 2", "U/Maps/Saved.csv, line 2", "T/Maps/Saved.csv, line 2",
      ])
  }

  @Test func `names and reasons can be read at a terminal of 80 columns`() throws {
    let table = try write(
      "near the sea.csv",
      """
      name,lat,lon,altitude
      Santa Maria del Mar,41.38,2.18,in the third street from the sea
      Sagrada Família,0,0,
      Sant Pau,94,2,
      Nowhere,,,

      """)
    let other = try write("other.csv", "name,lat,lon\nMill,1,2\n")
    let terminal = try household.terminal(["import", "-n", table, other])
    #expect(try terminal.wait() == .exited(0))
    let lines = terminal.transcript.split(separator: "\r\n").map {
      $0.replacing(/\e\[[0-9;]*m/, with: "")
    }
    #expect(
      lines.filter { !$0.contains("places in") } == [
        "note     near the sea.csv, line 2  Santa Maria del Mar",
        "         has an altitude that was left out: in the third street from the sea",
        "note     near the sea.csv, line 3  Sagrada Família",
        "         lies at 0, 0, where programs put what they don't know",
        "skipped  near the sea.csv, line 4  Sant Pau",
        "         latitude 94 is out of range",
        "note     near the sea.csv, line 5  Nowhere              has no position",
      ])
  }

  @Test func `what says something else on the list is told of each time`() throws {
    _ = try household.bucket(["add", "Camp", "--at", "1,2", "-c", "Hut"])
    let table = try write("camps.csv", "name,lat,lon,category\nCamp,1,2,Camp site\n")
    for _ in 0..<2 {
      #expect(
        try household.bucket(["import", table]).outputText
          == "note  line 2  Camp  is not the same on the list, which stays as it is there\n")
    }
  }
}
