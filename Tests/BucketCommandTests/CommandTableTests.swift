import Testing

@testable import BucketCommand

@Suite struct CommandTableTests {
  typealias Put = SampleTable.Put

  static let understood: [([String], Put)] = [
    (["add", "Hut"], Put(name: "Hut")),
    (["add", "Hut", "--description", "far"], Put(name: "Hut", text: "far")),
    (["add", "--description=far", "Hut"], Put(name: "Hut", text: "far")),
    (["add", "--description=", "Hut"], Put(name: "Hut", text: "")),
    (["add", "--description=\u{301}a", "Hut"], Put(name: "Hut", text: "\u{301}a")),
    (["add", "--description=a=b", "Hut"], Put(name: "Hut", text: "a=b")),
    (["add", "-d", "far", "Hut"], Put(name: "Hut", text: "far")),
    (["add", "-dfar", "Hut"], Put(name: "Hut", text: "far")),
    (["add", "-d=far", "Hut"], Put(name: "Hut", text: "far")),
    (["add", "-d", "-text", "Hut"], Put(name: "Hut", text: "-text")),
    (["add", "-d", "--text", "Hut"], Put(name: "Hut", text: "--text")),
    (["add", "--description=--edit", "Hut"], Put(name: "Hut", text: "--edit")),
    (["add", "-edfar", "Hut"], Put(name: "Hut", text: "far", edits: true)),
    (["add", "-ed", "far", "Hut"], Put(name: "Hut", text: "far", edits: true)),
    (["add", "-e", "-e", "Hut"], Put(name: "Hut", edits: true)),
    (["add", "Hut", "-t", "a", "--tag=b", "-tc"], Put(name: "Hut", tags: ["a", "b", "c"])),
    (
      ["add", "Hut", "--at", "-33,151"],
      Put(name: "Hut", position: SampleTable.Position(latitude: -33, longitude: 151))
    ),
    (
      ["add", "Hut", "--at=-33,-151"],
      Put(name: "Hut", position: SampleTable.Position(latitude: -33, longitude: -151))
    ),
    (["add", "Hut", "--season", "winter"], Put(name: "Hut", season: .winter)),
    (["add", "--", "--edit"], Put(name: "--edit")),
    (["add", "-e", "--", "-x"], Put(name: "-x", edits: true)),
    (["add", "-"], Put(name: "-")),
    (["add", ""], Put(name: "")),
    (["add", "Hütte 小屋 🏔️"], Put(name: "Hütte 小屋 🏔️")),
  ]

  @Test(arguments: understood) func `a command line gives the action its values`(
    words: [String], expected: Put
  ) throws {
    #expect(try SampleTable.action(words) == expected)
  }

  @Test func `positionals go on until they end`() throws {
    #expect(
      try SampleTable.action(["remove", "a", "-q", "b", "--", "-c"])
        == SampleTable.Remove(places: ["a", "b", "-c"]))
    #expect(try SampleTable.action(["list"]) == SampleTable.Show())
    #expect(
      try SampleTable.action(["list", "x", "-n5", "y", "-o", "f"])
        == SampleTable.Show(
          words: ["x", "y"], limit: 5, output: try FileArgument(argument: "f")))
  }

  @Test(arguments: [
    ["--vault", "a b", "-q", "unlock"], ["unlock", "--vault=a b", "--quiet"],
    ["-q", "unlock", "--vault", "a b"],
  ]) func `global options stand before or after the command`(words: [String]) throws {
    var expected = GlobalOptions()
    expected.vault = try FileArgument(argument: "a b")
    expected.isQuiet = true
    #expect(try SampleTable.options(words) == expected)
  }

  @Test func `every global option is read`() throws {
    let options = try SampleTable.options(["--password-stdin", "unlock", "--accept-older"])
    #expect(options?.readsPasswordFromStandardInput == true)
    #expect(options?.acceptsOlder == true)
    #expect(options?.isQuiet == false)
    #expect(options?.vault == nil)
  }

  @Test(arguments: [
    ["--version"], ["unlock", "--version"], ["--version", "-q"],
  ]) func `the version is shown`(words: [String]) throws {
    #expect(try SampleTable.text(words) == "bucket 1.2.3\n")
  }

  @Test(arguments: [
    ["help", "add"], ["add", "--help"], ["add", "-h"], ["--help", "add"], ["add", "Hut", "--help"],
    ["add", "--bogus", "--help"], ["add", "--at", "91,0", "-h"], ["add", "a", "b", "--help"],
  ]) func `help is the same however it is asked for`(words: [String]) throws {
    #expect(try SampleTable.text(words) == Help(SampleTable.table).text(about: SampleTable.put))
  }

  @Test(arguments: [[], ["help"], ["--help"], ["-h"], ["-q"]])
  func `without a command, all are told`(
    words: [String]
  ) throws {
    #expect(try SampleTable.text(words) == Help(SampleTable.table).text(about: nil))
  }

  @Test func `help that is a value or a name is neither`() throws {
    #expect(try SampleTable.action(["add", "--", "--help"]) == Put(name: "--help"))
    #expect(SampleTable.error(["add", "a", "b", "--", "--help"]) != nil)
  }

  @Test func `help about what isn't there is an error`() {
    #expect(
      SampleTable.error(["help", "ad"]) == .unknownCommand("ad", nearest: ["add"], choices: []))
    #expect(SampleTable.error(["help", "add", "x"]) == .unexpected("x", together: nil))
  }
}
