import Testing

@testable import BucketCommand

@Suite struct StyleTests {
  @Test(
    arguments: [
      (true, nil, "xterm", true), (true, "", "xterm", true), (true, "1", "xterm", false),
      (true, "0", "xterm", false), (false, nil, "xterm", false), (true, nil, "dumb", false),
      (true, nil, nil, false), (true, nil, "", false),
    ] as [(Bool, String?, String?, Bool)])
  func `colour is for a terminal that can and a person who wants`(
    isTerminal: Bool, noColor: String?, term: String?, isEnabled: Bool
  ) {
    let style = Style(isTerminal: isTerminal, noColor: noColor, term: term)
    #expect(style.isEnabled == isEnabled)
  }

  @Test func `a style that is off changes nothing`() {
    for emphasis in Style.Emphasis.allCases {
      #expect(Style.plain.apply(emphasis, to: "x") == "x")
    }
  }

  @Test func `emphasis ends where the text does`() {
    let style = Style(isEnabled: true)
    #expect(style.bold("x") == "\u{1b}[1mx\u{1b}[0m")
    #expect(style.red("x") == "\u{1b}[31mx\u{1b}[0m")
    #expect(style.dim("") == "")
    #expect(style.apply(.plain, to: "x") == "x")
  }
}
