import Testing

@testable import BucketCommand

@Suite struct CommandFamilyTests {
  typealias Listing = SampleFamily.Listing
  typealias Renaming = SampleFamily.Renaming
  static let table = SampleFamily.table

  @Test(arguments: [
    (["tags"], Listing()), (["tags", "-c"], Listing(counts: true)),
    (["tags", "list"], Listing()), (["tags", "list", "--counts"], Listing(counts: true)),
    (["tags", "-c", "list"], Listing(counts: true)), (["tags", "--", "list"], Listing()),
  ]) func `a first word is a command of its own, and a second may follow`(
    words: [String], expected: Listing
  ) throws {
    #expect(try SampleTable.action(words, in: Self.table) == expected)
  }

  @Test(arguments: [
    (["tags", "rename", "a", "b"], Renaming(old: "a", new: "b")),
    (
      ["-q", "tags", "-q", "rename", "--force", "a", "b"], Renaming(old: "a", new: "b", force: true)
    ),
    (["tags", "rename", "list", "remove"], Renaming(old: "list", new: "remove")),
    (["tags", "rename", "--", "-f", "b"], Renaming(old: "-f", new: "b")),
  ]) func `a command of two words has its own arguments and options`(
    words: [String], expected: Renaming
  ) throws {
    #expect(try SampleTable.action(words, in: Self.table) == expected)
  }

  @Test func `the same word is another command at the beginning`() throws {
    #expect(
      try SampleTable.action(["remove", "winter"], in: Self.table)
        == SampleTable.Remove(places: ["winter"]))
    #expect(
      try SampleTable.action(["tags", "remove", "winter"], in: Self.table)
        == SampleFamily.Removal(kind: .winter))
  }

  static let refused: [([String], String, String?)] = [
    (["tags", "lsit"], "there is no command tags lsit", "did you mean tags list?"),
    (["tags", "ls"], "there is no command tags ls", "did you mean tags list?"),
    (["tags", "re"], "there is no command tags re", "did you mean tags rename or tags remove?"),
    (
      ["tags", "frobnicate"], "there is no command tags frobnicate",
      "choose tags list, tags rename or tags remove"
    ),
    (
      ["tags", "add"], "there is no command tags add",
      "choose tags list, tags rename or tags remove"
    ),
    (["tags", "help"], "there is no command tags help", "did you mean --help?"),
    (
      ["tags", ""], "the name of the command is empty",
      "choose tags list, tags rename or tags remove"
    ),
    (["help", "tags", "lsit"], "there is no command tags lsit", "did you mean tags list?"),
    (["help", "tags", "list", "x"], "nothing is expected at “x”", nil),
    (["tag"], "there is no command tag", "did you mean tags?"),
    (["labels"], "there is no command labels", "did you mean tags?"),
    (["rename", "a", "b"], "there is no command rename", "did you mean tags rename?"),
    (["rm", "a"], "there is no command rm", "did you mean remove?"),
    (["mv", "a", "b"], "there is no command mv", "did you mean tags rename?"),
    (["tags-list"], "there is no command tags-list", "did you mean tags list?"),
    (["tags list"], "there is no command tags list", "did you mean tags list?"),
    (["tags", "list", "x"], "nothing is expected at “x”", nil),
    (["tags", "rename", "a"], "NEW is missing", "for example: bucket tags rename winter cold"),
    (["tags", "remove", "wet", "days"], "nothing is expected at “days”", nil),
    (
      ["tags", "-f", "rename", "a", "b"], "-f comes before a command",
      "put it after the command: bucket tags rename -f"
    ),
    (
      ["--force", "tags"], "--force comes before a command",
      "put it after the command: bucket tags rename --force"
    ),
    (["tags", "-c", "rename", "a", "b"], "there is no option --counts", nil),
    (["tags", "--cuonts"], "there is no option --cuonts", "did you mean --counts?"),
  ]

  @Test(arguments: refused) func `a bad command line is refused with what is wrong and what helps`(
    words: [String], message: String, hint: String?
  ) throws {
    let error = try #require(SampleTable.error(words, in: Self.table))
    #expect(error.message == message)
    #expect(error.hint == hint)
  }

  @Test(arguments: [
    (["tags", "frob"], "tags"), (["tags", "rename", "a"], "tags rename"), (["frob"], nil),
    (["--vault", "tags", "remove"], "remove"), (["-q", "tags", "-x", "rename"], "tags rename"),
  ]) func `a line is known by the command it names, right or wrong`(
    words: [String], name: String?
  ) {
    #expect(Self.table.command(in: words)?.command.name == name)
  }

  @Test(arguments: [
    ["help", "tags", "rename"], ["tags", "rename", "--help"], ["tags", "-h", "rename"],
    ["-h", "tags", "rename", "a", "b", "c"], ["tags", "rename", "--bogus", "-h"],
    ["tags", "-f", "rename", "-h"],
  ]) func `help is the same however it is asked for`(words: [String]) throws {
    #expect(
      try SampleTable.text(words, in: Self.table)
        == Help(Self.table).text(about: SampleFamily.rename))
  }

  @Test(arguments: [["help", "tags"], ["tags", "--help"], ["tags", "frob", "--help"]])
  func `the help of a first word shows its family`(words: [String]) throws {
    #expect(
      try SampleTable.text(words, in: Self.table) == """
          bucket tags
              list them

        List the tags, or change them.

        Usage: bucket tags [-c]

        Commands:
          tags list    List the tags.
          tags rename  Give a tag another name.
          tags remove  Take a tag off all places.

        Options:
          -c, --counts  with how many places have them

        Everywhere:
              --vault FILE      use this vault and not the usual one
              --password-stdin  read passwords from standard input, a line each
              --accept-older    open the vault even if it is older than the one last
                                seen here
          -q, --quiet           say nothing but what was asked for, and errors
          -h, --help            show this help
              --version         show the version

        bucket help tags COMMAND tells more about one.

        """)
  }

  @Test func `the usage line has the whole name`() throws {
    let text = try #require(try SampleTable.text(["help", "tags", "rename"], in: Self.table))
    #expect(text.contains("\nUsage: bucket tags rename OLD NEW [-f]\n"))
  }

  @Test func `the list of all commands has a family once`() throws {
    let text = try #require(try SampleTable.text([], in: Self.table))
    #expect(text.contains("\nTags:\n  tags        List the tags, or change them.\n\n"))
  }

  @Test(arguments: [
    ([""], ["add", "remove", "tags", "help", "completion"]),
    (["tags", ""], ["list", "rename", "remove"]), (["tags", "re"], ["rename", "remove"]),
    (["-q", "tags", "-c", "l"], ["list"]), (["tags", "--co"], ["--counts"]),
    (["tags", "rename", "--f"], ["--force"]), (["tags", "rename", ""], []),
    (["tags", "remove", "w"], ["winter"]), (["tags", "frob", ""], []),
    (["tags", "-c", "list", "--c"], []),
    (["help", "ta"], ["tags"]), (["help", "tags", ""], ["list", "rename", "remove"]),
    (["help", "tags", "list", ""], []), (["help", "add", ""], []), (["help", "frob", ""], []),
    (["help", "tags", "frob", ""], []),
  ]) func `what may stand here is offered`(words: [String], expected: [String]) {
    #expect(Completion(of: words, in: Self.table).candidates.map(\.word) == expected)
  }

  @Test(.enabled(if: ShellRun.hasProgram("man"), "man is not installed"))
  func `the manual has a part for each`() throws {
    let page = try #require(try SampleTable.text(["manual"], in: Self.table))
    let run = try ShellRun("sh", "MANWIDTH=80 man --warnings -l \"$SCRIPT\"", script: page)
    for text in ["bucket tags [-c]", "bucket tags list [-c]", "bucket tags rename OLD NEW [-f]"] {
      #expect(run.output.contains(text))
    }
  }
}
