import TestSupport
import Testing

@testable import BucketCommand

struct StandardInputAnswersTests {
  @Test(arguments: [
    ("", "error: endOfInput\n"),
    ("one\ntwo\n", "answer: <one>\nanswer: <two>\nerror: endOfInput\n"),
    ("one\n\nthree", "answer: <one>\nanswer: <>\nanswer: <three>\nerror: endOfInput\n"),
    ("one\r\n", "answer: <one\r>\nerror: endOfInput\n"),
    ("a\u{0}b\n", "error: containsNUL\n"),
    (String(repeating: "x", count: 1025), "error: tooLong(limit: 1024)\n"),
  ])
  func `each line is an answer`(input: String, output: String) throws {
    let run = try ProgramRun.of([PromptTests.probe, "input"], input: Array(input.utf8))
    #expect(run.outputText == output)
  }

  @Test func `a closed standard input is an error of the system`() throws {
    let run = try ProgramRun.of([PromptTests.probe, "input"], closing: [0])
    #expect(run.outputText.hasPrefix("error: system("))
  }

  @Test func `what follows the last answer is left to others`() throws {
    let script = "head -c 0; \(PromptTests.probe) one; cat"
    let run = try ProgramRun.of(["sh", "-c", script], input: Array("first\nrest\n".utf8))
    #expect(run.outputText == "answer: <first>\nrest\n")
  }
}
