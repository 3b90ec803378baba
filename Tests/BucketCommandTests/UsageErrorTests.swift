import Testing

@testable import BucketCommand

@Suite struct UsageErrorTests {
  static let refused: [([String], String, String?)] = [
    (["ls"], "there is no command ls", "did you mean list?"),
    (["rm"], "there is no command rm", "did you mean remove?"),
    (["LIST"], "there is no command LIST", "did you mean list?"),
    (["lsit"], "there is no command lsit", "did you mean list?"),
    (["serach"], "there is no command serach", "did you mean list?"),
    (["un"], "there is no command un", "did you mean unlock or undo?"),
    (["version"], "there is no command version", "did you mean --version?"),
    (["frobnicate"], "there is no command frobnicate", nil),
    ([""], "the name of the command is empty", nil),
    (
      ["add", "x", "--descripton", "y"], "there is no option --descripton",
      "did you mean --description?"
    ),
    (["add", "x", "--eidt"], "there is no option --eidt", "did you mean --edit?"),
    (["add", "x", "--desc=y"], "there is no option --desc", "did you mean --description?"),
    (["add", "x", "--vualt", "y"], "there is no option --vualt", "did you mean --vault?"),
    (["list", "-visited"], "there is no option -visited", "did you mean --visited?"),
    (["add", "x", "-edit"], "there is no option -edit", "did you mean --edit?"),
    (["add", "x", "-ez"], "there is no option -z", nil),
    (["--vualt", "f", "list"], "there is no option --vualt", "did you mean --vault?"),
    (
      ["--limit", "3", "list"], "--limit comes before a command",
      "put it after the command: bucket list --limit"
    ),
    (
      ["add"], "NAME is missing",
      "for example: bucket add \"Lake Baikal\" --at 53,108 -t winter"
    ),
    (["remove"], "PLACE is missing", "for example: bucket remove baikal"),
    (
      ["add", "Lake", "Baikal"], "nothing is expected at “Baikal”",
      "put quotes around what belongs together: \"Lake Baikal\""
    ),
    (["completion", "bash", "x"], "nothing is expected at “x”", nil),
    (["unlock", "now"], "nothing is expected at “now”", nil),
    (["add", "x", "-d"], "--description needs a value: TEXT", nil),
    (["add", "x", "--at"], "--at needs a value: POSITION", nil),
    (
      ["add", "x", "-d", "--edit"], "--description needs a value before --edit",
      "if it is --edit, write --description=--edit"
    ),
    (["add", "x", "--edit=yes"], "--edit takes no value, but has “yes”", nil),
    (["add", "x", "-e=yes"], "--edit takes no value, but has “yes”", nil),
    (["add", "x", "-d", "a", "-d", "b"], "--description is given twice", nil),
    (["--vault", "a", "unlock", "--vault", "b"], "--vault is given twice", nil),
    (
      ["list", "--visited", "--unvisited"], "--visited and --unvisited exclude each other",
      "give --visited or --unvisited"
    ),
    (
      ["add", "x", "--at", "91,0"], "--at can't be “91,0”: latitude 91 is out of range",
      "a latitude is between -90 and 90"
    ),
    (["add", "x", "--at", "here"], "--at can't be “here”", "write LAT,LON, as in -33,151"),
    (
      ["add", "x", "-s", "snow"], "--season can't be “snow”",
      "choose spring, summer, autumn or winter"
    ),
    (["list", "-n", "many"], "--limit can't be “many”: it is no whole number", nil),
    (["unlock", "--vault="], "--vault can't be “”: a file needs a name", nil),
    (["completion", "csh"], "SHELL can't be “csh”", "choose bash, zsh or fish"),
  ]

  @Test(arguments: refused) func `a bad command line is refused with what is wrong and what helps`(
    words: [String], message: String, hint: String?
  ) throws {
    let error = try #require(SampleTable.error(words))
    #expect(error.message == message)
    #expect(error.hint == hint)
  }

  @Test(arguments: [
    ["\u{1b}]0;x\u{7}"], ["add", "x", "--\u{1b}[2J"], ["add", "x", "--at", "\u{1b}[2J"],
    ["add", "\u{1b}[2J", "\u{9b}2J"], ["add", "x", "--edit=\u{202e}"], ["add", "x", "-\u{7}"],
    ["add", "x", "-d", "\u{1b}", "-d", "\u{1b}"], ["list", "-n", "1\n2"],
  ]) func `nothing typed reaches the terminal raw`(words: [String]) throws {
    let error = try #require(SampleTable.error(words))
    for text in [error.message, error.hint ?? ""] { #expect(DisplayText(text).string == text) }
  }

  @Test func `a word of a megabyte makes no message of a megabyte`() throws {
    let word = String(repeating: "語", count: 350_000)
    for words in [[word], ["--" + word], ["add", "x", word], ["list", "-n", word]] {
      #expect(try #require(SampleTable.error(words)).message.count < 200)
    }
  }

  @Test func `an action's own rule is told`() {
    let error = UsageError.needs("--on-duplicate", other: "FILE")
    #expect(error.message == "--on-duplicate means nothing without FILE")
    #expect(UsageError.notUTF8(position: 2).message.hasPrefix("word 2 "))
  }
}
