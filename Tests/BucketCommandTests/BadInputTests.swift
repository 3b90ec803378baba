import TestSupport
import Testing

/// What is typed wrongly is told in a sentence, with a hint, and changes nothing.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct BadInputTests {
  struct Slip: Sendable, CustomTestStringConvertible {
    let words: [String]
    let status: CInt
    let error: String
    let hints: [String]

    init(_ words: [String], _ status: CInt, _ error: String, _ hints: String...) {
      (self.words, self.status, self.error, self.hints) = (words, status, error, hints)
    }

    var testDescription: String { String(words.joined(separator: " ").prefix(60)) }
  }

  static let degrees = "write latitude and longitude in degrees, as in 51.5014,-0.1419"
  static let line = "take it out; it has to be one line of plain text"
  static let nothing = "a place needs a name, and this one has nothing to see in it"

  static let values = [
    Slip(["add", ""], 2, nothing, "give it one"),
    Slip(["add", " \t\n"], 2, nothing, "give it one"),
    Slip(["add", "\u{200b}\u{202e}\u{feff}"], 2, nothing, "give it one"),
    Slip(["add", "a\u{1b}[31mb"], 2, "the name holds the control character \\u{1b}", line),
    Slip(["add", "a\nb"], 2, "the name holds the control character \\n", line),
    Slip(
      ["add", "x", "-c", "a\u{7f}"], 2, "the category holds the control character \\u{7f}", line),
    Slip(
      ["add", String(repeating: "n", count: 100_000)], 2,
      "the name is 100000 bytes long, and may be 4096",
      "put the details into the description: -d TEXT"),
    Slip(
      ["add", "x", "-t", String(repeating: "🏔", count: 65)], 2,
      "a tag is 260 bytes long, and may be 256", "shorten it"),
    Slip(
      ["add", "x", "--at", "91,0"], 2, "--at can't be “91,0”: latitude 91 is out of range",
      "latitude comes first; did you mean 0,91?"),
    Slip(
      ["add", "x", "--at", "91,181"], 2,
      "--at can't be “91,181”: latitude 91 is out of range", "a latitude lies between -90 and 90"),
    Slip(
      ["add", "x", "--at", "0,181"], 2, "--at can't be “0,181”: longitude 181 is out of range",
      "a longitude lies between -180 and 180"),
    Slip(
      ["add", "x", "--at", "nan,0"], 2,
      "--at can't be “nan,0”: “nan” is not a number of degrees", degrees),
    Slip(
      ["add", "x", "--at", "1e400,0"], 2,
      "--at can't be “1e400,0”: “1e400” is not a number of degrees", degrees),
    Slip(
      ["add", "x", "--at", "108.2,53.5"], 2,
      "--at can't be “108.2,53.5”: latitude 108.2 is out of range",
      "latitude comes first; did you mean 53.5,108.2?"),
    Slip(["add", "x", "--at", "7"], 2, "--at can't be “7”: a position is two numbers", degrees),
    Slip(
      ["edit", "Camp", "--visited", "2026-02-30"], 2,
      "--visited can't be “2026-02-30”: there is no day 30 in month 2 of 2026",
      "write it as in 2026-03-12"),
    Slip(
      ["edit", "Camp", "--visited", "lately"], 2,
      "--visited can't be “lately”: “lately” is not a date",
      "write year, month and day, as in 2026-03-12"),
    Slip(["edit", "Camp", "--name", ""], 2, nothing, "give it one"),
    Slip(
      ["unlock", "--for", "8d"], 2, "--for can't be “8d”: it is out of range",
      "a vault stays open for 1s to 7d"),
    Slip(
      ["unlock", "--for", "soon"], 2, "--for can't be “soon”: it is not a length of time",
      "write it as in 90s, 15m, 2h or 1h30m"),
  ]

  static let words = [
    Slip(["lisst"], 2, "there is no command lisst", "did you mean list?"),
    Slip(["ls"], 2, "there is no command ls", "did you mean list?"),
    Slip([""], 2, "the name of the command is empty", "bucket help"),
    Slip(["add", "x", "--atl", "1,2"], 2, "there is no option --atl", "did you mean --at?"),
    Slip(["list", "-x"], 2, "there is no option -x", "bucket help list"),
    Slip(["add", "x", "-d"], 2, "--description needs a value: TEXT", "bucket help add"),
    Slip(
      ["add", "x", "--at", "--edit"], 2, "--at needs a value before --edit",
      "if it is --edit, write --at=--edit"),
    Slip(
      ["add"], 2, "NAME is missing, and nobody is at a terminal to write it in an editor",
      "for example: bucket add \"Lake Baikal\" --at 53.5,108.2"),
    Slip(
      ["add", "x", "y"], 2, "nothing is expected at “y”",
      "put quotes around what belongs together: \"x y\""),
    Slip(
      ["list", "--sort", "size"], 2, "--sort can't be “size”",
      "choose added, name, visited, category or distance"),
    Slip(
      ["list", "--visited", "--unvisited"], 2, "--visited and --unvisited exclude each other",
      "give --visited or --unvisited"),
    Slip(
      ["export", "shp"], 2, "FORMAT can't be “shp”",
      "choose geojson, gpx, kml, csv or json; words to search for come behind it"),
    Slip(
      ["export", "kml", "--spreadsheet"], 2, "--spreadsheet is for csv alone",
      "bucket export csv --spreadsheet"),
    Slip(
      ["list", "--within", "5km"], 2, "--within needs --near",
      "say from where: --within 5km --near PLACE"),
    Slip(
      ["list", "--within", "5"], 2, "--within can't be “5”: it is no length",
      "write a number and a unit, as in 5km, 800m, 3mi, 2nmi, 500ft or 500yd"),
    Slip(
      ["list", "--near", "95,3"], 2, "latitude 95 is out of range",
      "latitude comes first; did you mean 3,95?"),
    Slip(["import"], 2, "FILE is missing", "for example: bucket import Takeout"),
    Slip(
      ["--vault", "", "list"], 2, "--vault can't be “”: a file needs a name", "bucket help list"),
    Slip(
      ["--vault", "/dev/null", "list"], 4, "/dev/null is a special file, not a vault",
      "--vault FILE names another file"),
    Slip(
      ["--vault", "/", "list"], 4, "/ is a folder, not a vault",
      "--vault FILE names another file"),
  ]

  static let places = [
    Slip(["show", "cam"], 6, "“cam” fits 2 places", "give the id of one of them:"),
    Slip(
      ["show", "caml"], 5, "there is no place “caml”",
      "did you mean “Camp” or “Old Camp by the sea”?"),
    Slip(["show", "0"], 5, "there is no place “0”", "bucket list shows what there is"),
    Slip(
      ["edit", "ffffffff", "-d", "x"], 5, "there is no place “ffffffff”",
      "bucket list shows what there is"),
    Slip(
      ["remove", "Lagoon", "absent", "--yes"], 5, "there is no place “absent”",
      "bucket list shows what there is"),
    Slip(
      ["remove", "Lagoon", "cam", "--yes"], 6, "“cam” fits 2 places",
      "give the id of one of them:"),
    Slip(["show", ""], 5, "there is no place “”", "bucket list shows what there is"),
  ]

  /// A home with three places.
  private func household() throws -> Household {
    let household = try Household()
    for name in ["Camp", "Old Camp by the sea", "Lagoon"] {
      _ = try household.bucket(["add", name])
    }
    return household
  }

  @Test(arguments: [values, words, places])
  func `it is told with a hint, and nothing is changed`(slips: [Slip]) throws {
    let household = try household()
    let before = try household.everything()
    for slip in slips {
      let run = try household.bucket(slip.words)
      let expected = ["error: " + slip.error] + slip.hints.map { "hint: " + $0 }
      let lines = run.errorText.split(separator: "\n").map(String.init)
      #expect(Array(lines.prefix(expected.count)) == expected.map { "bucket: " + $0 })
      // Places that fit are told in further hints.
      #expect(lines.count == expected.count + (slip.status == 6 ? 2 : 0))
      #expect(run.end == .exited(slip.status), "\(slip.testDescription)")
      #expect(run.output.isEmpty)
      #expect(try household.everything() == before, "\(slip.testDescription)")
    }
  }

  @Test func `nothing is removed where nobody can be asked`() throws {
    let household = try household()
    let before = try household.everything()
    for words in [["remove", "Lagoon"], ["remove", "Lagoon", "--password-stdin"]] {
      let run = try household.bucket(words, input: "y\n")
      #expect(run.end == .exited(2))
      #expect(
        run.errorText == """
          bucket: error: nobody can be asked whether that is meant; nothing was changed
          bucket: hint: say so with --yes

          """)
    }
    #expect(try household.everything() == before)
  }

  @Test func `a word that is not UTF-8 is refused, wherever it stands`() throws {
    let household = try household()
    let before = try household.everything()
    for words in ["add $'a\\xffb'", "list $'\\xff'", "$'\\xc3'", "--vault $'\\xff' list"] {
      let run = try household.shell("\"$BUCKET\" \(words)")
      #expect(run.end == .exited(2))
      #expect(run.errorText.contains("of the command line is not valid UTF-8"))
    }
    #expect(try household.everything() == before)
  }

  @Test(arguments: [
    "👩‍👩‍👧‍👦 Disneyland 🏰", "مدينة", "\u{202e}gnirts", "Zoë", "Zoe\u{308}", "日本 🗾", "-dash", "a\"b'c\\",
    "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A", "deadbeef", "cafe",
  ])
  func `a name that is unusual is kept to the letter`(name: String) throws {
    let household = try household()
    #expect(try household.bucket(["add", "--", name]).end == .exited(0))
    #expect(try household.names()?.last?.utf8.elementsEqual(name.utf8) == true)
    let id = try #require(try household.places()?.last?.id)
    #expect(try household.bucket(["show", "--json", "--", name]).outputText.contains(id))
    #expect(try household.bucket(["show", "--json", id]).outputText.contains(id))
    let shown = try household.bucket(["list"]).outputText
    #expect(!shown.contains("\u{202e}"))
  }

  @Test(arguments: [
    ["list", "--json", "--visited", "--unvisited"], ["show", "--json"],
    ["history", "--json", "-n", "x"], ["status", "--json", "x"], ["attempts", "--jsn", "--json"],
  ])
  func `what can't be understood is told as JSON where that was asked for`(words: [String]) throws {
    let household = try household()
    let run = try household.bucket(words)
    #expect(run.end == .exited(2) && run.errorText.contains("bucket: error: "))
    #expect(run.outputText.hasPrefix("{\"error\":{\"hints\":["), "\(run.outputText)")
    #expect(run.outputText.contains("\"reason\":\"usage\",\"status\":2"))
    #expect(try household.bucket(["remove", "--json"]).outputText == "")
  }

  @Test func `a path that begins with a dash is suggested so that it works`() throws {
    let household = try household()
    let run = try household.shell(
      "cd \"$HOME\"; head -c 4000 /dev/urandom >./-v.vault; \"$BUCKET\" --vault=-v.vault list")
    #expect(run.errorText.contains("bucket recover ./-v.vault --header COPY"), "\(run.errorText)")
  }

  @Test func `what may not be meant is done, and told`() throws {
    let household = try household()
    let add = try household.bucket(["add", "Hut", "-t", "old", "--visited", "9998-01-02"])
    #expect(add.errorText.contains("9998-01-02 is still to come, and Hut counts as visited"))
    let edit = try household.bucket(["edit", "Hut", "--untag", "nosuch", "--untag", "OLD"])
    #expect(edit.end == .exited(0) && edit.errorText.contains("changed tags of Hut"))
    #expect(edit.errorText.contains("Hut has no tag “nosuch”") && !edit.errorText.contains("OLD"))
  }

  @Test func `a description that is too long is refused, however long it is`() throws {
    let household = try household()
    let before = try household.everything()
    for (count, isRefused) in [(1 << 20, false), ((1 << 20) + 1, true), (17_000_000, true)] {
      let run = try household.shell(
        "yes | tr -d '\n' | head -c \(count) | \"$BUCKET\" add Hut -d -")
      #expect(run.end == .exited(isRefused ? 2 : 0))
      #expect(run.errorText.contains("than a description may be, which is") == isRefused)
      if isRefused { #expect(try household.names()?.count == 4) }
    }
    #expect(try household.everything() != before)
  }

  @Test func `the interrupt key at a question removes nothing`() throws {
    let household = try household()
    let before = try household.everything()
    for answer in ["^C", "n\n", "\n", "^D"] {
      let terminal = try household.terminal(["remove", "Lagoon"])
      try terminal.expect(" Lagoon off the list?")
      if answer.hasPrefix("^") {
        terminal.sendControl(Character(answer.suffix(1).lowercased()))
      } else {
        terminal.send(answer)
      }
      let end = try terminal.wait()
      #expect(answer == "^C" ? end == .killed(2) : end == .exited(1))
      #expect(terminal.isEchoing && terminal.isReadingLines)
    }
    #expect(try household.everything() == before)
  }
}
