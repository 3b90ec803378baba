import Testing

@testable import BucketCommand

@Suite struct CompletionTests {
  static let offered: [([String], [String])] = [
    ([""], ["unlock", "add", "list", "remove", "undo", "help", "completion"]),
    (["un"], ["unlock", "undo"]),
    (["-q", "li"], ["list"]),
    (["help", "un"], ["unlock", "undo"]),
    (["completion", ""], ["bash", "zsh", "fish"]),
    (["compl"], ["completion"]),
    (["complete", ""], []), (["nonsense", "-"], []),
    (["-"], ["--vault", "--password-stdin", "--accept-older", "--quiet", "--help", "--version"]),
    (["--v"], ["--vault", "--version"]),
    (["add", ""], []),
    (["add", "x", "--e"], ["--edit"]),
    (["add", "x", "--edit", "--e"], []),
    (["add", "-t", "a", "--t"], ["--tag"]),
    (["add", "--season", ""], ["spring", "summer", "autumn", "winter"]),
    (["add", "-s", "s"], ["spring", "summer"]),
    (["add", "--season=w"], ["--season=winter"]),
    (["add", "-sw"], ["-swinter"]),
    (["add", "-esw"], ["-eswinter"]),
    (["add", "-d", "--season", "w"], ["winter"]),
    (["add", "--", "--e"], []),
    (["list", "--visited", "--un"], []),
    (["list", "--u"], ["--unvisited"]),
    (["add", "x", "--vault", "f", "--q"], ["--quiet"]),
    (["add", "--bogus", "x", "--e"], ["--edit"]),
    (["nonsense", ""], []),
    ([], ["unlock", "add", "list", "remove", "undo", "help", "completion"]),
  ]

  @Test(arguments: offered) func `what may stand here is offered`(
    words: [String], expected: [String]
  ) {
    let completion = Completion(of: words, in: SampleTable.table)
    #expect(completion.candidates.map(\.word) == expected)
    #expect(completion.prefixOfFile == nil)
  }

  @Test(arguments: [
    (["--vault", ""], ""), (["--vault", "x"], ""), (["--vault=x"], "--vault="),
    (["list", "-o", "x"], ""), (["list", "-ox"], "-o"), (["list", "--output="], "--output="),
  ]) func `a file is left to the shell`(words: [String], prefix: String) {
    let completion = Completion(of: words, in: SampleTable.table)
    #expect(completion.prefixOfFile == prefix)
    #expect(completion.answer == "files\t\(prefix)\n")
  }

  @Test func `the answer is a line for each, with what it means`() throws {
    #expect(
      try SampleTable.text(["complete", "--", "un"])
        == "words\nunlock\tOpen the vault.\nundo\tTake back the last change.\n")
    #expect(
      try SampleTable.text(["complete", "--", "add", "--season=w"]) == "words\n--season=winter\n")
    #expect(try SampleTable.text(["complete", "--", "x", "--help"]) == "words\n")
  }

  @Test func `each shell has its script`() throws {
    for shell in Shell.allCases {
      #expect(try SampleTable.text(["completion", shell.rawValue]) == shell.script)
    }
  }
}
