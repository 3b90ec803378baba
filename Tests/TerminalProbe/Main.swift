import BucketVault
import CLinux
import Glibc

/// Does one thing that needs a terminal or a process of one thread, and says on standard output what came of it.
///
///     TerminalProbe secret | line | hostile | confirm | one | input | width
///     TerminalProbe edit FILE       where FILE holds the text to edit
///     TerminalProbe quality USER    judges a line, and keeps it until there is another one or none
///     TerminalProbe qr plain | coloured    draws a line, and waits for another one or none
///     TerminalProbe ignoring SIGNAL …  the same, with a signal that is ignored from the start
@main
enum Main {
  static func main() {
    var words = CommandLine.arguments.dropFirst()
    if words.first == "ignoring", let number = words.dropFirst().first.flatMap({ CInt($0) }) {
      signal(number, SIG_IGN)
      words = words.dropFirst(2)
    }
    let interruption =
      switch words.first {
      case "edit": edit(words.last ?? "")
      case "quality": judge(for: words.last ?? "")
      case "qr": draw(isColoured: words.last == "coloured")
      default: ask(words.first ?? "")
      }
    if let interruption { SignalWatch.reraise(interruption) }
  }

  static func ask(_ what: String) -> CInt? {
    let variable = variables["BUCKET_PROMPT_TIMEOUT"]
    let prompt = Prompt(timeout: Prompt.timeout(variable))
    do throws(PromptError) {
      switch what {
      case "secret": say(try prompt.secret("Secret: "))
      case "line": say(try prompt.line("Line: "))
      case "hostile": say(try prompt.secret("one\u{1b}[2J\ntwo: "))
      case "confirm": print("confirmed: \(try prompt.confirm("Sure?", default: false))")
      case "width":
        print("width: \(Terminal.width(of: 1, columns: "70").map { "\($0)" } ?? "none")")
      case "one": say(try StandardInputAnswers().next())
      case "input":
        let answers = StandardInputAnswers()
        while true { say(try answers.next()) }
      default: print("unknown: \(what)")
      }
    } catch {
      print("error: \(error)")
      if case .interrupted(let signal) = error { return finish(signal) }
    }
    return nil
  }

  static func judge(for user: String) -> CInt? {
    do throws(PromptError) {
      let passphrase = try StandardInputAnswers().next()
      print(PassphraseQuality.of(passphrase, userName: user))
      fflush(nil)
      _ = try? StandardInputAnswers().next()
      print("\(passphrase.count) bytes")
    } catch {
      print("error: \(error)")
    }
    return nil
  }

  static func draw(isColoured: Bool) -> CInt? {
    do {
      let letters = try StandardInputAnswers().next()
      let picture = try QRCode(of: letters).text(isColoured: isColoured)
      try Descriptor.open("/dev/stdout", O_WRONLY | O_APPEND).write(picture)
      _ = try? StandardInputAnswers().next()
      print("\(letters.count) letters")
    } catch {
      print("error: \(error)")
    }
    return nil
  }

  static func edit(_ path: String) -> CInt? {
    PrivateFolder.sweep(in: variables) { _ in true }
    do throws(EditorError) {
      let bytes = try EditorError.catching { () throws(SystemError) in
        try Descriptor.open(path, O_RDONLY).read(count: 1 << 20)
      }
      let editor = Editor(
        command: try EditorCommand.choose(in: variables), environment: variables)
      let result = try editor.edit(String(decoding: bytes, as: UTF8.self))
      print("remains: \(result.remains.map { "\($0)" } ?? "none")")
      switch result.outcome {
      case .unchanged(let after): print("unchanged: \(after < .seconds(1) ? "at once" : "later")")
      case .changed(let text): print("changed: \(text.debugDescription)")
      case .notUTF8(let line, let text): print("not UTF-8: \(line), \(text.debugDescription)")
      case .failed(let status, let text): print("failed: \(status), \(text.debugDescription)")
      case .crashed(let signal, let text): print("crashed: \(signal), \(text.debugDescription)")
      case .interrupted(let signal, let text):
        print("interrupted: \(signal), \(text?.debugDescription ?? "no text")")
        return finish(signal)
      }
    } catch {
      print("error: \(error)")
    }
    return nil
  }

  static func say(_ secret: borrowing Secret) {
    secret.withBytes { bytes in
      let text = unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
      print("answer: <\(text)>")
    }
  }

  /// Sees to it that what was said is written, which no program does that a signal ends.
  static func finish(_ signal: CInt) -> CInt {
    fflush(nil)
    return signal
  }

  static var variables: [String: String] {
    var result: [String: String] = [:]
    for name in [
      "PATH", "HOME", "TERM", "VISUAL", "EDITOR", "TMPDIR", "XDG_RUNTIME_DIR",
      "BUCKET_PROMPT_TIMEOUT", "LANG", "MARK",
    ] {
      if let value = unsafe getenv(name) { result[name] = unsafe String(cString: value) }
    }
    return result
  }
}
