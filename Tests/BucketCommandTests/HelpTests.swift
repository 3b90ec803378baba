import Testing

@testable import BucketCommand

@Suite struct HelpTests {
  /// The options that every help shows.
  private static let everywhere = """
    Everywhere:
          --vault FILE      use this vault and not the usual one
          --password-stdin  read passwords from standard input, a line each
          --accept-older    open the vault even if it is older than the one last
                            seen here
      -q, --quiet           say nothing but what was asked for, and errors
      -h, --help            show this help
          --version         show the version
    """

  @Test func `the help of a command begins with an example`() throws {
    #expect(
      try SampleTable.text(["add", "--help"]) == """
          bucket add "Lake Baikal" --at 53,108 -t winter
              with its position and a tag
          bucket add "A hut without a road"
              a name is enough

        Put a place on the list.

        Usage: bucket add NAME [-d TEXT] [--at POSITION] [-t TAG]… [-s SEASON] [-e]

        A place without a position can be given one later.

        Arguments:
          NAME  what you call the place

        Options:
          -d, --description TEXT  what you want to remember about it
              --at POSITION       where it is
          -t, --tag TAG           file it under TAG; may be given several times
          -s, --season SEASON     when to go: spring, summer, autumn, winter
          -e, --edit              open the new entry in your editor

        \(Self.everywhere)

        Exit status:
          6  a place of this name is there already

        """)
  }

  @Test func `what excludes each other is shown so`() throws {
    #expect(
      try SampleTable.text(["list", "--help"]) == """
          bucket list --unvisited
              what is left

        Show the places.

        Usage: bucket list [WORDS]… [--visited | --unvisited] [-n NUMBER] [-o FILE]

        Arguments:
          WORDS  only places that have these words

        Options:
              --visited       only those where you were
              --unvisited     only those where you weren't
          -n, --limit NUMBER  at most so many
          -o, --output FILE   write them to FILE

        \(Self.everywhere)

        """)
  }

  @Test func `the program's help begins with an example and lists the commands by group`() throws {
    #expect(
      try SampleTable.text([]) == """
          bucket add "Lake Baikal"
              put a place on the list

        Keeps the places you want to see in one encrypted file.

        The vault:
          unlock      Open the vault.

        Places:
          add         Put a place on the list.
          list        Show the places.
          remove      Take places off the list.
          undo        Take back the last change.

        About bucket:
          help        Tell what bucket can do, or how one command is used.
          completion  Print a script that makes a shell complete bucket's commands and
                      options.

        \(Self.everywhere)

        bucket help COMMAND tells more about one of them.

        """)
  }

  @Test(arguments: [0, 40, 52, 79, 80, 200])
  func `no line is wider than the terminal or 80 columns`(
    width: Int
  ) throws {
    for words in [[], ["help", "add"], ["help", "list"], ["help", "completion"]] {
      let text = try #require(try SampleTable.text(words, width: width))
      let examples = SampleTable.table.commands.flatMap(\.examples).map { "  " + $0.line }
      for line in text.split(separator: "\n") where !examples.contains(String(line)) {
        #expect(DisplayText(line).width <= max(40, min(width, 80)))
        #expect(!line.hasSuffix(" "))
      }
    }
  }
}
