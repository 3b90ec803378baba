import Foundation
import TestSupport

@testable import BucketCommand

/// A real shell at a terminal, into which lines are typed that bucket completes from a vault.
struct ShellSession {
  private let terminal: PseudoTerminal
  private let line: String

  /// - Parameter household: Whose home it is; the shell finds its settings in there.
  /// - Throws: `ProgramError`.
  init(_ shell: Shell, in household: Household) throws {
    line = household.home + "/line"
    let setup = try household.shell(
      """
      cd "$HOME"; mkdir -p bin .config/fish/completions; ln -sf "$BUCKET" bin/bucket
      "$BUCKET" completion fish > .config/fish/completions/bucket.fish
      cat > .bashrc <<'END'
      \(Self.bashSettings)
      END
      cat > .zshrc <<'END'
      \(Self.zshSettings)
      END
      cat > .config/fish/config.fish <<'END'
      \(Self.fishSettings)
      END
      """)
    guard setup.end == .exited(0) else {
      throw ProgramError.notWritten("settings", written: setup.errorText)
    }
    var environment = household.environment
    environment["PATH"] = household.home + "/bin:/usr/bin:/bin"
    environment["LC_ALL"] = "C.UTF-8"
    let words =
      switch shell {
      case .bash: ["bash", "--rcfile", household.home + "/.bashrc", "-i"]
      case .zsh: ["zsh", "-d", "-i"]
      case .fish: ["fish", "--private", "-i"]
      }
    terminal = try PseudoTerminal(words, environment: environment, columns: 200)
    try terminal.expect("ready>")
  }

  /// All that was written until now.
  var transcript: String { terminal.transcript }

  /// What the line is after somebody typed it and the tab key.
  func completed(_ typed: String) throws -> String {
    terminal.send(typed + "\t\u{0F}")
    guard
      terminal.eventually(within: .seconds(30), { FileManager.default.fileExists(atPath: line) })
    else { throw ProgramError.notWritten(typed, written: terminal.transcript) }
    defer { try? FileManager.default.removeItem(atPath: line) }
    return String(decoding: try Data(contentsOf: URL(filePath: line)), as: UTF8.self)
  }

  // Each writes what the line is when control-O is typed, and empties it.

  private static let bashSettings = #"""
    PS1='ready> '
    bind 'set bell-style none'
    source <(bucket completion bash)
    write() { printf %s "$READLINE_LINE" > ~/new; mv ~/new ~/line; READLINE_LINE= READLINE_POINT=0; }
    bind -x '"\C-o": write'
    """#

  private static let zshSettings = #"""
    PS1='ready> '
    autoload -Uz compinit; compinit -D -u
    source <(bucket completion zsh)
    write() { printf %s "$BUFFER" > ~/new; mv ~/new ~/line; BUFFER= }
    zle -N write; bindkey '^O' write
    """#

  private static let fishSettings = #"""
    function fish_prompt; echo -n 'ready> '; end
    function write; printf %s (commandline) > ~/new; mv ~/new ~/line; commandline ''; end
    bind \co write
    """#
}
