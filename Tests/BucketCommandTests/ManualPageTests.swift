import Testing

@testable import BucketCommand

@Suite struct ManualPageTests {
  @Test(.enabled(if: ShellRun.hasProgram("groff"), "groff is not installed"))
  func `groff has nothing to say against the page`() throws {
    let page = ManualPage(of: SampleTable.table).text
    let run = try ShellRun("sh", "groff -man -ww -z \"$SCRIPT\"", script: page)
    #expect(run.output == "")
  }

  @Test(.enabled(if: ShellRun.hasProgram("man"), "man is not installed"))
  func `man shows every section and command`() throws {
    let page = try #require(try SampleTable.text(["manual"]))
    let run = try ShellRun("sh", "MANWIDTH=80 man --warnings -l \"$SCRIPT\"", script: page)
    for text in [
      "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "GLOBAL OPTIONS", "EXIT STATUS", "ENVIRONMENT",
      "FILES", "EXAMPLES", "SEE ALSO", "--password-stdin", "bucket add", "bucket completion",
      "[--visited | --unvisited]", "bucket - an encrypted bucket list", "faillock(8), pam(7)",
      "bucket add \"Lake Baikal\" --at 53,108 -t winter", "~/.local/share",
    ] {
      #expect(run.output.contains(text))
    }
    #expect(!run.output.contains("warning"))
    #expect(!run.output.contains("bucket manual"))
  }

  @Test(arguments: [
    (".so x", "\\&.so x"), ("'br", "\\&\\(aqbr"), ("a\\b", "a\\eb"), ("-q", "\\-q"),
    ("~^`\"", "\\(ti\\(ha\\(ga\\(dq"), ("é京", "\\[u00E9]\\[u4EAC]"), ("\u{1b}", "\\eu{1b}"),
  ]) func `nothing in a text is obeyed`(text: String, escaped: String) {
    #expect(Troff.escaped(text) == escaped)
  }

  @Test func `the source is ASCII`() {
    let isASCII = ManualPage(of: SampleTable.table).text.utf8.allSatisfy { $0 < 0x80 }
    #expect(isASCII)
  }
}
