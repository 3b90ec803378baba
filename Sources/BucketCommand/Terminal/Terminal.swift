import BucketVault
import CLinux
import Glibc

/// The terminal that the program was started from, whatever its standard streams lead to.
struct Terminal: ~Copyable {
  /// How a terminal treats what is typed.
  struct Modes: Equatable {
    fileprivate var flags: termios

    /// Whether what is typed is shown.
    var isEchoing: Bool { flags.c_lflag & tcflag_t(ECHO) != 0 }

    /// The same terminal reading whole lines, and showing them or not.
    ///
    /// A terminal that a crashed program left raw becomes usable by it.
    func readingLines(isEchoing: Bool) -> Modes {
      var modes = self
      modes.flags.c_iflag |= tcflag_t(ICRNL)
      modes.flags.c_lflag |= tcflag_t(ICANON | ISIG)
      if isEchoing {
        modes.flags.c_lflag |= tcflag_t(ECHO | ECHOE | ECHOK)
      } else {
        modes.flags.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL)
      }
      return modes
    }

    /// The same terminal giving what it answers by itself, byte by byte and unseen.
    var readingAnswers: Modes {
      var modes = self
      modes.flags.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHOE | ECHOK | ECHONL)
      return modes
    }

    static func == (one: Modes, other: Modes) -> Bool {
      one.flags.c_iflag == other.flags.c_iflag && one.flags.c_oflag == other.flags.c_oflag
        && one.flags.c_cflag == other.flags.c_cflag && one.flags.c_lflag == other.flags.c_lflag
    }
  }

  let descriptor: Descriptor

  /// Opens the controlling terminal; `nil` if there is none, or it hung up.
  static func open() throws(SystemError) -> Terminal? {
    do throws(SystemError) {
      return Terminal(descriptor: try Descriptor.open("/dev/tty", O_RDWR | O_NOCTTY))
    } catch {
      switch error.code {
      case ENXIO, ENOENT, ENODEV, ENOTTY, EIO: return nil
      default: throw error
      }
    }
  }

  /// Whether the program is of the process group that may read from the terminal.
  ///
  /// A terminal that says nothing about it counts as ours.
  var isForeground: Bool {
    let group = tcgetpgrp(descriptor.number)
    return group == -1 || group == getpgrp()
  }

  /// How the terminal treats what is typed at present.
  func modes() throws(SystemError) -> Modes {
    var flags = termios()
    try system("tcgetattr") { unsafe tcgetattr(descriptor.number, &flags) }
    return Modes(flags: flags)
  }

  /// Sets how the terminal treats what is typed.
  ///
  /// A program in the background is stopped by the system until it comes to the foreground.
  /// - Parameter droppingInput: Whether what was typed and not yet read is dropped.
  func set(_ modes: Modes, droppingInput: Bool = true) throws(SystemError) {
    var flags = modes.flags
    try system("tcsetattr") {
      unsafe tcsetattr(descriptor.number, droppingInput ? TCSAFLUSH : TCSADRAIN, &flags)
    }
  }

  /// Writes text as it is; whoever calls has made it safe to show.
  func write(_ text: String) throws(SystemError) {
    try descriptor.write(text.utf8)
  }

  /// Whether a descriptor leads to a terminal.
  static func isTerminal(_ number: CInt) -> Bool { isatty(number) == 1 }

  /// The columns of the terminal that a descriptor leads to; `nil` if it leads to none.
  ///
  /// - Parameter columns: The variable COLUMNS, for a terminal that doesn't know its size.
  static func width(of number: CInt, columns: String?) -> Int? {
    guard isTerminal(number) else { return nil }
    var size = winsize()
    if unsafe bucket_window_size(number, &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return columns.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
  }
}

extension Terminal {
  /// The path of the terminal that a descriptor leads to.
  static func name(of number: CInt) -> String? {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe ttyname_r(number, &name, name.count) == 0 else { return nil }
    return String(cBuffer: name)
  }
}
