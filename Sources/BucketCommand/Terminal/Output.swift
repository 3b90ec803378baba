import BucketVault
import Glibc

/// The streams of the program: what was asked for, and everything else that is said.
final class Output {
  private var waiting: [UInt8] = []
  /// Why something that was to be written is missing.
  private var failure: Failure?
  private var warnings: Set<String> = []
  private var progress: (words: String, line: Progress)?
  private let isQuiet: Bool
  /// The path that `--vault` gave, which commands that are hinted at have to name.
  private let vault: String?
  /// Emphasis of what goes to standard output.
  let style: Style
  private let messageStyle: Style
  /// The columns of standard output; `nil` where it is no terminal.
  let width: Int?

  private static let bufferCount = 1 << 16

  init(environment: Environment, isQuiet: Bool, vault: String? = nil) {
    self.isQuiet = isQuiet
    self.vault = vault
    width = Terminal.width(of: 1, columns: environment["COLUMNS"])
    let (noColor, term) = (environment["NO_COLOR"], environment["TERM"])
    style = Style(isTerminal: width != nil, noColor: noColor, term: term)
    messageStyle = Style(isTerminal: Terminal.isTerminal(2), noColor: noColor, term: term)
  }

  var isTerminal: Bool { width != nil }

  /// Writes what was asked for, as it is.
  func write(_ text: String) throws(Failure) {
    waiting += text.utf8
    if waiting.count >= Self.bufferCount { try flush() }
  }

  /// Hands over all that was written.
  ///
  /// - Throws: Also what went wrong when something was told in between.
  func flush() throws(Failure) {
    endProgress()
    if let failure { throw failure }
    guard !waiting.isEmpty else { return }
    do throws(SystemError) {
      try StandardStreams.write(waiting, to: 1)
    } catch {
      waiting = []
      throw .output(error)
    }
    waiting = []
  }

  /// Writes a secret that is meant to be seen, past the buffer.
  func write(_ secret: borrowing Secret) throws(Failure) {
    try flush()
    do throws(SystemError) {
      try StandardStreams.write(secret, to: 1)
    } catch {
      throw .output(error)
    }
  }

  /// Draws letters that are meant to be seen as a QR code, unless the terminal is too narrow.
  func write(_ code: borrowing QRCode) throws(Failure) {
    do throws(QRCode.TooWide) {
      try code.check(fits: width)
    } catch {
      throw .qrCode(error)
    }
    try write(code.text(isColoured: style.isEnabled))
  }

  /// Writes a secret that is meant to be seen, in rows of so many letters, past the buffer.
  func write(_ secret: borrowing Secret, rowsOf count: Int) throws(Failure) {
    var rows = Secret(count: secret.count + 3 * (secret.count / count + 1))
    var place = 0
    func put(_ byte: UInt8) {
      rows[place] = byte
      place += 1
    }
    for offset in 0..<secret.count {
      if offset.isMultiple(of: count) { for _ in 0..<2 { put(UInt8(ascii: " ")) } }
      put(secret[offset])
      if (offset + 1).isMultiple(of: count) || offset + 1 == secret.count {
        put(UInt8(ascii: "\n"))
      }
    }
    try write(rows.prefix(place))
  }

  /// Says at a terminal how far something is, until anything else is said.
  ///
  /// - Parameters:
  ///   - part: How much is done, from 0 to 1.
  ///   - count: How many things are.
  func showProgress(_ words: String, _ part: Double, count: Int) {
    if progress?.words != words {
      endProgress()
      progress = (words, Progress(words, isQuiet: isQuiet))
    }
    progress?.line.show(part, count: count)
  }

  func endProgress() {
    progress?.line.end()
    progress = nil
  }

  /// Says what was done, unless nothing is to be said.
  func say(_ text: String) {
    if !isQuiet { tell(text) }
  }

  /// Says which commands go on from here, unless nothing is to be said.
  ///
  /// - Parameter text: Without anything that the person wrote, which may look like a command.
  func advise(_ text: String) { say(naming(text)) }

  /// A text with the vault named in the commands within, where `--vault` named it.
  func naming(_ text: String) -> String { Failure.naming(text, vault: vault) }

  /// Says what the person should know although the work goes on.
  ///
  /// Twice the same is said once.
  func warn(_ text: String) {
    guard warnings.insert(text).inserted else { return }
    tell("bucket: \(messageStyle.yellow("warning:")) \(text)")
  }

  /// Says why the work did not go on, and what to do.
  func show(_ failure: Failure) {
    tell("bucket: \(messageStyle.red("error:")) \(failure.message)")
    for hint in failure.hints.map(naming) + failure.choices {
      tell("bucket: \(messageStyle.cyan("hint:")) \(hint)")
    }
  }

  /// Writes a line to standard error; where that can't be written there is nobody to tell.
  func tell(_ line: String) {
    do throws(Failure) { try flush() } catch { failure = error }
    try? StandardStreams.write(Array((line + "\n").utf8), to: 2)
  }
}
