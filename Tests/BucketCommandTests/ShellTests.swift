import Testing

@testable import BucketCommand

/// The scripts in the shells themselves; what bucket answers is what `CompletionTests` are about.
@Suite struct ShellTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let line: String
    /// The words bucket should be asked about.
    let words: [String]
    let offered: [String]
    var testDescription: String { line }
  }

  static let cases = [
    Case(line: "bucket un", words: ["un"], offered: ["unlock", "undo"]),
    Case(line: "bucket ", words: [""], offered: ["add"]),
    Case(
      line: "bucket tags re", words: ["tags", "re"], offered: ["rename"]),
    Case(
      line: "bucket add --at geo:1,2 --ed",
      words: ["add", "--at", "geo:1,2", "--ed"], offered: ["--edit"]),
    Case(
      line: "bucket add --season=w",
      words: ["add", "--season=w"], offered: ["--season=winter"]),
    Case(
      line: "bucket add --season=", words: ["add", "--season="],
      offered: ["--season=winter"]),
    Case(
      line: "bucket add -d '$(touch hit)' --se",
      words: ["add", "-d", "$(touch hit)", "--se"], offered: ["--season"]),
  ]

  private static func answer(_ offered: [String]) -> String {
    (["words"] + offered.map { "\($0)\twhat $(touch hit) `touch hit` it is: for" }).map {
      $0 + "\n"
    }
    .joined()
  }

  /// Has bash complete the line, of which it replaces the end.
  private static func bash(_ line: String, _ replaced: String) -> String {
    let plain = line.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''")
    return """
      source "$SCRIPT"
      compopt() { printf 'compopt %s\\n' "$*"; }
      COMP_LINE='\(plain) and more' COMP_POINT=\(line.count)
      _bucket bucket '\(replaced)' before
      [[ ${#COMPREPLY[@]} == 0 ]] || printf '%s\\n' "${COMPREPLY[@]}"
      [[ ! -e hit ]] || echo HIT
      """
  }

  @Test(.enabled(if: ShellRun.hasProgram("bash"), "bash is not installed"))
  func `bash hands on what is typed and inserts what it is told`() throws {
    let offered = [#"two\ words"#, "$(touch hit) `touch hit`"]
    let run = try ShellRun(
      "bash", Self.bash("bucket add -d '$(touch hit)' --season=w", "w"),
      script: Shell.bash.script, answer: (["words"] + offered).map { $0 + "\n" }.joined())
    #expect(
      run.asked == ["complete", "--bash", "--", "bucket add -d '$(touch hit)' --season=w", "w"])
    #expect(run.output.split(separator: "\n").map(String.init) == offered)
  }

  @Test(.enabled(if: ShellRun.hasProgram("bash"), "bash is not installed"))
  func `bash offers files itself`() throws {
    let plain = try ShellRun(
      "bash", Self.bash("bucket --vault pl", "pl"), script: Shell.bash.script, answer: "files\n",
      files: ["places.vault"])
    #expect(plain.output == "compopt -o default\n")
    let attached = try ShellRun(
      "bash", Self.bash("bucket list -opl", "-opl"), script: Shell.bash.script,
      answer: "files\n-o\npl\n", files: ["places.vault"])
    #expect(attached.output == "compopt -o filenames\n-oplaces.vault\n")
  }

  @Test(.enabled(if: ShellRun.hasProgram("fish"), "fish is not installed"), arguments: cases)
  func `fish completes`(line: Case) throws {
    let quoted = line.line.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "\\'")
    let run = try ShellRun(
      "fish", "source $SCRIPT; complete -C '\(quoted)'; test -e hit; and echo HIT",
      script: Shell.fish.script, answer: Self.answer(line.offered))
    #expect(run.asked == ["complete", "--"] + line.words)
    let offered = run.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    #expect(offered.sorted() == line.offered.sorted())
  }

  @Test(.enabled(if: ShellRun.hasProgram("fish"), "fish is not installed"))
  func `fish offers files itself`() throws {
    for (line, prefix, file) in [
      ("bucket --vault pl", "", "places.vault"),
      ("bucket --vault=pl", "--vault=", "--vault=places.vault"),
    ] {
      let run = try ShellRun(
        "fish", "source $SCRIPT; complete -C '\(line)'", script: Shell.fish.script,
        answer: "files\t\(prefix)\n", files: ["places.vault", "other"])
      #expect(run.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } } == [file[...]])
    }
  }

  /// Types a line and a tab into an interactive zsh, and tells what the line became.
  private static func zsh(_ line: String) -> String {
    let plain = line.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''")
    return """
      await() { repeat 150; do [[ -s $FOLDER/$1 ]] && return; sleep 0.1; done; print "no $1"; exit 1 }
      print -r 'PS1= PS2=
      autoload -Uz compinit; compinit -D -u
      source $SCRIPT
      zle-line-init() { print > $FOLDER/ready }; zle -N zle-line-init
      show() { print -r -- "$BUFFER" > $FOLDER/line }; zle -N show; bindkey "^X" show' > $FOLDER/setup
      zmodload zsh/zpty
      zpty -b z zsh -f -i
      zpty -w z 'source $FOLDER/setup'
      await ready
      zpty -w -n z '\(plain)'$'\\t\\x18'
      await line
      cat $FOLDER/line
      [[ ! -e hit ]] || print HIT
      zpty -d z
      """
  }

  @Test(
    .enabled(if: ShellRun.hasProgram("zsh"), "zsh is not installed"), .serialized, arguments: cases)
  func `zsh completes`(line: Case) throws {
    guard line.offered.count == 1 else { return }
    let run = try ShellRun(
      "zsh", Self.zsh(line.line), script: Shell.zsh.script, answer: Self.answer(line.offered))
    #expect(run.asked == ["complete", "--"] + line.words)
    let typed = line.line.split(separator: " ", omittingEmptySubsequences: false).dropLast()
    #expect(run.output == typed.joined(separator: " ") + " \(line.offered[0]) \n")
  }

  @Test(.enabled(if: ShellRun.hasProgram("zsh"), "zsh is not installed"))
  func `zsh offers files itself`() throws {
    let run = try ShellRun(
      "zsh", Self.zsh("bucket --vault=pl"), script: Shell.zsh.script, answer: "files\t--vault=\n",
      files: ["places.vault"])
    #expect(run.output == "bucket --vault=places.vault \n")
  }
}
