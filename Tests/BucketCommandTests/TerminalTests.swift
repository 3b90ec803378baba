import TestSupport
import Testing

@testable import BucketCommand

struct TerminalTests {
  @Test(arguments: [(43, "43"), (0, "70")] as [(UInt16, String)])
  func `the width is that of the terminal, or what is said where it doesn't know`(
    columns: UInt16, width: String
  ) throws {
    let terminal = try PseudoTerminal([PromptTests.probe, "width"], columns: columns)
    try terminal.expect("width: \(width)\r\n")
  }

  @Test func `what isn't a terminal has no width`() throws {
    let run = try ProgramRun.of([PromptTests.probe, "width"])
    #expect(run.outputText == "width: none\n")
  }
}
