import TestSupport
import Testing

@testable import BucketCommand

/// Positions on the command line and in the editor, in the notations that people paste.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct PastedPositionTests {
  private func household() throws -> Household {
    let household = try Household()
    _ = try household.bucket(["add", "Lake Baikal", "--at", "53.5,108.2"])
    _ = try household.bucket(["add", "Lake Geneva"])
    return household
  }

  private func shown(_ place: String, _ household: borrowing Household) throws -> String {
    try household.bucket(["show", place]).outputText
  }

  @Test func `what show prints of a position is read back`() throws {
    let household = try household()
    let lines = try shown("baikal", household).split(separator: "\n")
    for label in ["position", "minutes", "geo", "plus code", "map"] {
      let line = try #require(lines.first { $0.hasPrefix("  \(label) ") })
      let text = String(line.dropFirst(2 + label.count).drop { $0 == " " })
      let added = try household.bucket(["add", "By \(label)", "--at", text])
      #expect(added.end == .exited(0) && added.errorText.isEmpty, "\(added.errorText)")
      let expected = label == "plus code" ? "53.5001, 108.2001" : "53.5000, 108.2000"
      #expect(added.outputText.contains(expected), "\(added.outputText)")
    }
  }

  @Test func `a link that only shows a map makes the place approximate, and says so`() throws {
    let household = try household()
    let added = try household.bucket(
      ["add", "Hut", "--at", "Look!\nhttps://www.google.com/maps/@51.5,-0.1,15z"])
    #expect(
      added.errorText
        == "bucket: warning: the link marks no place; its position is the middle of the map that it shows "
        + "(in a shell, put links in single quotes)\n"
    )
    #expect(added.outputText.hasSuffix("  Hut  ~51.5000, -0.1000\n"))
    #expect(try shown("Hut", household).contains("51.5, -0.1 (approximate)"))
    let near = try household.bucket(["list", "--near", "51.501,-0.1"])
    #expect(near.outputText.contains("  ~111 m  Hut          ~51.5000, -0.1000\n"))
    let moved = try household.bucket(["edit", "Hut", "--at", "geo:51.6,-0.2,35"])
    #expect(
      moved.errorText == "changed position, altitude and approximate of Hut\n", "\(moved.errorText)"
    )
    let text = try shown("Hut", household)
    #expect(text.contains("position   51.6, -0.2\n") && text.contains("35.0 m"), "\(text)")
  }

  @Test func `a short plus code is found near a place of the list`() throws {
    let household = try household()
    let added = try household.bucket(["add", "Hut", "--at", "G622+22, lake baikal"])
    #expect(added.outputText.contains("53.5001, 108.2001"), "\(added.errorText)")
    let edited = try household.bucket(["edit", "geneva", "--at", "G622+22 53.6,108.1"])
    #expect(edited.end == .exited(0), "\(edited.errorText)")
    let missing = try household.bucket(["add", "Hut", "--at", "G622+22 Irkutsk"])
    #expect(missing.end == .exited(5))
    #expect(missing.errorText.contains("there is no place “Irkutsk”"))
    #expect(missing.errorText.contains("as in GV25+H6 51.5,-0.1"), "\(missing.errorText)")
    let several = try household.bucket(["add", "Hut", "--at", "G622+22 lake"])
    #expect(several.end == .exited(6))
    let alone = try household.bucket(["add", "Hut", "--at", "G622+22"])
    #expect(alone.end == .exited(2))
    #expect(
      alone.errorText.contains("G622+22 is the end of a plus code, which many places have"),
      "\(alone.errorText)")
  }

  @Test func `a place without a position is no help to a short plus code`() throws {
    let household = try household()
    let run = try household.bucket(["add", "Hut", "--at", "G622+22 geneva"])
    #expect(run.end == .exited(2))
    #expect(run.errorText.contains("Lake Geneva has no position to start from"))
    #expect(run.errorText.contains("hint: give it one: bucket edit "))
  }

  @Test func `the editor takes a link, and a short plus code beside a place`() throws {
    let household = try household()
    household.useEditor("sed -i 's|^at:.*|at: https://osm.org/#map=9/51.5/-0.1|' \"$1\"")
    let linked = try household.bucket(["edit", "geneva"])
    #expect(
      linked.end == .exited(0) && linked.errorText.contains("warning: the link marks no place"))
    #expect(try shown("geneva", household).contains("51.5, -0.1 (approximate)"))
    household.useEditor("sed -i 's|^at:.*|at: G622+22 baikal|' \"$1\"")
    let coded = try household.bucket(["edit", "geneva"])
    #expect(coded.end == .exited(0), "\(coded.errorText)")
    #expect(try shown("geneva", household).contains("position   53.5000625, 108.2000625\n"))
  }

  @Test func `the editor says what a plus code is to be near, and gives the text back`() throws {
    let household = try household()
    household.useEditor(
      """
      if grep -q '^# error' "$1"
      then cp "$1" "$HOME/seen"; sed -i 's|^at:.*|at: 1,2|' "$1"
      else sed -i 's|^at:.*|at: G622+22 Irkutsk|' "$1"
      fi
      """)
    let run = try household.bucket(["edit", "geneva"])
    #expect(run.end == .exited(0), "\(run.errorText)")
    #expect(run.errorText.contains("line 2: there is no place “Irkutsk”"), "\(run.errorText)")
    #expect(try shown("geneva", household).contains("position   1, 2\n"))
  }

  @Test func `a new place opens with the name that its link has`() throws {
    let household = try household()
    household.useEditor("sed -i 's|^category:.*|category: Park|' \"$1\"")
    let link = "https://maps.apple.com/?ll=51.5,-0.1&q=Old%20Hut"
    let terminal = try household.terminal(["add", "--at", link])
    #expect(try terminal.wait() == .exited(0))
    #expect(try shown("Old Hut", household).contains("position   51.5, -0.1\n"))
  }

  @Test(arguments: [
    ("https://maps.app.goo.gl/AbC", "this short link of Google Maps leads to a place"),
    ("https://www.openstreetmap.org/node/1", "this link of OpenStreetMap holds no position"),
    ("https://google.com.example/maps?q=1,2", "links to “google.com.example” aren't read"),
    ("comgooglemaps://?q=1,2", "links to “comgooglemaps:” aren't read"),
    ("geo:1,2;crs=x", "its numbers are of the reference system “x”"),
    ("geo:0,0?q=x", "asks for a search"),
    ("51°60′, 0°", "60 minutes are too many"),
    ("51.5°30′, 0°", "only the last may have decimals"),
    ("-51 S, 0 W", "an angle has two signs"),
    ("51 N, 0 O", "O is east in German and west in French"),
    ("51 N, 0 N", "both angles are latitudes"), ("9C3XGV2A+H6", "“9C3XGV2A+H6” is no plus code"),
    (String(repeating: "9", count: 20_000), "it is 20000 bytes long"),
  ])
  func `what is wrong with a position is told before anybody is asked`(
    text: String, words: String
  ) throws {
    let home = try BucketHome()
    let run = try home.run("add", "x", "--at", text)
    #expect(run.end == .exited(2))
    #expect(run.errorText.contains(words), "\(run.errorText)")
    #expect(run.errorText.contains("bucket: hint: "))
  }
}
