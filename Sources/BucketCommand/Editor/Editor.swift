import BucketVault
import Glibc

/// An editor at work on a text that no disk is to see.
///
/// It runs in our process group with the terminal as its streams: keys such as `^C` and `^Z` reach
/// it first. What it makes of `^C` is its affair; when it stops, so do we.
struct Editor {
  let command: EditorCommand
  let environment: [String: String]
  /// A folder on a disk to use where there is none in memory.
  var disk: String?

  /// Lets the text be edited, and takes every copy of it away again.
  ///
  /// - Parameters:
  ///   - origin: What the text is of, for whoever finds it when we were killed.
  ///   - securing: Given a text that differs before the editor's copy is taken away, and keeps it
  ///     elsewhere; where that fails, the copy stays.
  /// - Throws: Any case of `EditorError`; the text is then as it was.
  func edit(
    _ text: String, of origin: EditOrigin? = nil,
    securing: (String) throws(SystemError) -> Void = { _ in }
  ) throws(EditorError) -> EditorResult {
    ChildProcess.expectEndings()
    let watch = try EditorError.catching { () throws(SystemError) in
      try SignalWatch(SignalWatch.ending + [SIGTSTP, SIGCONT, SIGCHLD])
    }
    var folder = try PrivateFolder.make(in: environment, allowingDisk: disk) {
      (folder) throws(EditorError) in try folder.write(text, of: origin)
    }
    let outcome: Result<EditorResult.Outcome, EditorError>
    do throws(EditorError) {
      outcome = .success(try edit(text, in: folder, watch: watch))
    } catch {
      outcome = .failure(error)
    }
    if case .failure(.tooLarge(let limit, _)) = outcome {
      throw .tooLarge(limit: limit, keptAt: folder.keep())
    }
    var kept: EditorResult.Remains?
    if case .success(let outcome) = outcome, let edited = outcome.text {
      do throws(SystemError) {
        try securing(edited)
      } catch {
        kept = EditorResult.Remains(path: folder.keep(), reason: error)
      }
    }
    var remains: EditorResult.Remains?
    do throws(SystemError) {
      try folder.wipe()
    } catch {
      remains = EditorResult.Remains(path: folder.path, reason: error)
    }
    return EditorResult(
      outcome: try interrupted(outcome, by: watch), kept: kept, remains: remains)
  }

  /// Sees to signals that came while the editor ended, before they are let through.
  ///
  /// The key that interrupts reaches us too, after it ended the editor; and one that ends us is to
  /// do so only when the text is kept.
  private func interrupted(
    _ outcome: Result<EditorResult.Outcome, EditorError>, by watch: borrowing SignalWatch
  ) throws(EditorError) -> EditorResult.Outcome {
    while let signal = try EditorError.catching({ () throws(SystemError) in
      try watch.takeSignal()
    }) {
      guard Self.ends(signal) else { continue }
      switch outcome {
      case .success(.interrupted): continue
      case .success(let outcome): return .interrupted(signal, text: outcome.text)
      case .failure: return .interrupted(signal, text: nil)
      }
    }
    return try outcome.get()
  }

  private func edit(
    _ text: String, in folder: borrowing PrivateFolder, watch: borrowing SignalWatch
  ) throws(EditorError) -> EditorResult.Outcome {
    let start = ContinuousClock.now
    let ending = try run(in: folder, watch: watch)
    if let signal = ending.interruption {
      return .interrupted(signal, text: folder.savedInHaste(other: text))
    }
    switch ending.state {
    case .exited(0): break
    case .killed(let signal):
      guard let edited = folder.savedInHaste(other: text) else {
        throw .killed(signal: signal)
      }
      return .crashed(signal, text: edited)
    case .exited(let status):
      // It may have lost its terminal, or somebody gave up what is worth something after all.
      guard let edited = folder.savedInHaste(other: text),
        !edited.allSatisfy({ $0.isWhitespace })
      else { throw .failed(status: status) }
      return .failed(status, text: edited)
    case .running, .stopped: break
    }
    let bytes = try folder.read()
    if bytes.elementsEqual(text.utf8) { return .unchanged(after: start.duration(to: .now)) }
    return Self.changed(bytes)
  }

  /// What bytes are that were saved, and that have to be UTF-8.
  private static func changed(_ bytes: [UInt8]) -> EditorResult.Outcome {
    if let text = String(validating: bytes, as: UTF8.self) { return .changed(text) }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
    return .notUTF8(line: line + 1, repaired: String(decoding: bytes, as: UTF8.self))
  }

  private static func ends(_ signal: CInt) -> Bool { signal == SIGTERM || signal == SIGHUP }
}

extension Editor {
  private struct Ending {
    let state: ChildProcess.State
    let interruption: CInt?
  }

  private func run(
    in folder: borrowing PrivateFolder, watch: borrowing SignalWatch
  ) throws(EditorError) -> Ending {
    if let preparation = command.preparation {
      let nothing = try EditorError.catching { () throws(SystemError) in
        try Descriptor.open("/dev/null", O_RDWR)
      }
      let streams = [CInt](repeating: nothing.number, count: 3)
      let ending = try run(
        preparation, environment: environment, streams: streams, limit: .seconds(10), watch: watch)
      // A server that isn't there can't be told; the editor says so itself.
      if ending.interruption != nil { return ending }
    }
    var environment = environment
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first {
      $0 != ""
    }
    // Where no locale is set, an editor would take the text for anything but UTF-8.
    if locale == nil { environment["LC_CTYPE"] = "C.UTF-8" }
    if command.family.keepsTemporaryFilesPrivate { environment["TMPDIR"] = folder.path }
    let arguments = command.arguments(editing: folder.file)
    guard
      let terminal = try EditorError.catching({ () throws(SystemError) in try Terminal.open() })
    else {
      // Our standard output is for data alone.
      return try run(
        arguments, environment: environment, streams: [0, 2, 2], holding: folder.lock, watch: watch)
    }
    let modes = try? terminal.modes()
    let number = terminal.descriptor.number
    let streams = (0...2).map { (stream: CInt) in
      Terminal.isTerminal(stream) ? stream : number
    }
    let ending = try run(
      arguments, environment: environment, streams: streams, holding: folder.lock, watch: watch)
    // An editor that ended by a signal may have left the terminal as it needs it.
    if ending.state != .exited(0), let modes, terminal.isForeground { try? terminal.set(modes) }
    return ending
  }

  private func run(
    _ arguments: [String], environment: [String: String], streams: [CInt],
    holding lock: CInt? = nil, limit: Duration? = nil, watch: borrowing SignalWatch
  ) throws(EditorError) -> Ending {
    let child: ChildProcess
    do throws(SystemError) {
      child = try ChildProcess(
        arguments, environment: environment, streams: streams, inheriting: lock)
    } catch {
      switch error.code {
      case ENOENT, EACCES, ENOEXEC: throw .missing(program: arguments[0], command.source)
      default: throw .system(error)
      }
    }
    return try EditorError.catching { () throws(SystemError) in
      try wait(for: child, limit: limit, watch: watch)
    }
  }

  /// Waits for the editor, stopping when it does, and passing on what is to end both.
  private func wait(
    for child: ChildProcess, limit: Duration?, watch: borrowing SignalWatch
  ) throws(SystemError) -> Ending {
    var interruption: CInt?
    var deadline = limit.map { ContinuousClock.now + $0 }
    // Ever harder means, when the editor doesn't end by itself.
    var means = limit == nil ? [] : [SIGTERM, SIGKILL]
    while true {
      switch try child.state() {
      case .running: break
      case .stopped:
        watch.stop(by: SIGTSTP)
        child.send(SIGCONT)
        continue
      case let state: return Ending(state: state, interruption: interruption)
      }
      switch try watch.wait(until: deadline) {
      case .signal(let signal) where Self.ends(signal):
        guard interruption == nil else { continue }
        interruption = signal
        means = [signal, SIGKILL]
        // The terminal and the shell tell the whole group, and some editors take a signal that
        // comes twice for haste.
        deadline = .now + .milliseconds(300)
      case .timedOut:
        deadline = nil
        if !means.isEmpty {
          child.send(means.removeFirst())
          deadline = .now + .seconds(5)
        }
      case .signal, .readable: break
      }
    }
  }
}
