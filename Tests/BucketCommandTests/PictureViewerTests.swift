import FoundationEssentials
import TestSupport
import Testing

@testable import BucketCommand

/// Photos at a terminal that shows pictures, by the real chafa.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct PictureViewerTests {
  let photos: PhotoHousehold

  private static let hasChafa =
    (try? ProgramRun.of(["chafa", "--version"]).end) == .exited(0)
  private static let needsChafa = "chafa is not installed"
  private static let question = "\u{1B}_Gi=31"

  init() throws {
    photos = try PhotoHousehold()
    try photos.bucket("add", "Baikal", "--photo", "ice.jpg")
  }

  @Test(
    .enabled(if: hasChafa, "\(needsChafa)"),
    arguments: [
      ("KITTY_WINDOW_ID", "1", "\u{1B}_Ga=T"), ("TERM", "xterm-kitty", "\u{1B}_Ga=T"),
      ("TERM_PROGRAM", "iTerm.app", "\u{1B}]1337;File="),
    ])
  func `a terminal that says so in the environment is shown it`(
    variable: String, value: String, start: String
  ) throws {
    photos.household[variable] = value
    let terminal = try photos.household.terminal(["photo", "Baikal"])
    #expect(try terminal.wait() == .exited(0))
    #expect(terminal.transcript.contains(start) && !terminal.transcript.contains(Self.question))
  }

  @Test(
    .enabled(if: hasChafa, "\(needsChafa)"),
    arguments: [
      ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c", "\u{1B}_Ga=T"), ("\u{1B}[?62;4;22c", "\u{1B}P"),
    ])
  func `a terminal that says so when it is asked is shown it`(answer: String, start: String) throws
  {
    let terminal = try photos.household.terminal(["photo", "Baikal"])
    try terminal.expect("\u{1B}[c")
    #expect(!terminal.isEchoing && !terminal.isReadingLines)
    terminal.send(answer)
    try terminal.expect(start)
    #expect(try terminal.wait() == .exited(0))
    #expect(!terminal.transcript.contains("[?62"))
  }

  @Test(arguments: ["\u{1B}[?62;22c", "\u{1B}[?1;2c", ""])
  func `any other is told what to do, and left as it was`(answer: String) throws {
    let terminal = try photos.household.terminal(["photo", "Baikal"])
    try terminal.expect("\u{1B}[c")
    terminal.send(answer)
    #expect(try terminal.wait() == .exited(1))
    #expect(terminal.transcript.contains("error: this terminal shows no pictures"))
    #expect(terminal.transcript.contains("bucket photo Baikal -o FILE"))
    #expect(terminal.isEchoing && terminal.isReadingLines)
  }

  @Test(arguments: ["dumb", "linux"])
  func `some are not even asked`(term: String) throws {
    photos.household["TERM"] = term
    let terminal = try photos.household.terminal(["photo", "Baikal"])
    #expect(try terminal.wait() == .exited(1))
    #expect(!terminal.transcript.contains("\u{1B}"))
  }

  @Test func `within tmux only the answer counts`() throws {
    photos.household["TERM"] = "tmux-256color"
    photos.household["KITTY_WINDOW_ID"] = "1"
    let terminal = try photos.household.terminal(["photo", "Baikal"])
    try terminal.expect(Self.question)
  }

  /// Has a script take the place of chafa.
  private func useChafa(_ script: String) throws {
    let folder = photos.household.beside + "/programs"
    _ = try photos.household.shell("mkdir -p '\(folder)'")
    photos.household.useEditor(script, named: "programs/chafa")
    photos.household["PATH"] = folder
    photos.household["KITTY_WINDOW_ID"] = "1"
  }

  @Test func `chafa is given the photo by a pipe, and nothing else`() throws {
    try useChafa(
      "PATH=/usr/bin:/bin; env >'\(photos.path("environment"))'; ls -l /proc/$$/fd >'\(photos.path("files"))'; cat >'\(photos.path("given"))'"
    )
    photos.household["SECRET"] = "a variable"
    let terminal = try photos.household.terminal(["photo", "Baikal"])
    #expect(try terminal.wait() == .exited(0), "\(terminal.transcript)")
    #expect(try photos.bytes("given") == photos.bytes("ice.jpg"))
    let environment = String(decoding: try photos.bytes("environment"), as: UTF8.self)
    #expect(!environment.contains("SECRET") && !environment.contains("HOME="))
    let files = String(decoding: try photos.bytes("files"), as: UTF8.self)
    #expect(files.contains(" 0 -> pipe:") && !files.contains("places.vault"))
    #expect(!files.contains("attachments"))
  }

  @Test func `a chafa that fails, is missing, or reads nothing is told of`() throws {
    try useChafa("exit 2")
    var terminal = try photos.household.terminal(["photo", "Baikal"])
    #expect(try terminal.wait() == .exited(1))
    #expect(terminal.transcript.contains("error: chafa can't show it"))
    photos.household["PATH"] = photos.household.home
    terminal = try photos.household.terminal(["photo", "Baikal"])
    #expect(try terminal.wait() == .exited(1))
    #expect(terminal.transcript.contains("error: chafa, which shows pictures, is not installed"))
  }

  @Test(arguments: ["ice.jpg", "large.jpg"])
  func `a chafa that hangs is ended`(name: String) throws {
    try photos.write(PictureSample.jpeg(count: 500_000), to: "large.jpg")
    try photos.bucket("add", "Hut", "--photo", name)
    try useChafa("PATH=/usr/bin:/bin; exec sleep 100")
    let terminal = try photos.household.terminal(["photo", "Hut"])
    #expect(try terminal.wait(within: .seconds(60)) == .exited(1))
    #expect(terminal.transcript.contains("error: chafa did not go on, and was ended"))
  }
}
