import BucketVault

/// What a terminal says of itself.
extension PictureViewer {
  /// How the terminal wants pictures; `nil` where it shows none.
  static func format(_ environment: Environment) -> Format? {
    let term = environment["TERM"] ?? "dumb"
    if ["dumb", "linux"].contains(term) { return nil }
    // A multiplexer hands on the variables of the terminal around it, and not what they stand for.
    let isWithin = ["tmux", "screen"].contains { term.hasPrefix($0) }
    if !isWithin, let format = format(term: term, environment) { return format }
    return askedFormat()
  }

  private static func format(term: String, _ environment: Environment) -> Format? {
    if environment["KITTY_WINDOW_ID"] != nil || term.contains("kitty") || term.contains("ghostty") {
      return .kitty
    }
    let isITerm =
      environment["LC_TERMINAL"] == "iTerm2"
      || ["iTerm.app", "WezTerm"].contains(environment["TERM_PROGRAM"])
    return isITerm ? .iterm : nil
  }

  /// A picture of one point, only to be asked about, and the question for the terminal's attributes,
  /// which every terminal answers: so what comes before that answer is all there is.
  private static let question = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c"
  private static let answerTime = Duration.seconds(1)

  private static func askedFormat() -> Format? {
    guard let terminal = try? Terminal.open(), terminal.isForeground,
      let modes = try? terminal.modes(), let watch = try? SignalWatch(SignalWatch.ending)
    else { return nil }
    guard (try? terminal.set(modes.readingAnswers, droppingInput: false)) != nil else { return nil }
    defer { try? terminal.set(modes, droppingInput: false) }
    guard (try? terminal.write(question)) != nil else { return nil }
    return format(of: answer(from: terminal, watch))
  }

  /// What the terminal answers until it has told its attributes, or none came for long.
  private static func answer(
    from terminal: borrowing Terminal, _ watch: borrowing SignalWatch
  ) -> String {
    let deadline = ContinuousClock.now + answerTime
    var answer: [UInt8] = []
    while answer.count < 4_096, answer.last != UInt8(ascii: "c"),
      (try? watch.wait(for: terminal.descriptor.number, until: deadline)) == .readable,
      let more = try? terminal.descriptor.read(count: 256), !more.isEmpty
    {
      answer += more
    }
    return String(decoding: answer, as: UTF8.self)
  }

  /// - Parameter answer: As in `ESC _Gi=31;OK ESC \ ESC [?62;4c`, where 4 stands for sixels.
  static func format(of answer: String) -> Format? {
    if answer.contains("_Gi=31;OK") { return .kitty }
    guard let attributes = answer.firstMatch(of: /\u{1B}\[\?([0-9;]*)c/) else { return nil }
    return attributes.output.1.split(separator: ";").dropFirst().contains("4") ? .sixels : nil
  }
}
