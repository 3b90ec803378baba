import Testing

@testable import BucketCommand

struct ShellWordsTests {
  @Test(arguments: [
    ("", []),
    ("  \t ", []),
    ("vim", ["vim"]),
    ("code --wait", ["code", "--wait"]),
    ("'my editor' -x", ["my editor", "-x"]),
    (#""my editor"/bin"#, ["my editor/bin"]),
    (#"my\ editor"#, ["my editor"]),
    (#"a "b \" \\ \$ \x" 'c \'"#, ["a", #"b " \ $ \x"#, #"c \"#]),
    ("a '' \"\"", ["a", "", ""]),
    ("$HOME `x` *", ["$HOME", "`x`", "*"]),
    ("é'ü 'x", ["éü x"]),
  ])
  func `a line is taken apart as a shell does it, without expanding anything`(
    line: String, words: [String]
  ) {
    #expect(ShellWords(line)?.words == words)
  }

  @Test(arguments: ["'open", "\"open", "open\\", "\"open\\"])
  func `a line that isn't finished is none`(line: String) {
    #expect(ShellWords(line) == nil)
  }
}
