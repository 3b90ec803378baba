import Testing

@testable import BucketCommand

@Suite struct BashLineTests {
  @Test(arguments: [
    ("bucket ", "", [""], ""), ("bucket show", "show", ["show"], ""),
    ("bucket show La", "La", ["show", "La"], ""),
    (#"bucket show Lake\ "#, #"Lake\ "#, ["show", "Lake "], ""),
    (#"bucket show "Lake B"#, "Lake B", ["show", "Lake B"], ""),
    (#"bucket list -t'Want "#, "Want ", ["list", "-tWant "], "-t"),
    (#"bucket list --tag="Wa"#, "Wa", ["list", "--tag=Wa"], "--tag="),
    ("bucket list --tag=", "", ["list", "--tag="], "--tag="),
    ("bucket list --at geo:1,2 -t b", "b", ["list", "--at", "geo:1,2", "-t", "b"], ""),
    (#"bucket show a\ b@c"#, "@c", ["show", "a b@c"], "a b"),
    (#"bucket add -d '$(x) "y' --se"#, "--se", ["add", "-d", #"$(x) "y"#, "--se"], ""),
    // As the functions hand it on that complete for others.
    ("bucket list --tag=", "=", ["list", "--tag="], "--tag="),
    (#"bucket list --tag="Wa"#, #""Wa"#, ["list", "--tag=Wa"], "--tag="),
  ]) func `a line is read without its quotes`(
    line: String, replaced: String, words: [String], kept: String
  ) {
    let line = BashLine(line, replaced: replaced)
    #expect(line.words == words)
    #expect(line.kept == kept)
  }

  @Test(arguments: [
    ("bucket show a:", "", ["a:b c"], [#"b\ c"#]),
    ("bucket show STRASSE:", "", ["Straße:x"], ["x"]),
    ("bucket show ", "", ["a", "B"], ["a", "B"]),
    ("bucket show w", "w", ["Want", "wander"], ["want", "wander"]),
    ("bucket show wa", "wa", ["Want", "Wander"], ["Want", "Wander"]),
    ("bucket show 'i", "i", ["i'"], [#"i'\'"#]), ("bucket show \"i", "i", ["i\""], [#"i"\""#]),
    ("bucket show \"i", "i", ["i!"], ["i\"'!'\"\""]), ("bucket show ~", "~", ["~x#"], ["\\~x\\#"]),
  ]) func `words are spelled for the place they are put in`(
    line: String, replaced: String, words: [String], spellings: [String]
  ) {
    #expect(BashLine(line, replaced: replaced).spellings(of: words) == spellings)
  }

  @Test(arguments: [
    ("bucket list -o x", "x", "files\n"), ("bucket list --output=", "", "files\n"),
    ("bucket list -o\"x", "x", "files\n"), (#"bucket list -ox\ y"#, #"-ox\ y"#, "files\n-o\nx y\n"),
    ("bucket add --season=w", "w", "words\nwinter\n"), ("bucket un", "un", "words\nunlock\nundo\n"),
  ]) func `the answer is what bash inserts`(line: String, replaced: String, answer: String) throws {
    #expect(try SampleTable.text(["complete", "--bash", "--", line, replaced]) == answer)
  }
}
